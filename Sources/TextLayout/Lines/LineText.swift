// SPDX-License-Identifier: Apache-2.0
import Text
import TextBoundaries

/// A text of one paragraph, or the beginning of one, measured for its lines.
///
/// Places are indices of user-visible characters. What a line holds follows from its start and from the
/// text after it alone: break opportunities are looked for from the line's start on, and no further than
/// a word or ``lookahead`` characters beyond the first one that has no room. A line that begins inside a
/// part depends on the character before it too: in `abc-def` a hyphen at the start of a line is not one
/// that begins a part.
struct LineText {
  /// One line, as indices of characters.
  struct Found {
    /// Its characters, a line separator at its end included.
    var characters: Range<Int>
    /// Where its hanging spaces begin, else its end.
    var contentEnd: Int
    /// The cells up to there.
    var cells: Int
    /// How the line ends.
    var end: LineEnd
    /// Behind the last character that decided where the line ends; it may be past the last character.
    var reach: Int
  }

  enum LineEnd {
    /// At a break opportunity.
    case opportunity
    /// In a part without break opportunities that is wider than a line.
    case insidePart
    /// After a line separator.
    case separator
    /// With the paragraph.
    case paragraph
  }

  /// How many characters after a line decide at most where it breaks, beyond the first without room.
  private static let lookahead = 64

  /// The cells of each character in the low bits, and flags.
  private var kinds: [UInt8] = []
  private static let cellBits: UInt8 = 0x03
  private static let isSpace: UInt8 = 0x10
  private static let isTab: UInt8 = 0x20
  private static let isSeparator: UInt8 = 0x40

  /// The text, where every character is one of ASCII.
  private var ascii: [UInt8] = []
  /// Else the code units, and where each character ends.
  private var units: [UInt16] = []
  private var ends: [Int] = []
  private let endsParagraph: Bool

  /// Measures a text.
  ///
  /// - Parameters:
  ///   - text: from a line's start on.
  ///   - endsParagraph: whether that is all of the paragraph; else its last character may go on, and is
  ///     not used.
  init(_ text: String, endsParagraph: Bool) {
    self.endsParagraph = endsParagraph
    var text = text
    text.withUTF8 { bytes in
      if bytes.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) { ascii = Array(bytes) }
    }
    if ascii.isEmpty {
      measure(text)
    } else {
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

  private mutating func measure(_ text: String) {
    units = Array(text.utf16)
    kinds.reserveCapacity(units.count)
    ends.reserveCapacity(units.count)
    var end = 0
    for character in text {
      end += character.utf16.count
      ends.append(end)
      kinds.append(Self.kind(of: character))
    }
  }

  private static func kind(of character: Character) -> UInt8 {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 1 }
    if first == "\u{2028}" { return isSeparator }
    if first == "\t" { return isSpace | isTab }
    let cells = UInt8(LineLayout.cells(of: character, at: 0))
    return scalars.count == 1 && LineLayout.hangs(first) ? cells | isSpace : cells
  }

  /// How many characters there are.
  var count: Int { kinds.count }

  /// Where a character begins, in code units; the end of the last one for what is past that.
  func offset(of index: Int) -> Int {
    let index = min(index, kinds.count)
    return ends.isEmpty || index == 0 ? index : ends[index - 1]
  }

  /// The line that begins with a character.
  ///
  /// - Parameters:
  ///   - first: the character.
  ///   - isInsidePart: whether the line above ends inside a part; its last character is at hand then.
  ///   - layout: the width, and whether words are broken.
  /// - Returns: nil where more of the paragraph is needed to tell.
  func line(from first: Int, isInsidePart: Bool, _ layout: LineLayout) -> Found? {
    let (limit, breaksWords) = (layout.limit, layout.breaksWords)
    let context = isInsidePart ? first - 1 : first
    var column = 0
    var contentEnd = first
    var index = first
    while index < kinds.count {
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
        // It hangs, and so do the spaces that follow it.
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

  /// The line whose spaces have no room from a character on.
  private func hang(
    from space: Int, first: Int, _ context: Int, contentEnd: Int, column: Int, _ layout: LineLayout
  ) -> Found? {
    var index = space
    while index < kinds.count, kinds[index] & Self.isSpace != 0 { index += 1 }
    if index < kinds.count, kinds[index] & Self.isSeparator == 0 {
      return wrap(at: index, first: first, context, layout)
    }
    guard index < kinds.count || endsParagraph else { return nil }
    let isAtEnd = index == kinds.count
    return Found(
      characters: first..<(isAtEnd ? index : index + 1), contentEnd: contentEnd, cells: column,
      end: isAtEnd ? .paragraph : .separator, reach: index + 1)
  }

  /// The line whose first character without room is known, spaces not counted.
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
      var isTaken = true
      if opportunity < overflow, isIndent(first..<opportunity) {
        // A word that no line has room for goes on behind the spaces.
        guard let next = line(from: opportunity, isInsidePart: false, layout) else { return nil }
        isTaken = next.end != .insidePart
        found.reach = max(found.reach, next.reach)
      }
      if isTaken {
        found.characters = first..<opportunity
        found.end = .opportunity
      }
    }
    measureContent(of: &found, layout.limit)
    return found
  }

  /// Up to where the text decides about breaks before or at a character; nil where it is not at hand.
  private func windowEnd(from overflow: Int) -> Int? {
    var end = overflow + 1
    let last = min(kinds.count, overflow + Self.lookahead)
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

  /// Leaves out the spaces at the end of a wrapped line.
  private func measureContent(of found: inout Found, _ limit: Int) {
    var end = found.characters.upperBound
    while end > found.characters.lowerBound, kinds[end - 1] & Self.isSpace != 0 { end -= 1 }
    var column = 0
    // A line of nothing but spaces keeps those that have room.
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

  /// The cells of a character; a tab reaches no further than the line.
  private func cells(of kind: UInt8, at column: Int, _ limit: Int) -> Int {
    guard kind & Self.isTab != 0 else { return Int(kind & Self.cellBits) }
    let cells = LineLayout.tabWidth - column % LineLayout.tabWidth
    return column < limit ? min(cells, limit - column) : cells
  }

  // MARK: Break opportunities

  /// The last character before which a line may be broken.
  private func lastOpportunity(
    in window: Range<Int>, behind first: Int, atOrBefore last: Int
  ) -> Int? {
    guard ascii.isEmpty else {
      return lastASCIIOpportunity(in: window, behind: first, atOrBefore: last)
    }
    let start = offset(of: window.lowerBound)
    let text = Array(units[start..<offset(of: window.upperBound)])
    let (bound, limit) = (offset(of: first), offset(of: last))
    for part in TextBoundaries.lineParts(in: text).reversed() {
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
    for index in window.lowerBound...last {
      let next = index + 1 < window.upperBound ? ascii[index + 1] : nil
      let second = index + 2 < window.upperBound ? ascii[index + 2] : nil
      if breaks.allowsBreak(before: ascii[index], next, second), index > first { found = index }
    }
    return found
  }

  /// The character that begins at an offset; nil inside one, which is never divided.
  private func index(at offset: Int) -> Int? {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low + 1 < kinds.count && ends[low] == offset ? low + 1 : nil
  }
}
