// SPDX-License-Identifier: Apache-2.0
public import Text

/// Finds the units of a text around its positions; UIKit's counterpart is
/// `UITextInputStringTokenizer`.
///
/// Every granularity covers the text without gaps; only between words lies what is no word. A
/// position on a boundary belongs to the unit that the asked direction leads into (INP-15).
public struct TextTokenizer: Sendable {
  /// The text.
  public var storage: TextStorage
  /// How its paragraphs fall into lines, for the granularity of lines.
  public var layout: LineLayout

  /// Makes a tokenizer; a copy of the text costs nothing.
  public init(_ storage: TextStorage, layout: LineLayout = LineLayout()) {
    self.storage = storage
    self.layout = layout
  }

  /// The unit around a position; `rangeEnclosingPosition(_:with:inDirection:)`.
  ///
  /// - Returns: nil where the direction leads into no unit: out of the text, or between words.
  public func rangeEnclosingPosition(
    _ position: TextPosition, with granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> TextRange? {
    let isForward = leadsForward(direction, at: position)
    let segment = segment(at: isForward ? position.offset : position.offset &- 1, granularity)
    return segment.flatMap { $0.isUnit ? $0.range : nil }
  }

  /// Whether a position is in a unit that the direction leads into;
  /// `isPosition(_:withinTextUnit:inDirection:)`.
  public func isPosition(
    _ position: TextPosition, withinTextUnit granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> Bool {
    rangeEnclosingPosition(position, with: granularity, inDirection: direction) != nil
  }

  /// Whether something ends here, going forward, or begins here, going backward;
  /// `isPosition(_:atBoundary:inDirection:)`.
  ///
  /// What stands between words has boundaries too: behind a word that a space follows both
  /// directions are at one.
  public func isPosition(
    _ position: TextPosition, atBoundary granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> Bool {
    if leadsForward(direction, at: position) {
      return segment(at: position.offset &- 1, granularity)?.range.end == position.offset
    }
    return segment(at: position.offset, granularity)?.range.start == position.offset
  }

  /// The next boundary in a direction; `position(from:toBoundary:inDirection:)`.
  ///
  /// - Returns: nil at the text's edge.
  public func position(
    from position: TextPosition, toBoundary granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> TextPosition? {
    if leadsForward(direction, at: position) {
      return segment(at: position.offset, granularity).map { TextPosition($0.range.end) }
    }
    return segment(at: position.offset &- 1, granularity).map { TextPosition($0.range.start) }
  }

  /// What left and right mean is the paragraph's direction; up is backward and down forward.
  private func leadsForward(_ direction: TextDirection, at position: TextPosition) -> Bool {
    switch direction {
    case .forward, .down: true
    case .backward, .up: false
    case .right: !storage.isRightToLeft(at: position.offset)
    case .left: storage.isRightToLeft(at: position.offset)
    }
  }

  /// What holds the code unit at an offset; nil outside the text.
  private func segment(at offset: Int, _ granularity: TextGranularity) -> TextSegment? {
    guard offset >= 0, offset < storage.count else { return nil }
    let range: TextRange
    switch granularity {
    case .word: return storage.wordSegment(at: offset)
    case .sentence: return storage.sentenceSegment(at: offset)
    case .character:
      let start = storage.characterBoundary(atOrBefore: offset)
      range = TextRange(start, storage.characterEnd(after: start))
    case .paragraph:
      range = TextRange(
        storage.paragraphStart(at: offset), storage.paragraphEndWithTerminator(at: offset))
    case .line: range = storage.line(at: offset, layout: layout)
    case .document: range = TextRange(0, storage.count)
    }
    return TextSegment(range: range, isUnit: true)
  }
}
