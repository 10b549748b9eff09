// SPDX-License-Identifier: Apache-2.0

/// A word that may be meant.
package struct FoundWord {
  /// The number of the word.
  package let word: Int
  /// The letters of the word.
  package let labels: [UInt8]
  /// The cost of the mistakes, in 32nds of a factor of ten.
  package let cost: Int32
  /// The frequency of the word, in the same unit.
  package let frequency: UInt8
  /// How likely the word is meant, compared with others.
  package internal(set) var score: Int32
}

/// Finds the likeliest words for a typed text: a noisy channel, searched by branch and bound.
///
/// The search walks the automaton with a row of the edit distance for each letter. It leaves a
/// place when the cheapest way to it, and the highest frequency below it, cannot reach the words
/// found so far. The text itself is not found.
struct CandidateSearch: ~Copyable {
  private let lexicon: Lexicon
  private let typed: TypedLetters
  private let count: Int
  private let doubtful: Int32
  private let unconfirmed: Int32
  private let frequencyWeight: Int32
  private let rows: EditDistanceRows
  /// The letters of the place.
  private let path: UnsafeMutablePointer<UInt8>
  /// The words found, the likeliest first.
  private(set) var found: [FoundWord] = []
  /// The number of places that were looked at.
  private(set) var steps = 0
  /// The score that a word must exceed.
  private var worst: Int32 = -TypedLetters.infinity
  private var limit: Int32 = 0
  /// How much less likely than the best word others may be.
  private var window: Int32 = TypedLetters.infinity

  /// The longest word that is searched for.
  static let maximumLength = 32
  /// The number of places after which a search gives up.
  private var maximumSteps = 0
  /// That of a search for guesses, which are shown on request, and of one after a key.
  private static let maximumStepsForGuesses = 300_000
  private static let maximumStepsForKey = 25_000
  /// A word that is much longer than the text costs more than any limit.
  private static let maximumMissing = 6

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - lexicon: the words.
  ///   - costs: the costs of mistakes.
  ///   - labels: the letters of the text, at most ``maximumLength``.
  ///   - count: the maximum number of words.
  init(_ lexicon: Lexicon, _ costs: EditCosts, _ labels: [UInt8], count: Int) {
    self.lexicon = lexicon
    self.count = count
    typed = TypedLetters(labels, costs)
    let weights = costs.weights
    frequencyWeight = Int32((weights.frequency * 256).rounded())
    doubtful = EditCosts.steps(weights.doubtful)
    unconfirmed = lexicon.isCombined ? EditCosts.steps(weights.unconfirmed) : 0
    let depth = labels.count + Self.maximumMissing + 2
    rows = EditDistanceRows(typed, count: depth)
    path = .allocate(capacity: depth)
    path.initialize(repeating: 0, count: depth)
  }

  deinit { path.deallocate() }

  // MARK: Strategies

  /// Finds the words with the highest scores.
  ///
  /// The bar that a score must reach is lowered until enough words are found: a high bar keeps most
  /// of the automaton out of the search, and most words are found above it.
  ///
  /// - Parameters:
  ///   - limit: the greatest cost of the mistakes.
  ///   - lowest: the lowest score; both in factors of ten.
  mutating func findLikeliest(limit: Double, lowest: Double) {
    self.limit = EditCosts.steps(limit)
    window = TypedLetters.infinity
    maximumSteps = Self.maximumStepsForGuesses
    var bar = Self.firstBar
    while true {
      pass(EditCosts.steps(max(bar, lowest)))
      guard found.count < count, bar > lowest, steps < maximumSteps else { return }
      // Words that are much less likely than the best one do not matter.
      let enough = EditCosts.steps(bar + Self.window)
      if let best = found.first, best.score >= enough { return }
      bar -= 1
    }
  }

  /// Finds the best word, and those that are nearly as likely, if the best word is acceptable.
  ///
  /// - Parameters:
  ///   - acceptable: the greatest cost of the best word.
  ///   - limit: the greatest cost of the other words.
  ///   - lowest: the lowest score of the best word.
  ///   - window: how much less likely the others may be; all in factors of ten.
  mutating func findBest(acceptable: Double, limit: Double, lowest: Double, window: Double) {
    self.limit = EditCosts.steps(acceptable)
    self.window = EditCosts.steps(window)
    maximumSteps = Self.maximumStepsForKey
    // The last bar is the lowest score.
    let passes = max(((Self.firstBar - lowest) / Self.barStep).rounded(), 0)
    for number in stride(from: passes, through: 0, by: -1) {
      pass(EditCosts.steps(lowest + number * Self.barStep))
      guard found.isEmpty, steps < maximumSteps else { break }
    }
    guard let best = found.first, steps < maximumSteps else { return }
    self.limit = EditCosts.steps(limit)
    pass(best.score - self.window)
  }

