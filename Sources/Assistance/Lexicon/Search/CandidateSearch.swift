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
/// found so far.
final class CandidateSearch {
  private let lexicon: Lexicon
  private let costs: EditCosts
  private let typed: [UInt8]
  private let count: Int
  /// A letter's cost if it is one too many.
  private let extras: UnsafeMutablePointer<Int32>
  /// For each typed letter and each letter meant.
  private let substitutions: UnsafeMutablePointer<Int32>
  private let missings: UnsafeMutablePointer<Int32>
  private let multiples: MultipleLetterEdits
  private let missingDouble: Int32
  private let firstLetter: Int32
  private let transposition: Int32
  private let suspect: Int32
  private let doubtful: Int32
  private let unconfirmed: Int32
  private let frequencyWeight: Int32
  /// The rows of the edit distance, one for each letter of the place.
  private let rows: UnsafeMutablePointer<Int32>
  private var active: [Cells]
  private var path: [UInt8] = []
  private(set) var found: [FoundWord] = []
  /// The score that a word must exceed.
  private var worst: Int32 = -infinity
  private var limit: Int32 = 0
  private(set) var steps = 0

  /// The longest word that is searched for.
  static let maximumLength = 32
  private static let infinity: Int32 = 1 << 24
  /// The number of places after which a search gives up.
  private static let maximumSteps = 120_000

  init(_ lexicon: Lexicon, _ costs: EditCosts, _ typed: [UInt8], count: Int) {
    self.lexicon = lexicon
    self.costs = costs
    self.typed = typed
    self.count = count
    let weights = costs.weights
    firstLetter = EditCosts.steps(weights.firstLetter)
    transposition = EditCosts.steps(weights.transposition)
    frequencyWeight = Int32((weights.frequency * 256).rounded())
    suspect = EditCosts.steps(weights.suspect)
    doubtful = EditCosts.steps(weights.doubtful)
    unconfirmed = lexicon.isCombined ? EditCosts.steps(weights.unconfirmed) : 0
    rows = .allocate(capacity: (typed.count + 1) * (typed.count + 8))
    active = Array(repeating: Self.noCells, count: typed.count + 8)
    extras = .allocate(capacity: typed.count)
    substitutions = .allocate(capacity: typed.count * costs.count)
    missings = .allocate(capacity: costs.count)
    multiples = MultipleLetterEdits(costs, typed)
    missingDouble = EditCosts.steps(weights.missingDouble)
    prepare(weights)
  }

  deinit {
    rows.deallocate()
    extras.deallocate()
    substitutions.deallocate()
    missings.deallocate()
  }

  private func prepare(_ weights: EditWeights) {
    let letters = costs.count
    for label in 0..<letters { missings[label] = costs.missing(UInt8(label)) }
    for (index, label) in typed.enumerated() {
      let row = substitutions + index * letters
      costs.copySubstitutions(label, to: row)
      if index == 0 {
        for other in 0..<letters where other != Int(label) { row[other] += firstLetter }
      }
      var cost = weights.extra
      if index > 0, typed[index - 1] == label {
        cost = weights.extraDouble
      } else if index > 0 && costs.areNeighbors(label, typed[index - 1])
        || index + 1 < typed.count && costs.areNeighbors(label, typed[index + 1])
      {
        cost = weights.extraNeighbor
      }
      extras[index] = EditCosts.steps(cost) + (index == 0 ? firstLetter : 0)
    }
  }

