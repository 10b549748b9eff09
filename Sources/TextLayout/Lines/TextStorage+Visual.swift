// SPDX-License-Identifier: Apache-2.0
package import Text

/// Movement to the left and right in visual order (BND-5).
///
/// All positions of a text form one row: the positions of each paragraph from left to right in the
/// order of ``VisualBlock``, and the paragraphs in the direction of the first one. A walk to the
/// right therefore visits every position, and the same number of steps to the left leads back.
extension TextStorage {
  /// Returns the position next to another one; the same position at the edge of the text.
  package func visualNeighbour(of offset: Int, toRight: Bool, _ layout: LineLayout) -> Int {
    let whole = TextRange(0, count)
    guard hasRightToLeft(in: whole) else { return logicalNeighbour(of: offset, isBefore: !toRight) }
    let paragraph = paragraph(at: offset)
    if hasRightToLeft(in: paragraph) {
      let block = VisualBlock(at: offset, in: self, layout)
      if let next = block.neighbour(of: offset, toRight: toRight) { return next }
      if let next = neighbour(of: block, toRight: toRight, layout) { return next.position }
    } else if offset != (toRight ? paragraph.end : paragraph.start) {
      return logicalNeighbour(of: offset, isBefore: !toRight)
    }
    return edge(beside: paragraph, toRight: toRight) ?? offset
  }

  /// Returns the far edge of the word next to an offset, or of the next word in that direction; the
  /// edge of the text if no word follows.
  ///
  /// As much text without a word as ``TextUnitLimit/word`` counts as a word.
  package func visualWordEdge(from offset: Int, toRight: Bool, _ layout: LineLayout) -> Int {
    guard hasRightToLeft(in: TextRange(0, count)) else {
      return toRight ? wordEnd(after: offset) : wordStart(before: offset)
    }
    var position = offset
    var passed = 0
    var entered: VisualBlock?
    while passed < TextUnitLimit.word {
      let paragraph = paragraph(at: position)
      var next: Int?
      if hasRightToLeft(in: paragraph) {
        let block = entered ?? VisualBlock(at: position, in: self, layout)
        if let edge = block.wordEdge(from: position, toRight: toRight) { return edge }
        position = (toRight ? block.positions.last : block.positions.first) ?? position
        passed += block.range.length
        let neighbour = neighbour(of: block, toRight: toRight, layout)
        (next, entered) = (neighbour?.position, neighbour?.block)
      } else if let edge = wordEdge(from: position, toRight: toRight, in: paragraph) {
        return edge
      } else {
        position = toRight ? paragraph.end : paragraph.start
      }
      next = next ?? edge(beside: paragraph, toRight: toRight)
      guard let next else { return position }
      position = next
      // An empty paragraph costs as much as a few words.
      passed += 64
    }
    return position
  }

  private func logicalNeighbour(of offset: Int, isBefore: Bool) -> Int {
    isBefore ? characterStart(before: offset) : characterEnd(after: offset)
  }

  private func wordEdge(from offset: Int, toRight: Bool, in paragraph: TextRange) -> Int? {
    // A paragraph ends its words, so none beyond its edge is searched for.
    if toRight {
      return wordEnd(after: offset, within: min(paragraph.end, offset + TextUnitLimit.word))
    }
    return wordStart(before: offset, within: max(paragraph.start, offset - TextUnitLimit.word))
  }

  /// Returns the position next to a block's edge within its paragraph, and its block if that had to
  /// be ordered; nil at the paragraph's edge.
  private func neighbour(
    of block: VisualBlock, toRight: Bool, _ layout: LineLayout
  ) -> (position: Int, block: VisualBlock?)? {
    if toRight != block.isRightToLeft { return block.isLast ? nil : (block.range.end, nil) }
    guard !block.isFirst else { return nil }
    let previous = VisualBlock(
      at: characterStart(before: block.range.start), in: self, layout)
    let edge = toRight ? previous.positions.first : previous.positions.last
    return edge.map { ($0, previous) }
  }

  /// Returns the position next to a paragraph's edge: the near edge of the next paragraph.
  private func edge(beside paragraph: TextRange, toRight: Bool) -> Int? {
    let goesOn = toRight != isRightToLeft(at: 0)
    guard goesOn ? paragraph.end < count : paragraph.start > 0 else { return nil }
    let inside =
      goesOn
      ? paragraphEndWithTerminator(at: paragraph.end) : characterStart(before: paragraph.start)
    let entered = self.paragraph(at: inside)
    return toRight == isRightToLeft(at: inside) ? entered.end : entered.start
  }
}
