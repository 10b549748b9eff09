// SPDX-License-Identifier: Apache-2.0

/// User-visible characters, found by reading only the nearby text.
///
/// They are Swift's `Character`s, except that a character has at most
/// ``TextUnitLimit/character`` code units (INP-16).
extension TextStorage {
  /// Finds the end of the character that begins at an offset.
  ///
  /// - Parameter offset: a character boundary.
  /// - Returns: the next character boundary; the end of the text if there is none.
  public func characterEnd(after offset: Int) -> Int {
    let offset = max(0, offset)
    guard let unit = codeUnit(at: offset) else { return count }
    guard let next = codeUnit(at: offset + 1) else { return count }
    if unit < 0x80, next < 0x80 {
      return unit == 0x0D && next == 0x0A ? offset + 2 : offset + 1
    }
    return characters(around: offset) { $0.boundary(after: offset) }
  }

  /// Finds the start of the character that ends at an offset.
  ///
  /// - Parameter offset: a character boundary.
  /// - Returns: the previous character boundary; 0 at the start of the text.
  public func characterStart(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let offset = min(offset, count)
    guard let unit = codeUnit(at: offset - 1) else { return 0 }
    guard let previous = codeUnit(at: offset - 2) else { return 0 }
    if unit < 0x80, previous < 0x80 {
      return previous == 0x0D && unit == 0x0A ? offset - 2 : offset - 1
    }
    return characters(around: offset) { $0.boundary(before: offset) }
  }

  /// Finds the first character boundary at or after an offset.
  ///
  /// - Parameter offset: a UTF-16 offset, clamped to the text.
  /// - Returns: the boundary.
  public func characterBoundary(atOrAfter offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    guard offset < count else { return count }
    if isCertainBoundary(offset) { return offset }
    return characters(around: offset) { $0.boundary(after: offset - 1) }
  }

  /// Finds the last character boundary at or before an offset.
  package func characterBoundary(atOrBefore offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    guard offset < count else { return count }
    if isCertainBoundary(offset) { return offset }
    return characters(around: offset) { $0.boundary(before: offset + 1) }
  }

  private func isCertainBoundary(_ offset: Int) -> Bool {
    guard let next = scalar(at: offset), let previous = scalar(before: offset) else { return true }
    // The middle of a surrogate pair is not a boundary.
    guard next.start == offset else { return false }
    let (last, first) = (CharacterClass(previous.value), CharacterClass(next.value))
    return CharacterRules.decide(between: last, and: first)
      && CharacterRules.breaks(between: last, and: first)
  }

  /// Calls `find` with the text around an offset: a few characters, or as much as can matter if
  /// those do not decide.
  private func characters(around offset: Int, find: (CharacterWindow) -> Int?) -> Int {
    find(characterWindow(around: offset, reach: 32))
      ?? find(characterWindow(around: offset, reach: CharacterWindow.limit)) ?? offset
  }

  private func characterWindow(around offset: Int, reach: Int) -> CharacterWindow {
    let range = wholeScalars(offset - reach, offset + reach)
    return CharacterWindow(
      substring(range), range: range, flagsStart: flagsStart(before: range.start),
      isAtEnd: range.end == count, isComplete: reach >= CharacterWindow.limit)
  }
}
