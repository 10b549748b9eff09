// SPDX-License-Identifier: Apache-2.0

/// The search of ⌘E and ⌘G (6.4); the UIKit counterpart is `UITextSearching`.
///
/// The search ignores case. A match consists of whole characters: `e` is not found in `é`.
public struct FindSession: Sendable {
  /// The text to search for; empty for none.
  public var query: String {
    didSet { (folded, overlaps) = Self.folded(query) }
  }
  private var folded: [UInt32] = []
  private var overlaps: [Int] = []
  // The length of a window: long enough that few windows are needed, short enough that the first
  // one is cheap.
  private static let windowLength = 8192

  /// Creates a search.
  ///
  /// - Parameter query: the text to search for; an empty one is never found.
  public init(query: String = "") {
    self.query = query
    (folded, overlaps) = Self.folded(query)
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
    let start = storage.characterBoundary(atOrBefore: start)
    // A match may extend past the window, and a code point has at most two units.
    let text = storage.substring(
      TextRange(start, start + Self.windowLength + 2 * folded.count))
    var found: [TextRange] = []
    // The offsets of the last code points, as many as the query has.
    var starts: [Int] = []
    var offset = start
    var matched = 0
    for scalar in text.unicodeScalars {
      starts.append(offset)
      offset += UTF16.width(scalar)
      let unit = Self.fold(scalar)
      while matched > 0, folded[matched] != unit { matched = overlaps[matched - 1] }
      if folded[matched] == unit { matched += 1 }
      guard matched == folded.count else { continue }
      found.append(TextRange(starts[starts.count - matched], offset))
      matched = overlaps[matched - 1]
    }
    guard !found.isEmpty else { return [] }
    let boundaries = Self.boundaries(of: text, at: start)
    return found.filter { boundaries.contains($0.start) && boundaries.contains($0.end) }
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

  /// Returns for each beginning of a query how much of its start it also ends with.
  ///
  /// With it a search reads each code point once (Knuth, Morris and Pratt).
  private static func overlaps(in query: [UInt32]) -> [Int] {
    var overlaps = [Int](repeating: 0, count: query.count)
    var length = 0
    for index in query.indices.dropFirst() {
      while length > 0, query[index] != query[length] { length = overlaps[length - 1] }
      if query[index] == query[length] { length += 1 }
      overlaps[index] = length
    }
    return overlaps
  }

  private static func folded(_ query: String) -> ([UInt32], [Int]) {
    let folded = query.unicodeScalars.map(Self.fold)
    return (folded, overlaps(in: folded))
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
