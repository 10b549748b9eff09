// SPDX-License-Identifier: Apache-2.0

/// The starts and ends of paragraphs.
extension TextStorage {
  /// Finds the start of the paragraph that holds an offset.
  ///
  /// A paragraph ends with LF, CR LF, CR or U+2029; a line separator, U+2028, does not end it.
  ///
  /// - Parameter offset: a UTF-16 offset.
  /// - Returns: the offset of the paragraph's first code unit.
  public func paragraphStart(at offset: Int) -> Int {
    guard let found = lastBreak(before: offset, .paragraph) else { return 0 }
    // An offset between CR and LF belongs to the paragraph that they end.
    if found.scalar == "\r", found.offset + 1 == offset, codeUnit(at: offset) == 0x0A {
      return paragraphStart(at: found.offset)
    }
    return found.offset + 1
  }

  /// Finds the end of the paragraph that holds an offset, before its terminator.
  ///
  /// - Parameter offset: a UTF-16 offset.
  /// - Returns: the offset of the terminator; the end of the text in the last paragraph.
  public func paragraphEnd(at offset: Int) -> Int {
    guard let found = firstBreak(from: offset, .paragraph) else { return count }
    if found.scalar == "\n", found.offset == offset, codeUnit(at: offset - 1) == 0x0D {
      return offset - 1
    }
    return found.offset
  }

  /// Finds the start of the next paragraph, after the terminator.
  ///
  /// - Parameter offset: a UTF-16 offset.
  /// - Returns: the offset after the terminator; the end of the text in the last paragraph.
  public func paragraphEndWithTerminator(at offset: Int) -> Int {
    let end = paragraphEnd(at: offset)
    guard end < count else { return count }
    return codeUnit(at: end) == 0x0D && codeUnit(at: end + 1) == 0x0A ? end + 2 : end + 1
  }

  /// Returns the offset of the first line separator or terminator of a paragraph at or after an
  /// offset; the end of the text if there is none.
  package func lineEnd(at offset: Int) -> Int {
    firstBreak(from: offset, .line)?.offset ?? count
  }

  private func lastBreak(before limit: Int, _ kind: LineBreakKind) -> TextBreak? {
    let pageEnd = unitsBefore + page.units
    if limit > pageEnd, let found = after?.lastBreak(before: limit, base: pageEnd, kind) {
      return found
    }
    if limit > unitsBefore, page.units > 0 {
      let found = page.withPiece(base: unitsBefore) { $0.lastBreak(before: limit, kind) }
      if let found { return found }
    }
    return before?.lastBreak(before: limit, base: 0, kind)
  }

  private func firstBreak(from limit: Int, _ kind: LineBreakKind) -> TextBreak? {
    let pageEnd = unitsBefore + page.units
    if limit < unitsBefore, let found = before?.firstBreak(from: limit, base: 0, kind) {
      return found
    }
    if limit < pageEnd, page.units > 0 {
      let found = page.withPiece(base: unitsBefore) { $0.firstBreak(from: limit, kind) }
      if let found { return found }
    }
    return after?.firstBreak(from: limit, base: pageEnd, kind)
  }
}
