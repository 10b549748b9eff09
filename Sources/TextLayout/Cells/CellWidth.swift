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
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    guard scalars.count > 1 else {
      // Most text is ASCII.
      return (0x20...0x7E).contains(first.value) ? 1 : UnicodeTables.cellWidth(of: first)
    }
    // A joiner, the emoji selector, a flag or a skin tone combines characters into one picture of
    // two cells.
    let isEmoji = scalars.dropFirst().contains {
      $0 == "\u{FE0F}" || (0x1F1E6...0x1F1FF).contains($0.value) || $0.properties.isEmojiModifier
    }
    if isEmoji { return 2 }
    return min(2, scalars.reduce(0) { $0 + UnicodeTables.cellWidth(of: $1) })
  }

  /// Counts the cells of a text on one row.
  ///
  /// - Parameter text: the text to measure.
  /// - Returns: the sum of its characters' cells.
  public static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }
}
