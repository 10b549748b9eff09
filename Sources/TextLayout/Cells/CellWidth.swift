// SPDX-License-Identifier: Apache-2.0

/// The number of terminal cells that text takes (DSP-2).
public enum CellWidth {
  /// Counts the cells of one user-visible character.
  ///
  /// East Asian wide characters and emoji sequences take 2 cells; lone combining marks, control
  /// characters and newlines take 0.
  ///
  /// - Parameter character: the character to measure.
  /// - Returns: 0, 1 or 2.
  public static func of(_ character: Character) -> Int {
    var sum = Sum()
    for scalar in character.unicodeScalars { sum.add(scalar) }
    return sum.cells
  }

  /// Counts the cells of a text on one row.
  ///
  /// - Parameter text: the text to measure.
  /// - Returns: the sum of its characters' cells.
  public static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The cells of one character, whose code points are added in order.
  struct Sum {
    /// The number of code points.
    private(set) var scalars = 0
    /// The number of cells: 0, 1 or 2.
    private(set) var cells = 0

    /// Adds the next code point of the character.
    mutating func add(_ scalar: Unicode.Scalar) {
      // Most text is ASCII.
      let isPrintable = (0x20...0x7E).contains(scalar.value)
      if scalars > 0, Self.makesPicture(scalar) {
        cells = 2
      } else if cells < 2 {
        cells = min(2, cells + (isPrintable ? 1 : UnicodeTables.cellWidth(of: scalar)))
      }
      scalars += 1
    }

    /// Whether a code point combines those before it into one picture of two cells: the emoji
    /// selector, half of a flag, and a skin tone.
    private static func makesPicture(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
      default: false
      }
    }
  }
}
