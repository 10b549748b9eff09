// SPDX-License-Identifier: Apache-2.0

/// Mistakes that concern several words: a missing space, and words that are taken for others.
extension LexiconVocabulary {
  /// The least number of letters of two words without their space, and of each of the words.
  private static let (joinedLength, partLength) = (5, 2)
  /// The frequency that each of the words must have, and one with two letters, in 32nds of a factor
  /// of ten.
  private static let (partFrequency, shortPartFrequency) = (32 * 4, 32 * 6)
  /// The least probability of the second word after the first one.
  private static let pairProbability = -64
  /// How much likelier the two words must be than the text as a word of the list.
  private static let pairLead = 32

  /// Returns two words that were typed without the space between them, and how likely they are; nil
  /// if the text may be a word.
  ///
  /// Only the n-grams can tell: the second word must often follow the first one.
  ///
  /// - Parameters:
  ///   - labels: the letters of the text.
  ///   - known: the number of the text if the list has it; nil otherwise.
  /// - Returns: the words with a space, and a score that compares with those of other corrections.
  func separated(_ labels: [UInt8], _ known: Int?) -> (text: String, score: Int32)? {
    guard let ngrams, rules.findsMissingSpaces, labels.count >= Self.joinedLength else {
      return nil
    }
    let frequency = known.map { Int(lexicon.frequency(of: $0)) + Self.pairLead } ?? 0
    // Nearly all words are too frequent.
    guard frequency <= Self.partFrequency + Self.pairLead else { return nil }
    var best: (text: String, score: Int32)?
    var node = lexicon.root
    for index in 1...labels.count - Self.partLength {
      guard let next = lexicon.child(of: node, label: labels[index - 1]) else { break }
      node = next
      guard let left = part(node, index),
        let end = lexicon.node(for: labels[index...]), let right = part(end, labels.count - index),
        let probability = ngrams.probability(
          of: lexicon.alphabet.text(Array(labels[index...])),
          after: lexicon.alphabet.text(Array(labels[..<index]))),
        probability >= Self.pairProbability,
        Int(lexicon.frequency(of: left)) + probability >= frequency
      else { continue }
      let zipf = Double(Int(lexicon.frequency(of: left)) + probability) / 32
      let score = EditCosts.steps(zipf * weights.frequency - weights.missingSpace)
      if let best, best.score >= score { continue }
      let first = lexicon.spelling(of: left, Array(labels[..<index]))
      let second = lexicon.spelling(of: right, Array(labels[index...]))
      best = (first + " " + second, score)
    }
    return best
  }

  /// Returns the number of the word at a place if it is frequent enough for a part.
  private func part(_ node: Lexicon.Node, _ length: Int) -> Int? {
    guard length >= Self.partLength, node.isWord, !lexicon.isSuspect(node.firstWord) else {
      return nil
    }
    let least = length == Self.partLength ? Self.shortPartFrequency : Self.partFrequency
    return Int(lexicon.frequency(of: node.firstWord)) >= least ? node.firstWord : nil
  }

  package func phrase(endingIn words: [String], before end: Unicode.Scalar?) -> Phrase? {
    // Most words follow no word of a phrase.
    guard words.count > 1, !rules.phrases.isEmpty else { return nil }
    let before = lexicon.alphabet.lowercased(words[words.count - 2])
    guard rules.phraseWords.contains(before[...]) else { return nil }
    let folded = words.map { lexicon.alphabet.lowercased($0).replacingApostrophes }
    let last = folded[folded.count - 1]
    let typed = folded.suffix(2).joined(separator: " ")
    if let meant = rules.phrases[typed] { return Phrase(wordCount: 2, text: meant) }
    // As in "your welcome letter", more words may follow.
    if let end, !end.isSpace || end.value == 0x0A, let meant = rules.phrases[typed + "."] {
      return Phrase(wordCount: 2, text: meant)
    }
    guard folded.count > 2, let ngrams,
      let meant = rules.phrases[folded.suffix(3).prefix(2).joined(separator: " ") + " …"],
      let word = meant.split(separator: " ").last,
      let probability = ngrams.probability(of: last, after: String(word))
    else { return nil }
    // As in "should of course", the word may belong to what was typed.
    let other = ngrams.probability(of: last, after: folded[folded.count - 2])
    guard other.map({ $0 + Self.pairLead <= probability }) ?? true else { return nil }
    return Phrase(wordCount: 3, text: meant + " " + words[words.count - 1])
  }
}

extension NGrams {
  /// Returns the probability of a folded word after another one; nil if the file has no such pair.
  func probability(of word: String, after previous: String) -> Int? {
    guard let first = number(of: previous), let second = number(of: word) else { return nil }
    return probability(of: second, after: first)
  }
}
