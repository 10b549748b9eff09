// SPDX-License-Identifier: Apache-2.0

/// The search of ⌘E and ⌘G (6.4); the UIKit counterpart is `UITextSearching`.
///
/// The search ignores case. A match consists of whole characters: `e` is not found in `é`.
public struct FindSession: Sendable {
  /// The text to search for; empty for none.
  public var query: String {
    didSet { folded = query.unicodeScalars.map(Self.fold) }
  }
  private var folded: [UInt32] = []
  // The length of a window: long enough that few windows are needed, short enough that the first
  // one is cheap.
  private static let windowLength = 8192

  /// Creates a search.
  ///
  /// - Parameter query: the text to search for; an empty one is never found.
  public init(query: String = "") {
    self.query = query
    folded = query.unicodeScalars.map(Self.fold)
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
    guard !folded.isEmpty else { return [] }
    // A match may extend past the window, and a code point has at most two units.
    let start = storage.scalar(at: start)?.start ?? start
    let text = storage.substring(
      TextRange(start, start + Self.windowLength + 2 * folded.count))
    let scalars = Array(text.unicodeScalars)
    let units = scalars.map(Self.fold)
    guard units.count >= folded.count else { return [] }
    var found: [TextRange] = []
    var offset = start
    for index in 0...(units.count - folded.count) {
      if units[index] == folded[0], units[index..<(index + folded.count)].elementsEqual(folded) {
        let length = scalars[index..<(index + folded.count)].reduce(0) {
          $0 + UTF16.width($1)
        }
        let end = offset + length
        if storage.characterBoundary(atOrAfter: offset) == offset,
          storage.characterBoundary(atOrAfter: end) == end
        {
          found.append(TextRange(offset, end))
        }
      }
      offset += UTF16.width(scalars[index])
    }
    return found
  }

  /// Maps a code point to lower case, if that is a single code point.
  private static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
    if scalar.isASCII {
      return (0x41...0x5A).contains(scalar.value) ? scalar.value + 0x20 : scalar.value
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first?.value ?? scalar.value : scalar.value
  }
}