  /// Finds the words with the highest scores.
  ///
  /// The bar that a score must reach is lowered until enough words are found: a high bar keeps most
  /// of the automaton out of the search, and most words are found above it.
  ///
  /// - Parameters:
  ///   - limit: the greatest cost of the mistakes.
  ///   - lowest: the lowest score; both in factors of ten.
  func run(limit: Double, lowest: Double) {
    self.limit = EditCosts.steps(limit)
    rows[0] = 0
    for index in typed.indices {
      rows[index + 1] = rows[index] + extras[index]
      if let start = multiples.repetitionStart(before: index + 1) {
        rows[index + 1] = min(rows[index + 1], rows[start] + multiples.repetition)
      }
    }
    active[0] = Cells(first: 0, last: typed.count)
    var bar = Self.firstBar
    while true {
      worst = EditCosts.steps(max(bar, lowest)) - 1
      let before = found
      found.removeAll(keepingCapacity: true)
      path.removeAll(keepingCapacity: true)
      visit(lexicon.root, -1, self.limit)
      // A search that was given up is worse than the one before it.
      if steps >= Self.maximumSteps, let first = before.first,
        found.first.map({ $0.score < first.score }) ?? true
      {
        found = before
      }
      guard found.count < count, bar > lowest, steps < Self.maximumSteps else { return }
      // Words that are much less likely than the best one do not matter.
      if let best = found.first, best.score > worst + EditCosts.steps(Self.window) { return }
      bar -= 1
    }
  }

  /// How much less likely than the best word others may be, in factors of ten.
  private static let window = 1.2

  /// The first score that words must reach, in factors of ten.
  private static let firstBar = 1.0

  /// Enters a place: computes the row of each letter that may follow.
  ///
  /// - Parameters:
  ///   - node: the place; its letters are in `path`, and its row has the number of letters.
  ///   - previous: the last letter; -1 for none.
  ///   - cap: the greatest cost with which a word below the place can be better than those found.
  private func visit(_ node: Lexicon.Node, _ previous: Int, _ cap: Int32) {
    let depth = path.count
    // A word that is much longer than the text costs more than any limit.
    guard depth < typed.count + Self.maximumMissing, steps < Self.maximumSteps else { return }
    let width = typed.count + 1
    let above = rows + depth * width
    let row = above + width
    let letters = costs.count
    let cells = active[depth]
    let before = depth > 0 ? active[depth - 1] : Self.noCells
    let first = min(cells.first, before.first + 2)
    let end = max(cells.last + 1, before.last + 2)
    lexicon.forEachChild(of: node) { label, child in
      steps += 1
      let label = Int(label)
      guard label < letters else { return }
      let missing =
        label == previous ? missingDouble : missings[label] + (depth == 0 ? firstLetter : 0)
      let substitution = substitutions + label
      let second = depth > 1 ? Int(path[depth - 2]) : -1
      let edits = multiples.columns(label, previous, second)
      var lowest = pending(label, previous, cells, before, above, width)
      var own = Self.noCells
      let start = edits.any == 0 ? first : min(first, edits.any.trailingZeroBitCount)
      let end = edits.any == 0 ? end : max(end, 63 - edits.any.leadingZeroBitCount)
      var index = start
      var left = Self.infinity
      while index < width {
        var cost = Self.infinity
        if index >= cells.first, index <= cells.last { cost = above[index] + missing }
        if index > 0 {
          let extra = left + extras[index - 1]
          if extra < cost { cost = extra }
          if index > cells.first, index <= cells.last + 1 {
            let change = above[index - 1] + substitution[(index - 1) * letters]
            if change < cost { cost = change }
          }
        }
        if index > 1 {
          let last = Int(typed[index - 1])
          if Int(typed[index - 2]) == label, last == previous, index - 2 >= before.first,
            index - 2 <= before.last
          {
            let swapped =
              (above - width)[index - 2] + transposition
              + (index == 2 && depth == 1 ? firstLetter : 0)
            if swapped < cost { cost = swapped }
          }
          // The next letter may complete a transposition.
          if last == label, index - 2 >= cells.first, index - 2 <= cells.last {
            lowest = min(lowest, above[index - 2] + transposition)
          }
        }
        if edits.any >> UInt64(index) & 1 == 1 {
          cost = min(cost, multiple(edits, index, depth))
        }
        if let repeated = multiples.repetitionStart(before: index), repeated >= start {
          cost = min(cost, row[repeated] + multiples.repetition)
        }
        row[index] = cost
        left = cost
        if cost <= cap {
          if own.first > index { own.first = index }
          own.last = index
          if cost < lowest { lowest = cost }
        } else if index > end {
          break
        }
        index += 1
      }
      guard lowest <= cap else { return }
      if child.isWord, own.last == width - 1 {
        path.append(UInt8(label))
        add(child.firstWord, row[width - 1])
        path.removeLast()
      }
      let childCap = min(limit, bar(lexicon.highestFrequency(below: child)) - 1)
      guard lowest <= childCap else { return }
      active[depth + 1] = own
      path.append(UInt8(label))
      visit(child, label, childCap)
      path.removeLast()
    }
  }

