// SPDX-License-Identifier: Apache-2.0

/// The letters of a typed text with the costs of each mistake that may have been made in it.
final class TypedLetters {
  let count: Int
  /// The number of letters of the alphabet.
  let letters: Int
  let labels: UnsafeMutablePointer<UInt8>
  /// For each typed letter the cost if it is one too many.
  let extras: UnsafeMutablePointer<Int32>
  /// For each letter meant the cost for each typed letter.
  let substitutions: UnsafeMutablePointer<Int32>
  /// For each letter meant the cost if it was not typed.
  let missings: UnsafeMutablePointer<Int32>
  /// For each letter meant the lowest cost of typing one of the other letters of the text for it.
  let cheapest: UnsafeMutablePointer<Int32>
  /// For each letter meant the lower one of these two costs.
  let singles: UnsafeMutablePointer<Int32>
  /// For each letter a bit for each of its places in the text.
  let places: UnsafeMutablePointer<UInt64>
  let multiples: MultipleLetterEdits
  let promising: PromisingLetters
  let missingDouble: Int32
  let firstLetter: Int32
  let transposition: Int32

  static let infinity: Int32 = 1 << 24

  /// Prepares the letters of a text.
  ///
  /// - Parameters:
  ///   - text: the labels of the letters; one that is not in the alphabet matches none.
  ///   - costs: the costs of mistakes.
  init(_ text: [UInt8], _ costs: EditCosts) {
    let weights = costs.weights
    count = text.count
    letters = costs.count
    missingDouble = EditCosts.steps(weights.missingDouble)
    firstLetter = EditCosts.steps(weights.firstLetter)
    transposition = EditCosts.steps(weights.transposition)
    multiples = MultipleLetterEdits(costs, text)
    labels = .allocate(capacity: count)
    labels.initialize(from: text, count: count)
    extras = .allocate(capacity: count)
    substitutions = .allocate(capacity: count * letters)
    missings = .allocate(capacity: letters)
    cheapest = .allocate(capacity: letters)
    singles = .allocate(capacity: letters)
    places = .allocate(capacity: letters)
    places.initialize(repeating: 0, count: letters)
    for meant in 0..<letters {
      missings[meant] = costs.missing(UInt8(meant))
      cheapest[meant] = Self.infinity
    }
    for (index, label) in text.enumerated() {
      for meant in 0..<letters {
        let cost = costs.substitution(of: UInt8(meant), by: label)
        let isSame = meant == Int(label)
        if isSame {
          places[meant] |= 1 << UInt64(index)
        } else {
          cheapest[meant] = min(cheapest[meant], cost)
        }
        // An accent that is left out says nothing about the letter.
        let isOther = !isSame && !costs.differInAccents(UInt8(meant), label)
        substitutions[meant * count + index] = cost + (index == 0 && isOther ? firstLetter : 0)
      }
      var cost = weights.extra
      if index > 0, text[index - 1] == label {
        cost = weights.extraDouble
      } else if index > 0 && costs.areNeighbors(label, text[index - 1])
        || index + 1 < count && costs.areNeighbors(label, text[index + 1])
      {
        cost = weights.extraNeighbor
      }
      extras[index] = EditCosts.steps(cost) + (index == 0 ? firstLetter : 0)
    }
    for meant in 0..<letters { singles[meant] = min(missings[meant], cheapest[meant]) }
    promising = PromisingLetters(text, letters: letters, multiples, single: singles)
  }

  deinit {
    labels.deallocate()
    extras.deallocate()
    substitutions.deallocate()
    missings.deallocate()
    cheapest.deallocate()
    singles.deallocate()
    places.deallocate()
  }

  /// Whether a word has the letters of the text.
  func equals(_ word: [UInt8]) -> Bool {
    word.count == count && word.indices.allSatisfy { word[$0] == labels[$0] }
  }
}