  /// How much less likely than the best word others may be, in factors of ten.
  private static let window = 2.0

  /// The first score that words must reach, in factors of ten.
  private static let firstBar = 1.0
  private static let barStep = 2.2

  /// Finds the words whose score is not below a bar.
  private mutating func pass(_ bar: Int32) {
    worst = bar - 1
    let before = found
    found.removeAll(keepingCapacity: true)
    visit(lexicon.root, depth: 0, cap: limit)
    // A search that was given up is worse than the one before it.
    if steps >= maximumSteps, let first = before.first,
      found.first.map({ $0.score < first.score }) ?? true
    {
      found = before
    }
  }

  // MARK: The walk

  /// Enters a place: computes the row of each letter that may follow.
  ///
  /// - Parameters:
  ///   - node: the place; its letters are in `path`.
  ///   - depth: the number of its letters.
  ///   - cap: the greatest cost with which a word below the place can be better than those found.
  private mutating func visit(_ node: Lexicon.Node, depth: Int, cap: Int32) {
    let typed = typed
    guard depth < typed.count + Self.maximumMissing, steps < maximumSteps else { return }
    let cells = rows.cells(depth)
    let before = rows.cells(depth - 1)
    let previous = depth > 0 ? Int(path[depth - 1]) : -1
    let second = depth > 1 ? Int(path[depth - 2]) : -1
    let columns = cells.columns
    let columnsBefore = before.columns
    let above = rows.row(depth)
    let matching = typed.promising.matching(cells, previous)
    let promising = matching | typed.promising.affordable(cap &- cells.lowest)
    lexicon.forEachChild(of: node) { label, child in
      let label = Int(label)
      guard PromisingLetters.contains(promising, label), label < typed.letters else { return }
      steps &+= 1
      // The lowest cost of the next row is found out before the row is computed.
      var edits = MultipleLetterEdits.Columns.none
      var swaps: UInt64 = 0
      var pending = TypedLetters.infinity
      var least = cells.lowest &+ typed.singles[label]
      if PromisingLetters.contains(matching, label) {
        edits = typed.multiples.columns(label, previous, second)
        swaps = previous < 0 ? 0 : typed.places[label] &<< 2 & typed.places[previous] &<< 1
        pending = rows.pending(label, previous, columns, columnsBefore, depth)
        least = min(least, pending)
        if label == previous { least = min(least, cells.lowest &+ typed.missingDouble) }
        if edits.any | swaps & columnsBefore &<< 2 != 0 { least = 0 }
        EditDistanceRows.forEachColumn(of: typed.places[label] & columns) {
          least = min(least, above[$0])
        }
      }
      guard least <= cap else { return }
      let cap = min(limit, bar(lexicon.highestFrequency(below: child)) - 1)
      guard least <= cap else { return }
      let lowest = rows.compute(label, previous, edits, swaps, cells, before, depth, cap)
      guard min(lowest, pending) <= cap else { return }
      path[depth] = UInt8(label)
      if child.isWord, let cost = rows.wholeCost(depth + 1) {
        add(child.firstWord, cost, depth + 1)
      }
      visit(child, depth: depth + 1, cap: cap)
    }
  }

  // MARK: Words

  /// The cost below which a word of a frequency is better than the words found so far.
  private func bar(_ frequency: UInt8) -> Int32 {
    (Int32(frequency) * frequencyWeight) >> 8 - worst
  }

  private mutating func add(_ word: Int, _ cost: Int32, _ depth: Int) {
    let frequency = lexicon.frequency(of: word)
    var score = (Int32(frequency) * frequencyWeight) >> 8 - cost
    switch lexicon.reliability(of: word) {
    // A frequent mistake is neither meant nor as likely as a word.
    case .suspect: return
    case .doubtful: score -= doubtful
    case .listed: score -= unconfirmed
    case .confirmed: break
    }
    guard score > worst else { return }
    let labels = Array(UnsafeBufferPointer(start: path, count: depth))
    guard cost > 0 || !typed.equals(labels) else { return }
    if found.count == count { found.removeLast() }
    let at = found.firstIndex { $0.score < score } ?? found.count
    found.insert(
      FoundWord(word: word, labels: labels, cost: cost, frequency: frequency, score: score), at: at)
    if found.count == count { worst = max(worst, found[count - 1].score) }
    worst = max(worst, found[0].score - window - 1)
  }
}
