// SPDX-License-Identifier: Apache-2.0

/// The words that may follow one or two others.
///
/// All probabilities are logarithms in 32nds of a factor of ten, at most 0.
struct NGramContext {
  /// The n-grams that begin with the words of a context.
  struct Entries {
    let range: Range<Int>
    /// The factor for words that are not among them, as a logarithm.
    let weight: Int

    init(_ range: Range<Int>, weight: Int) { (self.range, self.weight) = (range, weight) }
  }

  private let ngrams: NGrams
  private let pairs: Entries?
  private let triples: Entries?

  init(_ ngrams: NGrams, pairs: Entries?, triples: Entries?) {
    (self.ngrams, self.pairs, self.triples) = (ngrams, pairs, triples)
  }

  /// Whether the file has nothing about the words of the context.
  var isUnknown: Bool { pairs == nil }

  /// Returns the probability of a word.
  ///
  /// - Parameters:
  ///   - word: the number of the word; nil if the file does not have it.
  ///   - alone: the probability without a context.
  /// - Returns: the probability in this context.
  func probability(of word: Int?, alone: Int) -> Int {
    let layout = ngrams.layout
    var weight = 0
    if let triples {
      if let word, let found = ngrams.index(of: word, in: triples.range, layout.triples) {
        return ngrams.probability(at: found, layout.triples)
      }
      weight += triples.weight
    }
    if let pairs {
      if let word, let found = ngrams.index(of: word, in: pairs.range, layout.pairs) {
        return weight + ngrams.probability(at: found, layout.pairs)
      }
      weight += pairs.weight
    }
    return weight + alone
  }

  /// Returns the likeliest words of the n-grams, in no order and possibly twice.
  ///
  /// - Parameters:
  ///   - words: the range of the words to consider.
  ///   - count: the maximum number of words of each length of n-grams.
  /// - Returns: the numbers of the words.
  func likeliest(in words: Range<Int>, count: Int) -> [Int] {
    let layout = ngrams.layout
    return likeliest(in: words, of: triples, layout.triples, count)
      + likeliest(in: words, of: pairs, layout.pairs, count)
  }

  private func likeliest(
    in words: Range<Int>, of entries: Entries?, _ table: NGramLayout.Table, _ count: Int
  ) -> [Int] {
    guard let entries, count > 0 else { return [] }
    let start = ngrams.lowerBound(of: words.lowerBound, in: entries.range, table)
    let end = ngrams.lowerBound(of: words.upperBound, in: entries.range, table)
    var best: [(entry: Int, probability: Int)] = []
    for entry in start..<max(start, end) {
      let probability = ngrams.probability(at: entry, table)
      if best.count == count {
        guard probability > best[count - 1].probability else { continue }
        best.removeLast()
      }
      let at = best.firstIndex { $0.probability < probability } ?? best.count
      best.insert((entry, probability), at: at)
    }
    return best.map { ngrams.word(at: $0.entry, table) }.filter { words.contains($0) }
  }
}
