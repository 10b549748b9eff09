// SPDX-License-Identifier: Apache-2.0
public import Text

/// One visual line of a text view, as a mirror draws it.
public struct TextRow: Hashable, Sendable {
  /// Its UTF-16 offsets in the text: spaces that hang and a line separator at its end included, a
  /// newline not.
  public var range: TextRange
  /// Where the spaces begin that hang; without those, the end of what shows.
  ///
  /// At the end of a wrapped line all spaces hang, elsewhere those that have no room.
  public var contentEnd: Int
  /// How many cells it takes, without the spaces that hang.
  public var cells: Int
  /// Whether its paragraph ends here, so that the caret behind its last character is on this line.
  public var endsParagraph: Bool
  /// Whether the text ends here; else a newline follows the paragraph.
  public var endsText: Bool
  /// Whether it ends because it is full, with more of its paragraph to come.
  public var isWrapped: Bool
  /// Whether the line above it is wrapped.
  public var followsWrapped: Bool

  /// Makes a line, by default one without spaces that hang.
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
