// SPDX-License-Identifier: Apache-2.0
import Text

/// The characters that a label shows, with their styles, and parts of them.
///
/// Every tab becomes a space, every newline a line feed, and every character wider than a row the
/// truncation mark. Places in the text are indices of user-visible characters.
struct LabelText {
  /// The text without its styles.
  let storage: TextStorage
  private let characters: [StyledText.StyledCharacter]
  /// The offset of each character, in code units.
  private let starts: [Int]

  /// Prepares a text for a label.
  ///
  /// - Parameters:
  ///   - text: the text to show.
  ///   - limit: the number of cells of a row, at least 1.
  init(_ text: StyledText, limit: Int) {
    // Tabs are replaced before the division into characters, so that a mark after a tab combines
    // with the space.
    let spans = text.spans.map { span in
      span.text.utf8.contains(0x09)
        ? StyledText.Span(span.text.replacingBytes(of: "\t", with: " "), span.style) : span
    }
    characters = StyledText.characters(of: spans).map { styled in
      var styled = styled
      if styled.character.isNewline {
        styled.character = "\n"
      } else if Self.cells(of: styled.character) > limit {
        styled.character = LabelLayout.truncationMark
      }
      return styled
    }
    var shown = ""
    var end = 0
    starts = characters.map { styled in
      shown.append(styled.character)
      defer { end += styled.character.utf16.count }
      return end
    }
    storage = TextStorage(shown)
  }

  // MARK: Pieces

  /// Returns the indices of the characters that begin in a range of code units.
  func places(in range: TextRange) -> Range<Int> {
    place(at: range.start)..<place(at: range.end)
  }

  private func place(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the beginning of the text from a position: as many characters as fit, up to the end of
  /// the paragraph and without trailing spaces.
  func beginning(from start: Int, cells room: Int) -> Range<Int> {
    var left = room
    var end = start
    while end < characters.count, !characters[end].character.isNewline {
      left -= Self.cells(of: characters[end].character)
      if left < 0 { break }
      end += 1
    }
    while end > start, LineLayout.hangs(characters[end - 1].character) { end -= 1 }
    return start..<end
  }

  /// Returns the end of the text: as many characters as fit, within the last paragraph, not before
  /// `first`, and without leading spaces.
  func ending(notBefore first: Int, cells room: Int) -> Range<Int> {
    var left = room
    var start = characters.count
    while start > first, !characters[start - 1].character.isNewline {
      left -= Self.cells(of: characters[start - 1].character)
      if left < 0 { break }
      start -= 1
    }
    while start < characters.count, LineLayout.hangs(characters[start].character) { start += 1 }
    return start..<characters.count
  }

  /// The end of a part at which the truncation mark is placed.
  enum MarkPlace {
    case start
    case end
  }

  /// Returns the text of a part, optionally with a truncation mark in the style of the character
  /// next to it.
  func text(of range: Range<Int>, mark: MarkPlace? = nil) -> StyledText {
    var piece = Array(characters[range])
    let neighbour = mark == .start ? piece.first : piece.last
    let styledMark = StyledText.StyledCharacter(
      character: LabelLayout.truncationMark, style: neighbour?.style ?? TextStyle())
    switch mark {
    case .start: piece.insert(styledMark, at: 0)
    case .end: piece.append(styledMark)
    case nil: break
    }
    return StyledText(characters: piece)
  }

  // MARK: Cells

  /// Counts the cells of a part.
  func cells(of range: Range<Int>) -> Int {
    characters[range].reduce(0) { $0 + Self.cells(of: $1.character) }
  }

  /// Counts the cells of a row's text, which has no tabs or newlines.
  static func cells(of text: StyledText) -> Int {
    text.characters.reduce(0) { $0 + cells(of: $1.character) }
  }

  private static func cells(of character: Character) -> Int {
    LineLayout.cells(of: character, at: 0)
  }
}
