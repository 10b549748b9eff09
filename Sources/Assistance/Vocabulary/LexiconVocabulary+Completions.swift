// SPDX-License-Identifier: Apache-2.0

/// Completions and next words, from the lexicon and the n-grams together.
extension LexiconVocabulary {
  /// The words of the lexicon and of each length of n-grams that are compared besides those asked
  /// for: some of them are the same, or may not be offered.
  private static let spare = 6

  package func completions(of start: String, after previous: [String], count: Int) -> [String] {
    guard count > 0 else { return [] }
    let letterCase = LetterCase(of: start)
    return likeliest(below: start, after: previous, count: count).map {
      letterCase.applied(to: lexicon.spelling(of: $0.word, $0.labels), in: language)
    }
  }

  private func likeliest(
    below start: String, after previous: [String], count: Int
  ) -> [Lexicon.Found] {
    guard let ngrams, let context = context(after: previous), !context.isUnknown else {
      return lexicon.likeliest(below: start, count: count)
    }
    var found = lexicon.likeliest(below: start, count: count + Self.spare)
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
    return scored.sorted { $0.1 > $1.1 }.prefix(count).map(\.0)
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
