// SPDX-License-Identifier: Apache-2.0

/// The maximum number of pairs of letters that are compared.
private let stepLimit = 200_000

/// Returns the name that a person most likely meant; nil if none is similar: one typing mistake in
/// a short word, two in a longer one.
///
/// A word of more than 64 bytes has no similar name. If the names are many and long, only the first
/// ones are compared.
package func nearest(to word: String, among names: some Sequence<String>) -> String? {
  // A longer word is not a typing mistake, and comparing a long word from a client could take half
  // a minute.
  guard word.utf8.count <= 64 else { return nil }
  let wanted = Array(word.lowercased().unicodeScalars)
  let limit = wanted.count < 4 ? 1 : max(2, wanted.count / 4)
  let wantedLetters = letterSet(of: word)
  // The work is limited, because a client may have a thousand names of its own.
  var steps = 0
  return names.compactMap { name -> (name: String, slips: Int)? in
    guard name.utf8.count <= 4 * (wanted.count + limit), steps < stepLimit,
      // A typing mistake removes at most one letter and adds at most one.
      (letterSet(of: name) ^ wantedLetters).nonzeroBitCount <= 2 * limit
    else { return nil }
    let letters = Array(name.lowercased().unicodeScalars)
    // The difference in length is a lower bound for the number of typing mistakes.
    guard abs(letters.count - wanted.count) <= limit else { return nil }
    steps += letters.count * wanted.count
    return (name, slips(from: wanted, to: letters))
  }
  .filter { $0.slips <= limit }
  .min { $0.slips < $1.slips }?.name
}

/// Returns the ASCII letters and digits of a word as a set of bits; small and capital letters share
/// a bit.
///
/// Comparing these sets quickly excludes most names: ten thousand commands are checked in a moment.
private func letterSet(of word: String) -> UInt32 {
  word.utf8.reduce(0) { $1 < 0x80 ? $0 | 1 << UInt32($1 & 0x1F) : $0 }
}

/// Counts the typing mistakes between two words: the letters that must be added, removed, replaced
/// or swapped with their neighbour.
private func slips(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var above = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      var best = min(
        above[column + 1] + 1, current[column] + 1,
        above[column] + (left[row] == right[column] ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, before[column - 1] + 1)
      }
      current.append(best)
    }
    before = above
    above = current
  }
  return above[right.count]
}
