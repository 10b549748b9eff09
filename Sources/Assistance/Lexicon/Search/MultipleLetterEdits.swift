// SPDX-License-Identifier: Apache-2.0

/// The mistakes in a typed text that concern several letters at once: other spellings of a sound,
/// exchanged letters, and repeated groups of letters.
///
/// A set of columns is a number with a bit for each column of the edit distance.
final class MultipleLetterEdits {
  /// The costs, in 32nds of a factor of ten.
  let spelling: Int32
  let exchange: Int32
  let repetition: Int32

  private let count: Int
  /// For each letter the indexes in the text.
  private let places: UnsafeMutablePointer<UInt64>
  /// For each letter meant the columns after two typed letters that sound like it.
  private let twoForOne: UnsafeMutablePointer<UInt64>
  /// For each letter the columns at which two letters meant may begin with it.
  private let starts: UnsafeMutablePointer<UInt64>
  /// The columns after which two consonants have a vowel between them.
  private var exchangeable: UInt64 = 0
  /// For each pair of letters meant the columns after what was typed for it.
  private var twoMeant: [Int: (one: UInt64, two: UInt64)] = [:]
  /// For each column the one before the repetition that ends there; -1 for none.
  private let repetitions: UnsafeMutablePointer<Int>

  /// The columns in which edits end, by kind.
  struct Columns {
    var twoForOne: UInt64
    var oneForTwo: UInt64 = 0
    var twoForTwo: UInt64 = 0
    var exchanged: UInt64 = 0
    var any: UInt64 { twoForOne | oneForTwo | twoForTwo | exchanged }
  }

  init(_ costs: EditCosts, _ typed: [UInt8]) {
    spelling = EditCosts.steps(costs.weights.spelling)
    exchange = EditCosts.steps(costs.weights.exchange)
    repetition = EditCosts.steps(costs.weights.repetition)
    count = costs.count
    places = .allocate(capacity: 3 * count)
    places.initialize(repeating: 0, count: 3 * count)
    twoForOne = places + count
    starts = twoForOne + count
    repetitions = .allocate(capacity: typed.count + 1)
    repetitions.initialize(repeating: -1, count: typed.count + 1)
    for (index, label) in typed.enumerated() where Int(label) < count {
      places[Int(label)] |= 1 << UInt64(index)
      guard index + 2 < typed.count, !costs.isVowel(label), costs.isVowel(typed[index + 1]),
        !costs.isVowel(typed[index + 2]), typed[index + 2] != label
      else { continue }
      exchangeable |= 1 << UInt64(index)
    }
    for pair in costs.spellings.pairs { add(pair) }
    for column in typed.indices.map({ $0 + 1 }) {
      for length in 2...4 where 2 * length <= column {
        let start = column - length
        guard typed[start..<column].elementsEqual(typed[start - length..<start]) else { continue }
        repetitions[column] = start
      }
    }
  }

  deinit {
    places.deallocate()
    repetitions.deallocate()
  }

  private func add(_ pair: SoundSpellings.Pair) {
    var columns = places[Int(pair.typed[0])]
    if pair.typed.count == 2 { columns &= places[Int(pair.typed[1])] >> 1 }
    guard columns != 0 else { return }
    let ends = columns << UInt64(pair.typed.count)
    let first = Int(pair.meant[0])
    guard pair.meant.count == 2 else {
      twoForOne[first] |= ends
      return
    }
    starts[first] |= columns
    let key = first * count + Int(pair.meant[1])
    if pair.typed.count == 1 {
      twoMeant[key, default: (0, 0)].one |= ends
    } else {
      twoMeant[key, default: (0, 0)].two |= ends
    }
  }

  /// Returns the columns in which edits end with a letter.
  ///
  /// - Parameters:
  ///   - label: the letter meant.
  ///   - previous: the letter before it; -1 for none.
  ///   - second: the letter before that; -1 for none.
  /// - Returns: the columns of each kind of edit.
  @inline(__always)
  func columns(_ label: Int, _ previous: Int, _ second: Int) -> Columns {
    var columns = Columns(twoForOne: twoForOne[label])
    guard previous >= 0 else { return columns }
    if starts[previous] != 0, let found = twoMeant[previous * count + label] {
      (columns.oneForTwo, columns.twoForTwo) = found
    }
    if second >= 0, second != label {
      columns.exchanged =
        (places[label] & exchangeable) << 3 & places[previous] << 2 & places[second] << 1
    }
    return columns
  }

  /// Returns the columns from which a letter may begin a spelling of two letters.
  func spellingStarts(_ label: Int) -> UInt64 { starts[label] }

  /// Returns the columns from which a letter may be the first of three exchanged ones.
  func exchangeStarts(_ label: Int) -> UInt64 { places[label] >> 2 & exchangeable }

  /// Returns the columns from which two letters may be the first of three exchanged ones.
  func exchangeStarts(_ first: Int, _ second: Int) -> UInt64 {
    first < 0 ? 0 : places[first] >> 2 & places[second] >> 1 & exchangeable
  }

  /// Returns the column before the letters that are typed twice before a column; nil for none.
  func repetitionStart(before column: Int) -> Int? {
    repetitions[column] < 0 ? nil : repetitions[column]
  }
}
