// SPDX-License-Identifier: Apache-2.0
import Text

/// The characters that a label shows, in their styles, and pieces of them.
///
/// A tab is a space, every newline a line feed, and a character wider than a row the truncation mark.
/// Places in the text are counted in user-visible characters.
struct LabelText {
  /// The text without its styles.
  let storage: TextStorage
  private let characters: [StyledText.StyledCharacter]
  /// Where each character begins, in code units.
  private let starts: [Int]

  /// Takes the characters of a text.
  ///
  /// - Parameters:
  ///   - text: what is to be shown.
  ///   - limit: how many cells a row has, at least 1.
  init(_ text: StyledText, limit: Int) {
    // Before characters are told apart: a mark behind a tab is then on a space.
    let spans = text.spans.map { StyledText.Span($0.text.replacing("\t", with: " "), $0.style) }
    characters = StyledText(spans).characters.map { styled in
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

  /// The characters that begin in a range of code units.
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

  /// As many characters from a place as have room, up to the paragraph's end, without spaces at the
  /// end.
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

  /// As many characters before the text's end as have room, of the last paragraph and not before a
  /// place, without spaces at the start.
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

  /// At which end of a piece the truncation mark stands.
  enum MarkPlace {
    case start
    case end
  }

  /// The text of a piece, with a truncation mark, in its neighbour's style, where one is asked for.
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

  /// The cells of a piece.
  func cells(of range: Range<Int>) -> Int {
    characters[range].reduce(0) { $0 + Self.cells(of: $1.character) }
  }

  /// The cells of a row's text, without tabs and newlines.
  static func cells(of text: StyledText) -> Int {
    text.characters.reduce(0) { $0 + cells(of: $1.character) }
  }

  private static func cells(of character: Character) -> Int {
    LineLayout.cells(of: character, at: 0)
  }
}
