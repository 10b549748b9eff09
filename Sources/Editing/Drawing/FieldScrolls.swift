// SPDX-License-Identifier: Apache-2.0

/// The scroll offsets of fields, kept so that a text does not move while its caret is visible.
package struct FieldScrolls: Sendable {
  private var last: [UInt32: Int] = [:]
  private var current: [UInt32: Int] = [:]

  /// Creates the state of fields that were never drawn.
  package init() {}

  /// The scroll offset of a field: reads the offset of its last drawing, writes that of the current
  /// one.
  subscript(field: UInt32) -> Int {
    get { last[field] ?? 0 }
    set { current[field] = newValue }
  }

  /// Ends a drawing; the offsets of fields that were not drawn are dropped.
  package mutating func drawingDidEnd() {
    last = current
    current = [:]
  }
}
