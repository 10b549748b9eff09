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
  private let exchangeable: UInt64
  /// The pairs of letters meant, with the columns after what was typed for them.
  private let pairs: UnsafeMutableBufferPointer<PairMeant>
  /// For each letter that begins a pair the index of its first one; they are in order.
  private let firstPairs: UnsafeMutablePointer<Int>
  /// For each column the one before the repetition that ends there; -1 for none.
  private let repetitions: UnsafeMutablePointer<Int>
  /// For each column the end of the last repetition that begins there; 0 for none.
  private let repetitionEnds: UnsafeMutablePointer<Int>

  /// Two letters meant, and the columns after the one or two letters typed for them.
  private struct PairMeant {
    let first: Int
    let second: Int
    var one: UInt64 = 0
    var two: UInt64 = 0
  }

  /// The columns in which edits end, by kind.
  struct Columns {
    var twoForOne: UInt64
    var oneForTwo: UInt64 = 0
    var twoForTwo: UInt64 = 0
    var exchanged: UInt64 = 0
    static let none = Columns(twoForOne: 0)
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
    repetitionEnds = .allocate(capacity: typed.count + 1)
    repetitionEnds.initialize(repeating: 0, count: typed.count + 1)
    var exchangeable: UInt64 = 0
    for (index, label) in typed.enumerated() where Int(label) < count {
      places[Int(label)] |= 1 << UInt64(index)
      guard index + 2 < typed.count, !costs.isVowel(label), costs.isVowel(typed[index + 1]),
        !costs.isVowel(typed[index + 2]), typed[index + 2] != label
      else { continue }
      exchangeable |= 1 << UInt64(index)
    }
    self.exchangeable = exchangeable
    var pairs: [PairMeant] = []
    for pair in costs.spellings.pairs {
      Self.add(pair, count, places, twoForOne, starts, to: &pairs)
    }
    pairs.sort { $0.first < $1.first }
    self.pairs = .allocate(capacity: pairs.count)
    _ = self.pairs.initialize(from: pairs)
    firstPairs = .allocate(capacity: count)
    firstPairs.initialize(repeating: 0, count: count)
    for (index, pair) in pairs.enumerated().reversed() { firstPairs[pair.first] = index }
    var repetitionColumns: UInt64 = 0
    for column in typed.indices.map({ $0 + 1 }) {
      for length in 2...4 where 2 * length <= column {
        let start = column - length
        guard typed[start..<column].elementsEqual(typed[start - length..<start]) else { continue }
        repetitions[column] = start
        repetitionEnds[start] = column
        repetitionColumns |= 1 << UInt64(column)
      }
    }
    self.repetitionColumns = repetitionColumns
  }

  deinit {
    places.deallocate()
    pairs.deallocate()
    firstPairs.deallocate()
    repetitions.deallocate()
    repetitionEnds.deallocate()
  }

  private static func add(
    _ pair: SoundSpellings.Pair, _ count: Int, _ places: UnsafeMutablePointer<UInt64>,
    _ twoForOne: UnsafeMutablePointer<UInt64>, _ starts: UnsafeMutablePointer<UInt64>,
    to pairs: inout [PairMeant]
  ) {
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
    let second = Int(pair.meant[1])
    let known = pairs.firstIndex { $0.first == first && $0.second == second }
    if known == nil { pairs.append(PairMeant(first: first, second: second)) }
    let index = known ?? pairs.count - 1
    if pair.typed.count == 1 { pairs[index].one |= ends } else { pairs[index].two |= ends }
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
    if starts[previous] != 0 {
      var index = firstPairs[previous]
      while index < pairs.count, pairs[index].first == previous {
        if pairs[index].second == label {
          (columns.oneForTwo, columns.twoForTwo) = (pairs[index].one, pairs[index].two)
          break
        }
        index += 1
      }
    }
    if second >= 0, second != label {
      columns.exchanged =
        (places[label] & exchangeable) &<< 3 & places[previous] &<< 2 & places[second] &<< 1
    }
    return columns
  }

  /// Returns whether a letter may have been typed as two letters, or begins two letters that may
  /// have been typed as others.
  func isStart(_ label: Int) -> Bool { twoForOne[label] | starts[label] != 0 }

  /// Calls a function with the second letter of each pair meant that begins with a letter.
  func forEachSecond(after label: Int, _ visit: (Int) -> Void) {
    for pair in pairs where pair.first == label { visit(pair.second) }
  }

  /// Returns the columns from which a letter may begin a spelling of two letters.
  func spellingStarts(_ label: Int) -> UInt64 { starts[label] }

  /// Returns the columns from which a letter may be the first of three exchanged ones.
  func exchangeStarts(_ label: Int) -> UInt64 { places[label] &>> 2 & exchangeable }

  /// Returns the columns from which two letters may be the first of three exchanged ones.
  func exchangeStarts(_ first: Int, _ second: Int) -> UInt64 {
    first < 0 ? 0 : places[first] &>> 2 & places[second] &>> 1 & exchangeable
  }

  /// Returns the last column of the letters that are typed twice after a column; 0 for none.
  func repetitionEnd(after column: Int) -> Int { repetitionEnds[column] }

  /// The columns in which letters end that are typed twice.
  let repetitionColumns: UInt64

  /// Returns the column before the letters that are typed twice before a column; nil for none.
  func repetitionStart(before column: Int) -> Int? {
    repetitions[column] < 0 ? nil : repetitions[column]
  }
}
