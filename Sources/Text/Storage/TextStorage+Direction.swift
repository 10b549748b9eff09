// SPDX-License-Identifier: Apache-2.0
import TextBoundaries

extension String {
  /// Whether any part of the text may be shown from right to left.
  ///
  /// If not, its visual order equals the stored order, and ICU need not be called.
  package var mayBeRightToLeft: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.indices.contains { UTF8Walk.mayBeRightToLeft(at: $0, in: bytes) }
    } ?? true
  }
}

/// The writing direction of paragraphs.
extension TextStorage {
  /// Reports whether the paragraph that holds an offset is written from right to left.
  ///
  /// Its first strong character decides, as in rules P2 and P3 of Unicode Standard Annex 9. A
  /// paragraph without one in its first thousand code units counts as left to right.
  ///
  /// - Parameter offset: a UTF-16 offset.
  /// - Returns: whether the paragraph's base direction is right to left.
  public func isRightToLeft(at offset: Int) -> Bool {
    let start = paragraphStart(at: offset)
    let head = TextRange(start, min(paragraphEnd(at: offset), start + 1000))
    guard hasRightToLeft(in: head) else { return false }
    // Nearly always one of the first characters is a strong one.
    let first = TextRange(start, characterBoundary(atOrAfter: min(head.end, start + 32)))
    return isRightToLeft(first) || first.end < head.end && isRightToLeft(head)
  }

  /// Whether the first strong character of a range is written from right to left.
  private func isRightToLeft(_ range: TextRange) -> Bool {
    TextSegmenter.levels(of: units(in: range)).base == 1
  }

  /// Whether any part of a range may be shown from right to left.
  ///
  /// If not, the visual order equals the stored order, and ICU need not be called.
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

  /// Returns the paragraph that holds an offset, without its terminator.
  package func paragraph(at offset: Int) -> TextRange {
    TextRange(paragraphStart(at: offset), paragraphEnd(at: offset))
  }
}
