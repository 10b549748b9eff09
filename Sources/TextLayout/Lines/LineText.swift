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

  /// The number of cells of each character in the low bits, and flags.
  private var kinds: [UInt8] = []
  private static let cellBits: UInt8 = 0x03
  private static let isSpace: UInt8 = 0x10
  private static let isTab: UInt8 = 0x20
  private static let isSeparator: UInt8 = 0x40

  /// The text, if all of its characters are ASCII.
  private var ascii: [UInt8] = []
  /// If not, the code units, and the end of each character; no ends if each character is one code
  /// unit.
  private var units: [UInt16] = []
  private var ends: [Int] = []
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
    var whole = context + text
    whole.withUTF8 { bytes in
      if bytes.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) { ascii = Array(bytes) }
    }
    if ascii.isEmpty, !measurePlain(whole) {
      // A character that is too long for one may be divided between the two.
      measure(context)
      measure(text)
    } else if !ascii.isEmpty {
      kinds = ascii.map { byte in
        switch byte {
        case 0x20: 1 | Self.isSpace
        case 0x09: Self.isSpace | Self.isTab
        default: 1
        }
      }
    }
    if !endsParagraph, !kinds.isEmpty { kinds.removeLast() }
  }

  /// Measures a text of plain characters and spaces, each of them one code unit.
  ///
  /// - Returns: whether it is such a text; if not, nothing was measured.
  private mutating func measurePlain(_ text: String) -> Bool {
    let capacity = text.utf8.count
    units.reserveCapacity(capacity)
    kinds.reserveCapacity(capacity)
    for scalar in text.unicodeScalars {
      if let cells = PlainCharacters.cells(of: scalar) {
        kinds.append(cells)
      } else if scalar == " " {
        kinds.append(1 | Self.isSpace)
      } else {
        units = []
        kinds = []
        return false
      }
      units.append(UInt16(truncatingIfNeeded: scalar.value))
    }
    return true
  }

  private mutating func measure(_ text: String) {
    let capacity = units.count + text.utf8.count
    units.reserveCapacity(capacity)
    kinds.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
    var divider = CharacterDivider()
    var cells = CellWidth.Sum()
    // The last code point, if the divider and the sum have not received it.
    var plain: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if plain != nil || ends.isEmpty, let width = PlainCharacters.cells(of: scalar) {
        plain = scalar
        units.append(UInt16(truncatingIfNeeded: scalar.value))
        ends.append(units.count)
        kinds.append(width)
        continue
      }
      if let last = plain {
        plain = nil
        divider = CharacterDivider()
        _ = divider.beginsCharacter(last)
        cells = CellWidth.Sum()
        cells.add(last)
      }
      if let unit = UInt16(exactly: scalar.value) {
        units.append(unit)
      } else {
        units.append(UTF16.leadSurrogate(scalar))
        units.append(UTF16.trailSurrogate(scalar))
      }
      let begins = divider.beginsCharacter(scalar)
      if begins {
        cells = CellWidth.Sum()
      } else {
        ends.removeLast()
        kinds.removeLast()
      }
      cells.add(scalar)
      ends.append(units.count)
      kinds.append(Self.kind(of: scalar, cells))
      if begins, PlainCharacters.cells(of: scalar) != nil { plain = scalar }
    }
  }

  /// Returns the kind of a character from its last code point and its cells.
  private static func kind(of scalar: Unicode.Scalar, _ cells: CellWidth.Sum) -> UInt8 {
    let width = UInt8(max(1, cells.cells))
    // A separator and a tab are never part of a longer character, and a space with a mark does not
    // hang.
    guard cells.scalars == 1 else { return width }
    if scalar == "\u{2028}" { return isSeparator }
    if scalar == "\t" { return isSpace | isTab }
    return LineLayout.hangs(scalar) ? width | isSpace : width
  }

  /// The number of characters.
  var count: Int { kinds.count }

  /// Returns the offset of a character in code units; for an index past the last character, the end
  /// of the text.
  func offset(of index: Int) -> Int {
    let index = min(index, kinds.count)
    return ends.isEmpty || index == 0 ? index : ends[index - 1]
  }

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
    let longest = lastCharacter(within: layout.unitLimit, of: first)
    var column = 0
    var contentEnd = first
    var index = first
    while index < kinds.count {
      if index > longest { return cut(at: index, first: first, layout) }
      let kind = kinds[index]
      if kind & Self.isSeparator != 0 {
        return Found(
          characters: first..<index + 1, contentEnd: contentEnd, cells: min(column, limit),
          end: .separator, reach: index + 1)
      }
      let cells = cells(of: kind, at: column, limit)
      let hasRoom = cells <= limit - column
      if hasRoom || column == 0 {
        column += min(cells, limit)
        contentEnd = index + 1
      } else if kind & Self.isSpace != 0, !breaksWords {
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
    let longest = lastCharacter(within: layout.unitLimit, of: first)
    var index = space
    while index < kinds.count, kinds[index] & Self.isSpace != 0 {
      if index > longest { return cut(at: index, first: first, layout) }
      index += 1
    }
    if index < kinds.count, kinds[index] & Self.isSeparator == 0 {
      return wrap(at: index, first: first, context, layout)
    }
    guard index < kinds.count || endsParagraph else { return nil }
    let isAtEnd = index == kinds.count
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

  /// Returns the last character that ends within some code units of the start of a character; at
  /// least that character.
  private func lastCharacter(within units: Int, of first: Int) -> Int {
    guard !ends.isEmpty else { return first + units - 1 }
    let limit = offset(of: first) + units
    return max(first, ends.partition { $0 <= limit } - 1)
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
    let near = lastCharacter(within: Self.lookaheadUnits, of: overflow) + 1
    let last = min(kinds.count, overflow + Self.lookahead, near)
    while end < last {
      if kinds[end] & Self.isSeparator != 0 { return end }
      end += 1
      if kinds[end - 1] & Self.isSpace != 0 { return end }
    }
    return end < kinds.count || endsParagraph ? end : nil
  }

  private func isIndent(_ range: Range<Int>) -> Bool {
    range.allSatisfy { kinds[$0] & Self.isSpace != 0 }
  }

  /// Excludes the spaces at the end of a wrapped line.
  private func measureContent(of found: inout Found, _ limit: Int) {
    var end = found.characters.upperBound
    while end > found.characters.lowerBound, kinds[end - 1] & Self.isSpace != 0 { end -= 1 }
    var column = 0
    // A line of spaces only keeps the spaces that fit.
    if end == found.characters.lowerBound {
      while end < found.characters.upperBound {
        let cells = cells(of: kinds[end], at: column, limit)
        guard cells <= limit - column else { break }
        column += cells
        end += 1
      }
    } else {
      for index in found.characters.lowerBound..<end {
        column += min(cells(of: kinds[index], at: column, limit), limit)
      }
    }
    found.contentEnd = end
    found.cells = column
  }

  /// Counts the cells of a character; a tab extends at most to the end of the line.
  private func cells(of kind: UInt8, at column: Int, _ limit: Int) -> Int {
    guard kind & Self.isTab != 0 else { return Int(kind & Self.cellBits) }
    let cells = LineLayout.tabWidth - column % LineLayout.tabWidth
    return column < limit ? min(cells, limit - column) : cells
  }

  // MARK: Break opportunities

  /// Finds the last character before which a line may be broken.
  private func lastOpportunity(
    in window: Range<Int>, behind first: Int, atOrBefore last: Int
  ) -> Int? {
    guard ascii.isEmpty else {
      return lastASCIIOpportunity(in: window, behind: first, atOrBefore: last)
    }
    let start = offset(of: window.lowerBound)
    let text = Array(units[start..<offset(of: window.upperBound)])
    let (bound, limit) = (offset(of: first), offset(of: last))
    for part in TextSegmenter.lineParts(in: text).reversed() {
      let end = start + part.range.lowerBound
      guard end > bound else { return nil }
      if end <= limit, let index = index(at: end) { return index }
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
      let next = index + 1 < window.upperBound ? ascii[index + 1] : nil
      let second = index + 2 < window.upperBound ? ascii[index + 2] : nil
      if breaks.allowsBreak(before: ascii[index], next, second), index > first { found = index }
    }
    return found
  }

  /// Finds the last letter in a window that follows a letter and a space: a line may be broken
  /// there whatever precedes, and the rules restart there.
  private func wordStart(in window: Range<Int>, atOrBefore last: Int) -> Int? {
    func isLetter(_ index: Int) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(ascii[index] | 0x20)
    }
    var index = last
    while index >= window.lowerBound + 2 {
      if ascii[index - 1] == 0x20, isLetter(index), isLetter(index - 2) { return index }
      index -= 1
    }
    return nil
  }

  /// Returns the index of the character that begins at an offset; nil for an offset inside a
  /// character, which is never divided.
  private func index(at offset: Int) -> Int? {
    guard !ends.isEmpty else { return offset < kinds.count ? offset : nil }
    let number = ends.partition { $0 < offset }
    return number + 1 < kinds.count && ends[number] == offset ? number + 1 : nil
  }
}

extension [Int] {
  /// Counts the numbers at the start of an ascending list that fit.
  fileprivate func partition(while fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
