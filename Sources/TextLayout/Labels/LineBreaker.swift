// SPDX-License-Identifier: Apache-2.0
import Text

/// Divides the characters of a text into rows.
///
/// Places in the text are counted in user-visible characters.
struct LineBreaker {
  private let characters: [StyledText.StyledCharacter]
  private let limit: Int
  private let breaksWords: Bool

  /// Takes the characters of a text.
  ///
  /// - Parameters:
  ///   - text: what is to be divided; its tabs count as spaces.
  ///   - limit: how many cells a row has, at least 1.
  ///   - breaksWords: whether rows break anywhere.
  init(_ text: StyledText, limit: Int, breaksWords: Bool) {
    let spans = text.spans.map { StyledText.Span($0.text.replacing("\t", with: " "), $0.style) }
    characters = StyledText(spans).characters.map { styled in
      var styled = styled
      if Self.cells(of: styled.character) > limit {
        styled.character = LabelLayout.truncationMark
      }
      return styled
    }
    self.limit = limit
    self.breaksWords = breaksWords
  }

  // MARK: Breaking

  /// The row that starts at a place, and where the next one starts; nil at the text's end.
  func line(from start: Int) -> (range: Range<Int>, next: Int?) {
    var column = 0
    // Behind the last character that has room; spaces behind a word need none.
    var end = start
    var wordEnd = start
    var lastBreak: (end: Int, next: Int)?
    for place in start..<characters.count {
      let character = characters[place].character
      if character.isNewline { return (start..<end, place + 1) }
      let cells = Self.cells(of: character)
      if !breaksWords && character.isBreakingSpace {
        // Spaces before the first word are an indent, no place to break.
        if wordEnd > start { lastBreak = (wordEnd, place + 1) }
      } else {
        if wordEnd == place, place > start, canBreak(before: place) { lastBreak = (place, place) }
        if cells > limit - column {
          return (start..<(lastBreak?.end ?? end), lastBreak?.next ?? place)
        }
        wordEnd = place + 1
      }
      if cells <= limit - column {
        column += cells
        end = place + 1
      } else {
        column = limit
      }
    }
    return (start..<end, nil)
  }

  /// Whether rows may break between two characters other than spaces: next to a wide one, but not
  /// before punctuation that closes, nor behind punctuation that opens.
  private func canBreak(before place: Int) -> Bool {
    let (left, right) = (characters[place - 1].character, characters[place].character)
    guard CellWidth.of(left) == 2 || CellWidth.of(right) == 2 else { return false }
    return !left.keepsNext && !right.keepsPrevious
  }

  // MARK: Paragraphs

  /// Whether a place is the first of a paragraph.
  func startsParagraph(at place: Int) -> Bool {
    place == 0 || characters[place - 1].character.isNewline
  }

  /// Whether the paragraph that starts at a place is written from right to left.
  func isRightToLeft(paragraphAt start: Int) -> Bool {
    let paragraph = characters[start...].lazy.map(\.character).prefix { !$0.isNewline }
    // As many as the storage looks at.
    return TextStorage(String(paragraph.prefix(1000))).isRightToLeft(at: 0)
  }

  // MARK: Pieces

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
    while end > start, characters[end - 1].character.isBreakingSpace { end -= 1 }
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
    while start < characters.count, characters[start].character.isBreakingSpace { start += 1 }
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

extension Character {
  /// Whether a row may break behind it; a no-break space is no such space, nor one with a mark on it.
  fileprivate var isBreakingSpace: Bool {
    isWhitespace && unicodeScalars.count == 1
      && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(self)
  }

  /// Whether what follows it stays on its row.
  fileprivate var keepsNext: Bool {
    switch unicodeScalars.last?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: self == "\u{A0}"
    }
  }

  /// Whether it stays on the row of what stands before it.
  fileprivate var keepsPrevious: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter: true
    default: self == "\u{A0}"
    }
  }
}
