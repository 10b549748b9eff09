// SPDX-License-Identifier: Apache-2.0

/// How far the texts of fields are scrolled, so that a text stays where it is while its caret shows.
package struct FieldScrolls: Sendable {
  private var last: [UInt32: Int] = [:]
  private var current: [UInt32: Int] = [:]

  /// Makes the state of fields that were never drawn.
  package init() {}

  /// How far a field was scrolled when it was last drawn; then, how far it is now.
  subscript(field: UInt32) -> Int {
    get { last[field] ?? 0 }
    set { current[field] = newValue }
  }

  /// Everything is drawn: what was not drawn is forgotten.
  package mutating func settle() {
    last = current
    current = [:]
  }
}
