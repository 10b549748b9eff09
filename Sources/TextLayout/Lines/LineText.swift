// SPDX-License-Identifier: Apache-2.0
import Text
import TextBoundaries

/// The text of one paragraph, or of its beginning, measured for line breaking.
///
/// Places are indices of user-visible characters. A line depends only on its start and on the text
/// after it. The search for break opportunities begins at the start of the line; it extends at most
/// one word or ``lookahead`` characters beyond the first character that does not fit. A line that
/// begins inside a part also depends on the character before it: in `abc-def` a hyphen at the start
/// of a line does not begin a part.
struct LineText {
  /// One line, as indices of characters.
  struct Found {
    /// The characters of the line, including a line separator at its end.
    var characters: Range<Int>
    /// The index at which the hanging spaces begin, or else the end of the line.
    var contentEnd: Int
    /// The number of cells up to `contentEnd`.
    var cells: Int
    /// The reason why the line ends.
    var end: LineEnd
    /// The index after the last character that affects where the line ends; it may exceed the last
    /// index.
    var reach: Int
  }

  enum LineEnd {
    /// The line ends at a break opportunity.
    case opportunity
    /// The line ends inside a part without break opportunities that is wider than a line.
    case insidePart
    /// The line ends with a line separator.
    case separator
    /// The line ends with the paragraph.
    case paragraph
  }

  /// The maximum number of characters, from the first one that does not fit, that affect where the
  /// line breaks.
  private static let lookahead = 64
  /// The maximum number of code units of these characters.
  private static let lookaheadUnits = 512

  private var characters: MeasuredCharacters
  private let endsParagraph: Bool

  /// Measures a text.
  ///
  /// - Parameters:
  ///   - text: the text from the start of a line.
  ///   - context: the character before it, which becomes the first one; empty for none.
  ///   - endsParagraph: whether the text reaches the end of the paragraph; if not, its last
  ///     character may be incomplete and is not used.
  init(_ text: String, after context: String = "", endsParagraph: Bool) {
    self.endsParagraph = endsParagraph
    characters = MeasuredCharacters(text, after: context)
    if !endsParagraph { characters.dropLast() }
  }

  /// The number of characters.
  var count: Int { characters.count }

  /// Returns the offset of a character in code units; for an index past the last character, the end
  /// of the text.
  func offset(of index: Int) -> Int { characters.offset(of: index) }

  /// Finds the line that begins with a character.
  ///
  /// - Parameters:
  ///   - first: the index of the character.
  ///   - isInsidePart: whether the line above ends inside a part; the character before `first` must
  ///     then be in the text.
  ///   - layout: the width, and whether words are broken.
  /// - Returns: the line; nil if the text is too short to decide.
  func line(from first: Int, isInsidePart: Bool, _ layout: LineLayout) -> Found? {
    let (limit, breaksWords) = (layout.limit, layout.breaksWords)
    let context = isInsidePart ? first - 1 : first
    let longest = characters.lastCharacter(within: layout.unitLimit, of: first)
    var column = 0
    var contentEnd = first
    var index = first
    while index < characters.kinds.count {
      if index > longest { return cut(at: index, first: first, layout) }
      let kind = characters.kinds[index]
      if kind & MeasuredCharacters.isSeparator != 0 {
        return Found(
          characters: first..<index + 1, contentEnd: contentEnd, cells: min(column, limit),
          end: .separator, reach: index + 1)
      }
      let cells = characters.cells(of: kind, at: column, limit)
      let hasRoom = cells <= limit - column
      if hasRoom || column == 0 {
        column += min(cells, limit)
        contentEnd = index + 1
      } else if kind & MeasuredCharacters.isSpace != 0, !breaksWords {
        // This space hangs, and so do the spaces after it.
        return hang(
          from: index, first: first, context, contentEnd: contentEnd, column: column, layout)
      } else {
        return breaksWords
          ? Found(
            characters: first..<index, contentEnd: contentEnd, cells: column, end: .insidePart,
            reach: index + 1)
          : wrap(at: index, first: first, context, layout)
      }
      index += 1
    }
    guard endsParagraph else { return nil }
    return Found(
      characters: first..<index, contentEnd: contentEnd, cells: column, end: .paragraph,
      reach: index + 1)
  }

  /// Finds the line in which the spaces from a character on do not fit.
  private func hang(
    from space: Int, first: Int, _ context: Int, contentEnd: Int, column: Int, _ layout: LineLayout
  ) -> Found? {
    let longest = characters.lastCharacter(within: layout.unitLimit, of: first)
    var index = space
    while index < characters.kinds.count, characters.isSpace(index) {
      if index > longest { return cut(at: index, first: first, layout) }
      index += 1
    }
    if index < characters.kinds.count, !characters.isSeparator(index) {
      return wrap(at: index, first: first, context, layout)
    }
    guard index < characters.kinds.count || endsParagraph else { return nil }
    let isAtEnd = index == characters.kinds.count
    return Found(
      characters: first..<(isAtEnd ? index : index + 1), contentEnd: contentEnd, cells: column,
      end: isAtEnd ? .paragraph : .separator, reach: index + 1)
  }

