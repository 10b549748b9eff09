// SPDX-License-Identifier: Apache-2.0
public import Text

/// One visual line of a text view, as a mirror draws it.
public struct TextRow: Hashable, Sendable {
  /// The UTF-16 offsets in the text, including hanging spaces and a line separator at the end but
  /// not a newline.
  public var range: TextRange
  /// The offset at which the hanging spaces begin; without such spaces, the end of the visible
  /// text.
  ///
  /// At the end of a wrapped line all spaces hang; elsewhere only the spaces that do not fit.
  public var contentEnd: Int
  /// The number of cells of the line, without hanging spaces.
  public var cells: Int
  /// Whether the paragraph ends here, so that a caret after the last character is shown on this
  /// line.
  public var endsParagraph: Bool
  /// Whether the text ends here; otherwise a newline follows the paragraph.
  public var endsText: Bool
  /// Whether the line ends because it is full and its paragraph continues.
  public var isWrapped: Bool
  /// Whether the line above is wrapped.
  public var followsWrapped: Bool

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - range: the UTF-16 offsets in the text.
  ///   - contentEnd: the offset at which the hanging spaces begin; nil for a line without such
  ///     spaces.
  ///   - cells: the number of cells of the line, without hanging spaces.
  ///   - endsParagraph: whether the paragraph ends here.
  ///   - endsText: whether the text ends here.
  ///   - isWrapped: whether the line ends because it is full.
  ///   - followsWrapped: whether the line above is wrapped.
  public init(
    range: TextRange, contentEnd: Int? = nil, cells: Int = 0, endsParagraph: Bool = true,
    endsText: Bool = true, isWrapped: Bool = false, followsWrapped: Bool = false
  ) {
    self.range = range
    self.contentEnd = contentEnd ?? range.end
    self.cells = cells
    self.endsParagraph = endsParagraph
    self.endsText = endsText
    self.isWrapped = isWrapped
    self.followsWrapped = followsWrapped
  }
}
