// SPDX-License-Identifier: Apache-2.0
public import Text

/// A finder of text units around positions.
///
/// The UIKit counterpart is `UITextInputStringTokenizer`. The units of a granularity cover the text
/// without gaps, except that the text between words is no unit. A position on a boundary belongs to
/// the unit in the requested direction (INP-15).
public struct TextTokenizer: Sendable {
  /// The text to search.
  public var storage: TextStorage
  /// The layout of the visual lines, for the granularity `line`.
  public var layout: LineLayout

  /// Creates a tokenizer.
  ///
  /// - Parameters:
  ///   - storage: the text to search; copying it is cheap.
  ///   - layout: the layout of the visual lines, for the granularity `line` only.
  public init(_ storage: TextStorage, layout: LineLayout = LineLayout()) {
    self.storage = storage
    self.layout = layout
  }

  /// Finds the unit around a position; `rangeEnclosingPosition(_:with:inDirection:)`.
  ///
  /// - Parameters:
  ///   - position: the position to examine.
  ///   - granularity: the kind of unit.
  ///   - direction: the direction that decides on a boundary.
  /// - Returns: the unit; nil if the direction leads out of the text or into text between words.
  public func rangeEnclosingPosition(
    _ position: TextPosition, with granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> TextRange? {
    let isForward = leadsForward(direction, at: position)
    let segment = segment(at: isForward ? position.offset : position.offset &- 1, granularity)
    return segment.flatMap { $0.isUnit ? $0.range : nil }
  }

  /// Reports whether a position is in a unit in a direction;
  /// `isPosition(_:withinTextUnit:inDirection:)`.
  ///
  /// - Parameters:
  ///   - position: the position to examine.
  ///   - granularity: the kind of unit.
  ///   - direction: the direction that decides on a boundary.
  /// - Returns: whether ``rangeEnclosingPosition(_:with:inDirection:)`` finds a unit.
  public func isPosition(
    _ position: TextPosition, withinTextUnit granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> Bool {
    rangeEnclosingPosition(position, with: granularity, inDirection: direction) != nil
  }

  /// Reports whether a boundary is at a position; `isPosition(_:atBoundary:inDirection:)`.
  ///
  /// Forward, something must end at the position; backward, something must begin there. Text
  /// between words has boundaries too: a position between a word and a space is at a boundary in
  /// both directions.
  ///
  /// - Parameters:
  ///   - position: the position to examine.
  ///   - granularity: the kind of unit.
  ///   - direction: the direction to search in.
  /// - Returns: whether a boundary is there.
  public func isPosition(
    _ position: TextPosition, atBoundary granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> Bool {
    if leadsForward(direction, at: position) {
      return segment(at: position.offset &- 1, granularity)?.range.end == position.offset
    }
    return segment(at: position.offset, granularity)?.range.start == position.offset
  }

  /// Finds the next boundary in a direction; `position(from:toBoundary:inDirection:)`.
  ///
  /// - Parameters:
  ///   - position: the position to start from.
  ///   - granularity: the kind of unit.
  ///   - direction: the direction to search in.
  /// - Returns: the boundary; nil at the edge of the text.
  public func position(
    from position: TextPosition, toBoundary granularity: TextGranularity,
    inDirection direction: TextDirection
  ) -> TextPosition? {
    if leadsForward(direction, at: position) {
      return segment(at: position.offset, granularity).map { TextPosition($0.range.end) }
    }
    return segment(at: position.offset &- 1, granularity).map { TextPosition($0.range.start) }
  }

  /// Whether a direction leads forward: left and right depend on the paragraph's direction; up is
  /// backward and down is forward.
  private func leadsForward(_ direction: TextDirection, at position: TextPosition) -> Bool {
    switch direction {
    case .forward, .down: true
    case .backward, .up: false
    case .right: !storage.isRightToLeft(at: position.offset)
    case .left: storage.isRightToLeft(at: position.offset)
    }
  }

  /// Returns the unit or the text between words that holds the code unit at an offset; nil outside
  /// the text.
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
