// SPDX-License-Identifier: Apache-2.0

/// How many cells of a terminal a character takes (DSP-2).
public enum CellWidth {
  /// The cells of one user-visible character.
  ///
  /// East Asian wide characters and emoji sequences take 2, combining marks alone 0, and control
  /// characters and newlines 0.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    guard scalars.count > 1 else {
      // Most text is ASCII.
      return (0x20...0x7E).contains(first.value) ? 1 : UnicodeTables.cellWidth(of: first)
    }
    // A joiner or the emoji selector, a flag, a skin tone: one picture, two cells.
    let isEmoji = scalars.dropFirst().contains {
      $0 == "\u{FE0F}" || (0x1F1E6...0x1F1FF).contains($0.value) || $0.properties.isEmojiModifier
    }
    if isEmoji { return 2 }
    return min(2, scalars.reduce(0) { $0 + UnicodeTables.cellWidth(of: $1) })
  }

  /// The cells of a string on one row.
  public static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }
}