  /// The cost of the edits of several letters that end in a column.
  private func multiple(_ edits: MultipleLetterEdits.Columns, _ index: Int, _ depth: Int) -> Int32 {
    func cost(_ depth: Int, _ column: Int) -> Int32 {
      guard depth >= 0, column >= active[depth].first, column <= active[depth].last else {
        return Self.infinity
      }
      return rows[depth * (typed.count + 1) + column]
    }
    let bit = UInt64(1) << UInt64(index)
    var lowest = Self.infinity
    if edits.twoForOne & bit != 0 { lowest = cost(depth, index - 2) + multiples.spelling }
    if edits.oneForTwo & bit != 0 {
      lowest = min(lowest, cost(depth - 1, index - 1) + multiples.spelling)
    }
    if edits.twoForTwo & bit != 0 {
      lowest = min(lowest, cost(depth - 1, index - 2) + multiples.spelling)
    }
    if edits.exchanged & bit != 0 {
      lowest = min(lowest, cost(depth - 2, index - 3) + multiples.exchange)
    }
    return lowest
  }

  /// The lowest cost of an edit of several letters that a letter may begin or continue.
  private func pending(
    _ label: Int, _ previous: Int, _ cells: Cells, _ before: Cells,
    _ above: UnsafeMutablePointer<Int32>, _ width: Int
  ) -> Int32 {
    var lowest = Self.infinity
    func add(_ starts: UInt64, _ row: UnsafeMutablePointer<Int32>, _ cells: Cells, _ cost: Int32) {
      var starts = starts
      while starts != 0 {
        let column = starts.trailingZeroBitCount
        starts &= starts - 1
        if column >= cells.first, column <= cells.last { lowest = min(lowest, row[column] + cost) }
      }
    }
    add(multiples.spellingStarts(label), above, cells, multiples.spelling)
    add(multiples.exchangeStarts(label), above, cells, multiples.exchange)
    add(multiples.exchangeStarts(previous, label), above - width, before, multiples.exchange)
    return lowest
  }

  /// The cells of a row that are not above the cap; the others were not computed.
  private struct Cells {
    var first: Int
    var last: Int
  }

  private static let noCells = Cells(first: 1 << 20, last: -1 << 20)
  private static let maximumMissing = 6

  /// The cost below which a word of a frequency is better than the words found so far.
  private func bar(_ frequency: UInt8) -> Int32 {
    (Int32(frequency) * frequencyWeight) >> 8 - worst
  }

  private func add(_ word: Int, _ cost: Int32) {
    let frequency = lexicon.frequency(of: word)
    var score = (Int32(frequency) * frequencyWeight) >> 8 - cost
    switch lexicon.reliability(of: word) {
    case .suspect: score -= suspect
    case .doubtful: score -= doubtful
    case .listed: score -= unconfirmed
    case .confirmed: break
    }
    guard score > worst else { return }
    if found.count == count { found.removeLast() }
    let at = found.firstIndex { $0.score < score } ?? found.count
    found.insert(
      FoundWord(word: word, labels: path, cost: cost, frequency: frequency, score: score), at: at)
    if found.count == count { worst = found[count - 1].score }
  }
}
