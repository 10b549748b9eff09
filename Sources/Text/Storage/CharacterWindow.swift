// SPDX-License-Identifier: Apache-2.0

/// The code points around an offset, divided into characters (INP-16, INP-17).
///
/// A boundary depends only on the nearby text before it:
///
/// - The rules of Unicode Standard Annex 29 look back as far as one character may be long. The
///   halves of flags are counted from the start of their row, which the storage finds.
/// - A longer character ends after ``TextUnitLimit/character`` code units, and each code point that
///   the rules add to it then counts as a character of its own. Boundaries so far from the start of
///   a character can be found without the start.
struct CharacterWindow {
  /// The distance around an offset beyond which nothing matters for the boundaries next to it, in
  /// code units: a character that is too long, and what the rules look back to at its start.
  static let limit = 2 * TextUnitLimit.character + 4

  private var classes: [CharacterClass] = []
  /// The offset of each code point, and the end of the last one.
  private var offsets: [Int]
  /// The start of the row of flags at the start of the window.
  private let flags: Int
  private let isAtStart: Bool
  private let isAtEnd: Bool
  /// Whether the window reaches as far as anything matters.
  private let isComplete: Bool

  /// Divides a part of a text.
  ///
  /// - Parameters:
  ///   - text: the part.
  ///   - range: its range.
  ///   - flagsStart: the start of the row of flags before it, which is read if it begins with one.
  ///   - isAtEnd: whether the text ends with it.
  ///   - isComplete: whether it reaches as far as anything matters.
  init(
    _ text: String, range: TextRange, flagsStart: @autoclosure () -> Int, isAtEnd: Bool,
    isComplete: Bool
  ) {
    offsets = [range.start]
    offsets.reserveCapacity(range.length + 1)
    classes.reserveCapacity(range.length)
    var end = range.start
    for scalar in text.unicodeScalars {
      end += UTF16.width(scalar)
      offsets.append(end)
      classes.append(CharacterClass(scalar))
    }
    flags = classes.first == .flagHalf ? flagsStart() : range.start
    (isAtStart, self.isAtEnd, self.isComplete) = (range.start == 0, isAtEnd, isComplete)
  }

  /// Returns the first boundary after an offset; nil if the window is too small.
  func boundary(after offset: Int) -> Int? {
    guard let first = offsets.firstIndex(where: { $0 > offset }) else { return nil }
    guard let start = start(ofCharacterAt: first) else { return nil }
    var index = first
    while index < classes.count {
      if index != first {
        guard let breaks = breaks(before: index) else { return nil }
        if breaks { return offsets[index] }
      }
      if start == offsets[index] || isCut(index, from: start) { return offsets[index] }
      index += 1
    }
    return isAtEnd ? offsets[index] : nil
  }

  /// Returns the last boundary before an offset; nil if the window is too small.
  func boundary(before offset: Int) -> Int? {
    guard let last = offsets.lastIndex(where: { $0 < offset }), last < classes.count,
      let start = start(ofCharacterAt: last)
    else { return nil }
    return isCut(last, from: start) ? offsets[last] : start
  }

  /// Whether a code point is beyond the longest character that begins at an offset.
  private func isCut(_ index: Int, from start: Int) -> Bool {
    offsets[index + 1] - start > TextUnitLimit.character
  }

  /// Returns the last offset at or before a code point at which the rules begin a character, or
  /// some offset that is too far away for a character; nil if the window is too small.
  private func start(ofCharacterAt index: Int) -> Int? {
    var index = index
    let end = offsets[index]
    while index > 0, end - offsets[index] <= TextUnitLimit.character {
      guard index < classes.count else {
        // The end of the text is a boundary.
        return isAtEnd ? end : nil
      }
      guard let breaks = breaks(before: index) else { return nil }
      if breaks { return offsets[index] }
      index -= 1
    }
    return index > 0 || isAtStart || isComplete ? offsets[index] : nil
  }

  /// Whether the rules begin a character before a code point that is not the first; nil if the
  /// window is too small.
  private func breaks(before index: Int) -> Bool? {
    let (previous, next) = (classes[index - 1], classes[index])
    if CharacterRules.decide(between: previous, and: next) {
      return CharacterRules.breaks(between: previous, and: next)
    }
    if previous == .flagHalf, next == .flagHalf {
      return (offsets[index] - startOfFlags(endingAt: index)) / 2 % 2 == 0
    }
    // An emoji joins another one, and an Indic consonant another one, across the marks between them
    // (GB9c, GB11).
    var start = index - 1
    while start > 0, offsets[index] - offsets[start] <= TextUnitLimit.character,
      !CharacterRules.breaks(between: classes[start - 1], and: classes[start])
    {
      start -= 1
    }
    guard start > 0 || isAtStart || isComplete else { return nil }
    return !CharacterRules.areJoined(classes[start...index])
  }

  private func startOfFlags(endingAt index: Int) -> Int {
    var start = index
    while start > 0, classes[start - 1] == .flagHalf { start -= 1 }
    return start > 0 ? offsets[start] : flags
  }
}