  /// Returns the line that ends before a character because it would have too many code units.
  private func cut(at index: Int, first: Int, _ layout: LineLayout) -> Found {
    var found = Found(
      characters: first..<index, contentEnd: index, cells: 0, end: .insidePart, reach: index + 1)
    measureContent(of: &found, layout.limit)
    return found
  }

  /// Finds the line from its first character, other than a space, that does not fit.
  private func wrap(
    at overflow: Int, first: Int, _ context: Int, _ layout: LineLayout
  ) -> Found? {
    guard let window = windowEnd(from: overflow) else { return nil }
    var found = Found(
      characters: first..<overflow, contentEnd: overflow, cells: 0, end: .insidePart,
      reach: window + 1)
    if let opportunity = lastOpportunity(
      in: context..<window, behind: first, atOrBefore: overflow)
    {
      var breaksHere = true
      if opportunity < overflow, isIndent(first..<opportunity) {
        // After the indentation of a line, a word that is too wide for any line is continued on the
        // same line.
        guard let next = line(from: opportunity, isInsidePart: false, layout) else { return nil }
        breaksHere = next.end != .insidePart
        found.reach = max(found.reach, next.reach)
      }
      if breaksHere {
        found.characters = first..<opportunity
        found.end = .opportunity
      }
    }
    measureContent(of: &found, layout.limit)
    return found
  }

  /// Returns the end of the text that decides about breaks at or before a character; nil if the
  /// text is too short.
  private func windowEnd(from overflow: Int) -> Int? {
    var end = overflow + 1
    let near = characters.lastCharacter(within: Self.lookaheadUnits, of: overflow) + 1
    let last = min(characters.kinds.count, overflow + Self.lookahead, near)
    while end < last {
      if characters.isSeparator(end) { return end }
      end += 1
      if characters.isSpace(end - 1) { return end }
    }
    return end < characters.kinds.count || endsParagraph ? end : nil
  }

  private func isIndent(_ range: Range<Int>) -> Bool {
    range.allSatisfy { characters.isSpace($0) }
  }

  /// Excludes the spaces at the end of a wrapped line.
  private func measureContent(of found: inout Found, _ limit: Int) {
    var end = found.characters.upperBound
    while end > found.characters.lowerBound, characters.isSpace(end - 1) { end -= 1 }
    var column = 0
    // A line of spaces only keeps the spaces that fit.
    if end == found.characters.lowerBound {
      while end < found.characters.upperBound {
        let cells = characters.cells(of: characters.kinds[end], at: column, limit)
        guard cells <= limit - column else { break }
        column += cells
        end += 1
      }
    } else {
      for index in found.characters.lowerBound..<end {
        column += min(characters.cells(of: characters.kinds[index], at: column, limit), limit)
      }
    }
    found.contentEnd = end
    found.cells = column
  }

  // MARK: Break opportunities

  /// Finds the last character before which a line may be broken.
  private func lastOpportunity(
    in window: Range<Int>, behind first: Int, atOrBefore last: Int
  ) -> Int? {
    guard characters.ascii.isEmpty else {
      return lastASCIIOpportunity(in: window, behind: first, atOrBefore: last)
    }
    let start = offset(of: window.lowerBound)
    let text = Array(characters.units[start..<offset(of: window.upperBound)])
    let (bound, limit) = (offset(of: first), offset(of: last))
    for part in TextSegmenter.lineParts(in: text).reversed() {
      let end = start + part.range.lowerBound
      guard end > bound else { return nil }
      if end <= limit, let index = characters.index(at: end) { return index }
    }
    return nil
  }

  private func lastASCIIOpportunity(
    in window: Range<Int>, behind first: Int, atOrBefore last: Int
  ) -> Int? {
    var breaks = ASCIILineBreaks()
    var found: Int?
    let start = wordStart(in: window, atOrBefore: last)
    if let start, start > first { found = start }
    for index in (start ?? window.lowerBound)...last {
      let next = index + 1 < window.upperBound ? characters.ascii[index + 1] : nil
      let second = index + 2 < window.upperBound ? characters.ascii[index + 2] : nil
      let allowsBreak = breaks.allowsBreak(before: characters.ascii[index], next, second)
      if allowsBreak, index > first { found = index }
    }
    return found
  }

  /// Finds the last letter in a window that follows a letter and a space: a line may be broken
  /// there whatever precedes, and the rules restart there.
  private func wordStart(in window: Range<Int>, atOrBefore last: Int) -> Int? {
    func isLetter(_ index: Int) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(characters.ascii[index] | 0x20)
    }
    var index = last
    while index >= window.lowerBound + 2 {
      if characters.ascii[index - 1] == 0x20, isLetter(index), isLetter(index - 2) { return index }
      index -= 1
    }
    return nil
  }
}
