// SPDX-License-Identifier: Apache-2.0

/// What is searched for with ⌘E and ⌘G (6.4); UIKit's counterpart is `UITextSearching`.
///
/// Capitals match small letters. A match is whole characters: `e` is not found in `é`.
public struct FindSession: Sendable {
  /// What is searched for; empty for nothing.
  public var query: String {
    didSet { folded = query.unicodeScalars.map(Self.fold) }
  }
  private var folded: [UInt32] = []
  // Long enough that few are needed, short enough that the first one costs nothing.
  private static let windowLength = 8192

  /// Makes a search.
  public init(query: String = "") {
    self.query = query
    folded = query.unicodeScalars.map(Self.fold)
  }

  /// The first place at or behind an offset, else the first in the text; nil for none.
  ///
  /// An offset outside the text is cut to it.
  public func next(in storage: TextStorage, from offset: Int) -> TextRange? {
    let offset = storage.clamped(TextRange(caret: offset)).start
    return first(in: storage, from: offset) ?? first(in: storage, from: 0)
  }

  /// The last place that ends at or before an offset, else the last in the text; nil for none.
  ///
  /// An offset outside the text is cut to it.
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

  /// The places that begin in a window of the text, in order.
  private func matches(in storage: TextStorage, from start: Int) -> [TextRange] {
    guard !folded.isEmpty else { return [] }
    // A match may reach out of the window, and no code point has more than two units.
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

  /// A code point without the difference between capitals and small letters.
  private static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
    if scalar.isASCII {
      return (0x41...0x5A).contains(scalar.value) ? scalar.value + 0x20 : scalar.value
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first?.value ?? scalar.value : scalar.value
  }
}
