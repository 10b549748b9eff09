// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Measures text as labels show it (DSP-2).
///
/// UIKit's counterpart is `boundingRect(with:)` of a string.
public enum TextMeasure {
  /// The size of a text.
  ///
  /// - Parameters:
  ///   - text: with as many paragraphs as it likes; empty text takes no room.
  ///   - width: the cells of a row, wrapped between words; nil for rows of any length. Less than 1
  ///     counts as 1.
  ///   - numberOfLines: how many rows at most; 0 for any number.
  /// - Returns: the cells of the longest row, and the rows.
  public static func size(
    of text: String, width: Int? = nil, numberOfLines: Int = 0
  ) -> CellSize {
    LabelLayout(width: width, numberOfLines: numberOfLines).size(of: StyledText(text))
  }
}
