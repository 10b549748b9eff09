// SPDX-License-Identifier: Apache-2.0

/// The search of ⌘E and ⌘G (6.4); the UIKit counterpart is `UITextSearching`.
///
/// The search ignores case. A match consists of whole characters: `e` is not found in `é`.
public struct FindSession: Sendable {
  /// The text to search for; empty for none.
  public var query: String {
    didSet { pattern = FoldedPattern(query) }
  }
  private var pattern: FoldedPattern
  // The length of a window: long enough that few windows are needed, short enough that the first
  // one is cheap.
  private static let windowLength = 8192

  /// Creates a search.
  ///
  /// - Parameter query: the text to search for; an empty one is never found.
  public init(query: String = "") {
    self.query = query
    pattern = FoldedPattern(query)
  }

  /// Finds the first match at or after an offset, or else the first in the text.
  ///
  /// - Parameters:
  ///   - storage: the text to search.
  ///   - offset: a UTF-16 offset, clamped to the text.
  /// - Returns: the match; nil for none.
  public func next(in storage: TextStorage, from offset: Int) -> TextRange? {
    let offset = storage.clamped(TextRange(caret: offset)).start
    return first(in: storage, from: offset) ?? first(in: storage, from: 0)
  }

  /// Finds the last match that ends at or before an offset, or else the last in the text.
  ///
  /// - Parameters:
  ///   - storage: the text to search.
  ///   - offset: a UTF-16 offset, clamped to the text.
  /// - Returns: the match; nil for none.
  public func previous(in storage: TextStorage, before offset: Int) -> TextRange? {
    let offset = storage.clamped(TextRange(caret: offset)).start
    return last(in: storage, endingBy: offset) ?? last(in: storage, endingBy: storage.count)
  }

  private func first(in storage: TextStorage, from offset: Int) -> TextRange? {
    var start = offset
    while start < storage.count {
      if let match = matches(in: storage, from: start).first(where: { $0.start >= offset }) {
        return match
      }
      start += Self.windowLength
    }
    return nil
  }

  private func last(in storage: TextStorage, endingBy limit: Int) -> TextRange? {
    var start = limit
    while start > 0 {
      start -= Self.windowLength
      if let match = matches(in: storage, from: max(0, start)).last(where: { $0.end <= limit }) {
        return match
      }
    }
    return nil
  }

  /// Returns the matches that begin in a window of the text, in order.
  private func matches(in storage: TextStorage, from start: Int) -> [TextRange] {
    guard pattern.units > 0 else { return [] }
    let windowEnd = start + Self.windowLength
    let start = storage.characterBoundary(atOrBefore: start)
    // A match may extend past the window.
    let text = storage.substring(TextRange(start, windowEnd + pattern.units + 1))
    let found = pattern.matches(in: text).map {
      TextRange(start + $0.lowerBound, start + $0.upperBound)
    }
    guard !found.isEmpty else { return [] }
    let boundaries = Self.boundaries(of: text, at: start)
    // The last character of the read text may be only a part of one; the next window reads all of
    // it.
    return found.filter {
      $0.start < windowEnd && boundaries.contains($0.start) && boundaries.contains($0.end)
    }
  }

  /// Returns the offsets between the characters of a text.
  private static func boundaries(of text: String, at start: Int) -> Set<Int> {
    var offset = start
    var boundaries: Set<Int> = [start]
    for character in text.boundedCharacters {
      offset += character.utf16.count
      boundaries.insert(offset)
    }
    return boundaries
  }
}
