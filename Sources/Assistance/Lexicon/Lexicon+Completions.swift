// SPDX-License-Identifier: Apache-2.0

/// The search for the likeliest words that begin with a text.
extension Lexicon {
  /// A word that a search has found.
  struct Found {
    let word: Int
    let labels: [UInt8]
    let frequency: UInt8
  }

  /// Returns the most frequent words that begin with a text, the most frequent first, without
  /// frequent mistakes.
  ///
  /// - Parameters:
  ///   - start: the text, in any case.
  ///   - count: the maximum number of words.
  /// - Returns: the words.
  func likeliest(below start: String, count: Int) -> [Found] {
    guard count > 0 else { return [] }
    let labels = start.isEmpty ? [] : alphabet.labels(of: start)
    guard let labels, let node = node(for: labels) else { return [] }
    var found: [Found] = []
    // Only places that can still hold one of the most frequent words are entered: a heap in the
    // order of the highest frequency below.
    var places = [Place(node: node, labels: labels, highest: highestFrequency(below: node))]
    var steps = 0
    while let index = places.indices.max(by: { places[$0].highest < places[$1].highest }) {
      let place = places.remove(at: index)
      steps += 1
      if found.count >= count, found[count - 1].frequency >= place.highest || steps > 4000 { break }
      if place.node.isWord, !isSuspect(place.node.firstWord) {
        let frequency = frequency(of: place.node.firstWord)
        let at = found.firstIndex { $0.frequency < frequency } ?? found.count
        found.insert(
          Found(word: place.node.firstWord, labels: place.labels, frequency: frequency), at: at)
      }
      guard place.labels.count < LexiconAlphabet.maximumLength else { continue }
      forEachChild(of: place.node) { label, child in
        let highest = highestFrequency(below: child)
        if found.count < count || highest > found[count - 1].frequency {
          places.append(Place(node: child, labels: place.labels + [label], highest: highest))
        }
      }
    }
    return Array(found.prefix(count))
  }

  private struct Place {
    let node: Node
    let labels: [UInt8]
    let highest: UInt8
  }
}
