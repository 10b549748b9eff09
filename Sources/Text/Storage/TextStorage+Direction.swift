// SPDX-License-Identifier: Apache-2.0
import TextBoundaries

extension TextStorage {
  /// Whether the paragraph that holds an offset is written from right to left.
  ///
  /// Its first letter decides, as in rules P2 and P3 of Unicode Standard Annex 9; a paragraph that has
  /// none among its first thousand code units counts as left to right.
  public func isRightToLeft(at offset: Int) -> Bool {
    let start = paragraphStart(at: offset)
    let head = TextRange(start, min(paragraphEnd(at: offset), start + 1000))
    guard hasRightToLeft(in: head) else { return false }
    return TextBoundaries.levels(of: units(in: head)).base == 1
  }

  /// Whether anything in a range may be shown from right to left.
  ///
  /// Where nothing is, what is seen and what is stored have the same order, and ICU is not asked.
  package func hasRightToLeft(in range: TextRange) -> Bool {
    let pageEnd = unitsBefore + page.units
    if let before, before.hasRightToLeft(in: range, base: 0) { return true }
    if range.start < pageEnd, range.end > unitsBefore,
      page.withPiece(base: unitsBefore, { $0.hasRightToLeft(in: range) })
    {
      return true
    }
    return after?.hasRightToLeft(in: range, base: pageEnd) ?? false
  }

  /// The paragraph that holds an offset, without its terminator.
  package func paragraph(at offset: Int) -> TextRange {
    TextRange(paragraphStart(at: offset), paragraphEnd(at: offset))
  }
}
