// SPDX-License-Identifier: Apache-2.0

/// Words by their keys, and in the order of the keys, to find the ones that begin with a text.
struct SortedWords {
  /// How many words that only seem to begin with a text are passed over.
  private static let patience = 100

  private var byKey: [WordKey: String]
  /// The keys in the order of their bytes in UTF-8, in which all that begin with a text are
  /// adjacent.
  private var keys: [WordKey]

  /// Creates a list; of several words with the same key it has the first.
  init(_ words: [(key: WordKey, text: String)]) {
    byKey = Dictionary(words.map { ($0.key, $0.text) }, uniquingKeysWith: { first, _ in first })
    keys = byKey.keys.sorted { Self.isBefore($0.text, $1.text) }
  }

  var isEmpty: Bool { keys.isEmpty }
  var count: Int { keys.count }
  /// The words.
  var texts: some Sequence<String> { byKey.values }

  /// The word with a key; nil for none.
  subscript(key: WordKey) -> String? { byKey[key] }

  /// Adds a word.
  ///
  /// - Returns: false if there is one with the same key, which stays.
  mutating func add(_ key: WordKey, _ text: String) -> Bool {
    guard byKey[key] == nil else { return false }
    byKey[key] = text
    keys.insert(key, at: start(of: key.text))
    return true
  }

  /// Removes and returns the word with a key; nil for none.
  mutating func remove(_ key: WordKey) -> String? {
    guard let index = byKey.index(forKey: key) else { return nil }
    // Equal keys may have different bytes.
    let removed = byKey.remove(at: index)
    let place = start(of: removed.key.text)
    if place < keys.count, keys[place] == removed.key { keys.remove(at: place) }
    return removed.value
  }

  /// Finds words that are longer than a text and begin with it.
  ///
  /// - Parameters:
  ///   - start: the text.
  ///   - count: the maximum number of words.
  /// - Returns: the words in order, with their keys.
  func words(
    beginningWith start: WordKey, count: Int
  ) -> [(key: WordKey, text: String)] {
    candidates(beginningWith: start, count: count).lazy
      .filter { $0 != start && $0.text.hasPrefix(start.text) }
      .prefix(count).compactMap { key in byKey[key].map { (key, $0) } }
  }

  /// Finds the keys that are looked at: few more than are wanted.
  ///
  /// Among them may be words whose next character combines with the last one of the text, so that
  /// they do not begin with it.
  ///
  /// - Parameters:
  ///   - start: the text.
  ///   - count: the maximum number of words that are wanted.
  /// - Returns: the keys in order.
  func candidates(beginningWith start: WordKey, count: Int) -> ArraySlice<WordKey> {
    keys[self.start(of: start.text)...].prefix(count + Self.patience)
      .prefix { $0.text.utf8.starts(with: start.text.utf8) }
  }

  /// The first place whose key does not precede a text.
  private func start(of text: String) -> Int {
    var places = 0..<keys.count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if Self.isBefore(keys[middle].text, text) {
        places = middle + 1..<places.upperBound
      } else {
        places = places.lowerBound..<middle
      }
    }
    return places.lowerBound
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
