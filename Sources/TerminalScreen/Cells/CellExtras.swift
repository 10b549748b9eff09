// SPDX-License-Identifier: Apache-2.0

/// Properties that only few cells have, and that are therefore not in every cell.
struct CellExtras: Hashable, Sendable {
  /// The target of a hyperlink (`OSC 8`); nil for none.
  var target: String?
  /// The colour of the line under the character; the default is the foreground.
  var underlineColor = CellColor.standard
}

/// The extras of the cells of a screen, by the numbers of the cells.
struct ExtrasTable {
  /// The maximum length of a target in bytes; a longer one is no link.
  private static let maximumLength = 2048

  private var extras = SharedValues<CellExtras>(limit: 4096)

  /// Returns the extras of a number; none for 0.
  subscript(number: UInt16) -> CellExtras { extras[Int(number) - 1] ?? CellExtras() }

  /// Returns the number of extras, which are added if there is room; otherwise 0.
  ///
  /// - Parameters:
  ///   - wanted: the extras; a target that is too long is no link.
  ///   - usage: returns the indexes in use (``ScreenCell/extrasIndex``); called if the table is
  ///     full.
  /// - Returns: the number.
  mutating func number(of wanted: CellExtras, usage: () -> SharedValueUsage) -> UInt16 {
    var wanted = wanted
    if let target = wanted.target, target.isEmpty || target.utf8.count > Self.maximumLength {
      wanted.target = nil
    }
    guard wanted != CellExtras() else { return 0 }
    return extras.index(of: wanted, usage: usage).map { UInt16($0 + 1) } ?? 0
  }
}
