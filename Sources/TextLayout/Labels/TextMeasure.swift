// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Measures text as labels show it (DSP-2).
///
/// The UIKit counterpart is `boundingRect(with:)` of a string.
public enum TextMeasure {
  /// Measures a text.
  ///
  /// - Parameters:
  ///   - text: the text, of any number of paragraphs; an empty text has no size.
  ///   - width: the number of cells of a row, wrapped between words; nil for unlimited rows. A
  ///     value less than 1 counts as 1.
  ///   - numberOfLines: the maximum number of rows; 0 for ``LabelLayout/rowLimit``.
  /// - Returns: the cells of the longest row, and the number of rows.
  public static func size(
    of text: String, width: Int? = nil, numberOfLines: Int = 0
  ) -> CellSize {
    LabelLayout(width: width, numberOfLines: numberOfLines).size(of: StyledText(text))
  }
}
