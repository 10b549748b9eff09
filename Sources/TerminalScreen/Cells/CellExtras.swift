// SPDX-License-Identifier: Apache-2.0

/// The targets of the hyperlinks on a screen (`OSC 8`), by the numbers of cells.
struct LinkTable {
  /// The maximum length of a target in bytes; a longer one is no link.
  private static let maximumLength = 2048

  private var targets = SharedValues<String>(limit: 4096)

  /// Returns the target of a number; nil for 0.
  subscript(number: UInt16) -> String? { targets[Int(number) - 1] }

  /// Returns the number of a target, which is added if there is room; otherwise 0.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - usage: returns the indexes in use (``ScreenCell/linkIndex``); called if the table is full.
  /// - Returns: the number.
  mutating func number(of target: String, usage: () -> SharedValueUsage) -> UInt16 {
    guard !target.isEmpty, target.utf8.count <= Self.maximumLength else { return 0 }
    return targets.index(of: target, usage: usage).map { UInt16($0 + 1) } ?? 0
  }
}
