// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words of a lexicon, and the corrections that a noisy channel finds in it.
package final class LexiconVocabulary: Vocabulary {
  /// The lexicon.
  package let lexicon: Lexicon
  /// The costs of mistakes.
  package let weights: EditWeights
  /// When a correction is certain enough.
  package let rule: CorrectionRule
  /// Which words follow others; nil if unknown, so that words are compared by frequency alone.
  package var ngrams: NGrams?
  let language: LanguageTag
  private let parts: WordParts
  let rules: LanguageRules
  /// The costs for the keys that were used last.
  private var lastCosts: (keys: KeyNeighbors, costs: EditCosts)?

  /// Creates a vocabulary.
  ///
  /// - Parameters:
  ///   - lexicon: an open lexicon.
  ///   - ngrams: which words follow others; nil if unknown.
  ///   - weights: the costs of mistakes.
  ///   - rule: when a correction is certain enough.
  package init(
    _ lexicon: Lexicon, ngrams: NGrams? = nil, weights: EditWeights = EditWeights(),
    rule: CorrectionRule = CorrectionRule()
  ) {
    self.lexicon = lexicon
    self.ngrams = ngrams
    self.weights = weights
    self.rule = rule
    language = LanguageTag(lexicon.language) ?? .english
    rules = LanguageRules.rules(for: lexicon.language)
    parts = WordParts(lexicon: lexicon, rules: rules)
  }

  package func contains(_ word: String) -> Bool {
    rules.mistakes[lexicon.alphabet.lowercased(word)] == nil && parts.contains(word)
  }

  package func correction(
    of word: String, after previous: String?, on keys: KeyNeighbors
  ) -> String? {
    search(for: word, after: previous, on: keys).correction
  }

  package func search(
    for word: String, after previous: String?, on keys: KeyNeighbors
  ) -> FoundCorrection {
    var compared: [FoundWord] = []
    let correction = correction(of: word, after: previous, on: keys, comparing: &compared)
    guard !compared.isEmpty else { return FoundCorrection(correction) }
    return FoundCorrection(correction) { [self] count in
      let letterCase = LetterCase(of: word)
      return compared.prefix(count).map {
        letterCase.applied(to: lexicon.spelling(of: $0.word, $0.labels), in: language)
      }
    }
  }

  /// Returns the correction of a word.
  ///
  /// - Parameters:
  ///   - word: the text as typed.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - keys: which keys of the layout in use are next to each other.
  ///   - compared: receives the words that were compared; unchanged if no search was needed.
  /// - Returns: the correction; nil for none.
  private func correction(
    of word: String, after previous: String?, on keys: KeyNeighbors,
    comparing compared: inout [FoundWord]
  ) -> String? {
    let letterCase = LetterCase(of: word)
    guard letterCase != .mixed, let labels = lexicon.alphabet.labels(of: word),
      // Greek capitals have no accents.
      letterCase != .upper || language.script != .greek
    else { return nil }
    let folded = lexicon.alphabet.text(labels)
    if let meant = rules.mistakes[folded] { return letterCase.applied(to: meant, in: language) }
    let known = lexicon.number(of: word)
    let isName = letterCase == .capitalized && previous != nil
    let pair = isName ? nil : separated(labels, known)
    if let known, pair == nil || lexicon.isSuspect(known) {
      if let form = formWithApostrophe(labels, lexicon.frequency(of: known)) {
        return letterCase.applied(to: form, in: language)
      }
      if !lexicon.isSuspect(known) {
        // The list may fold letters: it has "strasse" for "Straße", which stays as it is.
        let typed = word.replacingApostrophes
        guard lexicon.alphabet.lowercased(typed) == folded else { return nil }
        let spelling = lexicon.spelling(of: known, labels)
        let usual = letterCase.applied(to: spelling, in: language)
        return usual == typed ? nil : usual
      }
    } else if known == nil, parts.contains(word) {
      return nil
    }
    // A word that is still being typed, or an abbreviation.
    guard labels.count > 2, labels.count <= CandidateSearch.maximumLength else { return nil }
    // A capital within a sentence says that a word which the list has is a name.
    guard !isName || known == nil || rules.capitalizesNouns else { return nil }
    let strictness = (isName ? rule.name : 0) + rules.strictness
    let costs = costs(for: keys)
    var search = CandidateSearch(lexicon, costs, labels, count: 3)
    search.findBest(
      acceptable: rule.cost(labels.count) - strictness, limit: Self.limit(labels.count),
      lowest: rule.score(labels.count), window: Self.window)
    let found = weighted(search.found, after: previous)
    compared = found
    guard let best = found.first else {
      return pair.map { letterCase.applied(to: $0.text, in: language) }
    }
    if let pair, pair.score >= best.score || known.map({ !lexicon.isSuspect($0) }) == true {
      // Neither may be certain: a letter may be missing, and not a space.
      guard pair.score - best.score >= EditCosts.steps(rule.margin) else { return nil }
      return letterCase.applied(to: pair.text, in: language)
    }
    let isUnaccented = costs.lacksAccents(labels, of: best.labels)
    guard isUnaccented || !Self.differ(labels, best.labels, inEnding: rules.endingLetters),
      // An accent in a name is typed on purpose.
      letterCase != .capitalized || !costs.lacksAccents(best.labels, of: labels),
      !isName || rules.capitalizesNouns || best.frequency >= UInt8(32 * rule.nameFrequency),
      // Names of libraries, such as "libudev", are no mistakes for rare words.
      !folded.hasPrefix("lib") || best.frequency >= UInt8(32 * rule.nameFrequency),
      known != nil || !isUnaccented || best.frequency >= UInt8(32 * rules.accentedFrequency),
      accepts(
        best, found.dropFirst().first, labels.count, known, isUnaccented: isUnaccented, strictness)
    else { return nil }
    return letterCase.applied(
      to: lexicon.spelling(of: best.word, best.labels), in: language)
  }

  package func mayContinue(_ start: String) -> Bool {
    guard let labels = lexicon.alphabet.labels(of: start), let node = lexicon.node(for: labels),
      lexicon.highestFrequency(below: node) >= Self.frequentWord,
      rules.mistakes[lexicon.alphabet.text(labels)] == nil
    else { return false }
    // A mistake that a list has is offered its correction, although longer words begin with it.
    guard node.isWord else { return true }
    return !lexicon.isSuspect(node.firstWord)
      && formWithApostrophe(labels, lexicon.frequency(of: node.firstWord)) == nil
  }

  private static let frequentWord: UInt8 = 32 * 3

  package func guesses(
    for word: String, after previous: String?, on keys: KeyNeighbors, count: Int
  ) -> [String] {
    guard count > 0, let labels = lexicon.alphabet.labels(of: word),
      labels.count <= CandidateSearch.maximumLength
    else { return [] }
    let letterCase = LetterCase(of: word)
    var guesses: [String] = []
    if let meant = rules.mistakes[lexicon.alphabet.text(labels)] {
      guesses = [letterCase.applied(to: meant, in: language)]
    }
    for candidate in candidates(labels, after: previous, keys, count: max(count + 1, 5)) {
      let guess = letterCase.applied(
        to: lexicon.spelling(of: candidate.word, candidate.labels), in: language)
      if guess != word, !guesses.contains(guess) { guesses.append(guess) }
    }
    return Array(guesses.prefix(count))
  }

  /// Returns the likeliest words for the labels of a text, the likeliest first.
  func candidates(
    _ labels: [UInt8], after previous: String?, _ keys: KeyNeighbors, count: Int
  ) -> [FoundWord] {
    var search = CandidateSearch(lexicon, costs(for: keys), labels, count: count)
    search.findLikeliest(limit: Self.limit(labels.count), lowest: -4)
    return weighted(search.found, after: previous)
  }

  /// How much less likely than the best word others may be to be compared with it, in factors of
  /// ten; more than the margin of the rule, because the word before may make them likelier.
  private static let window = 1.2

  /// The greatest cost of the mistakes in a text of a number of letters.
  private static func limit(_ length: Int) -> Double { min(2.4 + 0.4 * Double(length), 7) }

  /// Returns the words that are no frequent mistakes, with scores that take the word before them
  /// into account, the likeliest first.
  private func weighted(_ found: [FoundWord], after previous: String?) -> [FoundWord] {
    let found = found.filter { rules.mistakes[lexicon.alphabet.text($0.labels)] == nil }
    guard let previous, let context = context(after: [previous]), !context.isUnknown else {
      return found
    }
    let weight = Int32((weights.context * 256).rounded())
    return found.map { word in
      var word = word
      word.score += (gain(of: word, in: context) * weight) >> 8
      return word
    }.sorted { $0.score > $1.score }
  }

  /// Whether two words differ in their last letters only, which may be an ending; letters in the
  /// wrong order are none.
  private static func differ(
    _ typed: [UInt8], _ found: [UInt8], inEnding length: Int
  ) -> Bool {
    let shared = zip(typed, found).prefix { $0 == $1 }.count
    return length > 0 && shared >= min(typed.count, found.count) - length
      && abs(typed.count - found.count) <= length
  }

  /// Decides by the rule; `known` is the number of the typed word if the list has it.
  private func accepts(
    _ best: FoundWord, _ second: FoundWord?, _ length: Int, _ known: Int?, isUnaccented: Bool,
    _ strictness: Double
  ) -> Bool {
    guard best.cost <= EditCosts.steps(rule.cost(length) - strictness),
      best.frequency >= UInt8(32 * rule.frequency)
    else { return false }
    // The lexicon marks a word as a suspect only if the accented word is much more frequent.
    if let known, !isUnaccented {
      let lead = Int(best.frequency) - Int(lexicon.frequency(of: known))
      guard lead >= Int(32 * (rule.lead + strictness)) else { return false }
    }
    guard let second else { return true }
    return best.score - second.score >= EditCosts.steps(rule.margin + rules.margin + strictness)
  }

  /// Returns the word that becomes the typed one without its apostrophe, if it is much more
  /// frequent: `don’t` for `dont`, but not `we’ll` for `well`.
  private func formWithApostrophe(_ labels: [UInt8], _ frequency: UInt8) -> String? {
    guard labels.count > 1, let apostrophe = lexicon.alphabet.apostrophe,
      !labels.contains(apostrophe)
    else { return nil }
    var node = lexicon.root
    for index in 1..<labels.count {
      guard let next = lexicon.child(of: node, label: labels[index - 1]) else { return nil }
      node = next
      guard let start = lexicon.child(of: node, label: apostrophe),
        let form = lexicon.node(for: labels[index...], from: start), form.isWord,
        Int(lexicon.frequency(of: form.firstWord)) >= Int(frequency) + 45
      else { continue }
      return lexicon.spelling(
        of: form.firstWord, Array(labels[..<index] + [apostrophe] + labels[index...]))
    }
    return nil
  }

  private func costs(for keys: KeyNeighbors) -> EditCosts {
    if let lastCosts, lastCosts.keys == keys { return lastCosts.costs }
    let costs = EditCosts(lexicon.alphabet, keys, weights, spellings: rules.spellings)
    lastCosts = (keys, costs)
    return costs
  }
}
