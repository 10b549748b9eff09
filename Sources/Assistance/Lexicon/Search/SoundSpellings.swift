// SPDX-License-Identifier: Apache-2.0

/// The spellings of sounds in a language: one or two letters that are written for others.
struct SoundSpellings {
  /// A typed spelling and the one meant.
  struct Pair {
    let typed: [UInt8]
    let meant: [UInt8]
  }

  /// The pairs of which at least one side has two letters; the costs of single letters are apart.
  let pairs: [Pair]

  /// Creates the pairs of the spellings in each group.
  ///
  /// - Parameters:
  ///   - groups: spellings with spaces between them; those with other letters are left out.
  ///   - alphabet: the letters of the language.
  init(_ groups: [String], _ alphabet: LexiconAlphabet) {
    var pairs: [Pair] = []
    for group in groups {
      let spellings = group.split(separator: " ").compactMap { alphabet.labels(of: String($0)) }
      for typed in spellings {
        for meant in spellings where typed != meant && typed.count + meant.count > 2 {
          pairs.append(Pair(typed: typed, meant: meant))
        }
      }
    }
    self.pairs = pairs
  }
}
