// SPDX-License-Identifier: Apache-2.0

/// Completions and next words, from the lexicon and the n-grams together.
extension LexiconVocabulary {
  /// The words of the lexicon and of each length of n-grams that are compared besides those asked
  /// for: some of them are the same, or may not be offered.
  private static let spare = 6
  /// A word that is one of a hundred thousand may always be meant.
  private static let frequent = -5 * 32
  /// A rarer one may be meant if it is not much less likely than the first word: a factor of 300.
  private static let unlikely = 79

  package func completions(of start: String, after previous: [String], count: Int) -> [String] {
    likeliest(of: start, after: previous, count: count).words
  }

  package func likeliest(of start: String, after previous: [String], count: Int) -> Completions {
    guard count > 0 else { return Completions(words: [], certainty: 0) }
    let letterCase = LetterCase(of: start)
    let scored = likeliest(below: start, after: previous, count: count)
    // The other words have a part of the probability, each less than those that were found.
    let best = scored.first?.probability ?? 0
    let sum = scored.reduce(0) { $0 + Self.share(best - $1.probability) }
    return Completions(
      words: scored.prefix(count).map {
        letterCase.applied(to: lexicon.spelling(of: $0.word.word, $0.word.labels), in: language)
      }, certainty: sum > 0 ? 1 / sum : 0,
      isStartMeant: isMeant(start, after: previous, insteadOf: best))
  }

  /// The part of a probability for each 32nd of a factor of ten that a word is less likely.
  private static let shares = (0...96).reduce(into: [Double]()) { shares, _ in
    shares.append((shares.last ?? 1 / 0.930_572_04) * 0.930_572_04)
  }

  private static func share(_ distance: Int) -> Double {
    distance < shares.count ? shares[max(0, distance)] : 0
  }

  /// Returns words with the logarithms of their probabilities, the likeliest first; more than asked
  /// for.
  private func likeliest(
    below start: String, after previous: [String], count: Int
  ) -> [(word: Lexicon.Found, probability: Int)] {
    var found = lexicon.likeliest(below: start, count: count + Self.spare)
    guard let ngrams, let context = context(after: previous), !context.isUnknown else {
      return found.map { ($0, Int($0.frequency) - Lexicon.certainFrequency) }
    }
    var known = Set(found.map(\.word))
    let range = ngrams.numbers(beginningWith: folded(start))
    for number in context.likeliest(in: range, count: count + Self.spare) {
      guard let word = lexiconWord(ngrams.word(number)), known.insert(word.word).inserted else {
        continue
      }
      found.append(word)
    }
    let scored = found.map { word in
      let number = ngrams.number(of: lexicon.alphabet.text(word.labels))
      return (
        word,
        context.probability(of: number, alone: Int(word.frequency) - Lexicon.certainFrequency)
      )
    }
    return scored.sorted { $0.1 > $1.1 }
  }

  /// Whether a text is a word that a person may mean, although a longer one has a probability, of
  /// which the logarithm is given.
  private func isMeant(
    _ text: String, after previous: [String], insteadOf best: Int
  ) -> Bool {
    guard let labels = lexicon.alphabet.labels(of: folded(text)),
      let node = lexicon.node(for: labels), node.isWord
    else {
      // Any text may be one of the words that a short list lacks.
      return rules.strictness > 0 || contains(text)
    }
    let alone = Int(lexicon.frequency(of: node.firstWord)) - Lexicon.certainFrequency
    if alone >= Self.frequent { return true }
    guard let ngrams, let context = context(after: previous), !context.isUnknown else {
      return best - alone < Self.unlikely
    }
    let number = ngrams.number(of: lexicon.alphabet.text(labels))
    return best - context.probability(of: number, alone: alone) < Self.unlikely
  }

  /// Returns how much likelier a word is after another one than without it, in 32nds of a factor of
  /// ten; 0 if nothing is known.
  func gain(of word: FoundWord, in context: NGramContext?) -> Int32 {
    guard let ngrams, let context else { return 0 }
    let alone = Int(word.frequency) - Lexicon.certainFrequency
    let number = ngrams.number(of: lexicon.alphabet.text(word.labels))
    return Int32(context.probability(of: number, alone: alone) - alone)
  }

  /// Returns the context after words; nil if there are no n-grams.
  func context(after previous: [String]) -> NGramContext? {
    ngrams?.context(after: previous.map(folded))
  }

  private func folded(_ text: String) -> String {
    lexicon.alphabet.lowercased(text).replacingApostrophes
  }

  /// Returns the word of the lexicon for a folded word; nil if the lexicon does not have it or
  /// takes it for a mistake.
  private func lexiconWord(_ text: String) -> Lexicon.Found? {
    guard let labels = lexicon.alphabet.labels(of: text), let node = lexicon.node(for: labels),
      node.isWord, !lexicon.isSuspect(node.firstWord)
    else { return nil }
    return Lexicon.Found(
      word: node.firstWord, labels: labels, frequency: lexicon.frequency(of: node.firstWord))
  }
}
