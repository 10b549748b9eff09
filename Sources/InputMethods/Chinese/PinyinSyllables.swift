// SPDX-License-Identifier: Apache-2.0

/// The syllables of pinyin, and where they end in letters that are typed without spaces.
package enum PinyinSyllables {
  /// Every syllable of Mandarin, in letters without tones; ü is `v`.
  package static let all: Set<String> = {
    var syllables: Set<String> = []
    for row in rows.split(separator: "\n") {
      let fields = row.split(separator: " ").map(String.init)
      let initial = fields[0] == "-" ? "" : fields[0]
      for final in fields.dropFirst() { syllables.insert(initial + final) }
    }
    return syllables
  }()

  private static let complete = Set(all.map { number($0.utf8) })
  /// Beginnings of syllables: every part of one that is typed before it is complete.
  private static let prefixes: Set<UInt64> = {
    var prefixes: Set<UInt64> = []
    for syllable in all {
      for length in 1...syllable.count { prefixes.insert(number(syllable.utf8.prefix(length))) }
    }
    return prefixes
  }()

  /// A syllable of at most six letters as one number.
  private static func number(_ syllable: some Sequence<UInt8>) -> UInt64 {
    syllable.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Divides letters into syllables.
  ///
  /// The division with the fewest incomplete syllables wins, then the one with the fewest
  /// syllables, then the one whose first syllable is the longest: `xian` is one syllable, and
  /// `xi'an` two.
  ///
  /// - Parameter letters: the letters, with `'` where the person separates syllables.
  /// - Returns: the syllables, each with the `'` that follows it; joined they are the letters.
  package static func segment(_ letters: String) -> [String] {
    var result: [String] = []
    var rest = letters.utf8[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "'")) {
      divide(rest[..<end], into: &result)
      if result.isEmpty { result = [""] }
      result[result.count - 1].append("'")
      rest = rest[rest.index(after: end)...]
    }
    divide(rest, into: &result)
    return result
  }

  /// Whether letters are whole syllables.
  ///
  /// - Parameter letters: the letters, with `'` where the person separates syllables.
  /// - Returns: whether none of the syllables is incomplete.
  static func areComplete(_ letters: String) -> Bool {
    segment(letters).allSatisfy { all.contains($0.hasSuffix("'") ? String($0.dropLast()) : $0) }
  }

  /// The best division of the letters from some place on.
  private struct Division {
    var incomplete = 0
    var count = 0
    /// The length of the first syllable.
    var length = 0
  }

  private static func divide(_ part: Substring.UTF8View, into syllables: inout [String]) {
    let letters = Array(part)
    // From the end to the beginning.
    var best = [Division](repeating: Division(), count: letters.count + 1)
    for start in letters.indices.reversed() {
      var word: UInt64 = 0
      for length in 1...min(6, letters.count - start) {
        word = word << 8 | UInt64(letters[start + length - 1])
        guard length == 1 || prefixes.contains(word) else { break }
        let rest = best[start + length]
        let division = Division(
          incomplete: rest.incomplete + (complete.contains(word) ? 0 : 1), count: rest.count + 1,
          length: length)
        let known = best[start]
        // Of two equally good ones, the one with the longer syllable is kept.
        if known.length == 0
          || (division.incomplete, division.count) <= (known.incomplete, known.count)
        {
          best[start] = division
        }
      }
    }
    var place = 0
    while place < letters.count {
      let end = place + best[place].length
      syllables.append(String(decoding: letters[place..<end], as: UTF8.self))
      place = end
    }
  }

  private static let rows = """
    - a ai an ang ao e ei en eng er o ou
    b a ai an ang ao ei en eng i ian iao ie in ing o u
    p a ai an ang ao ei en eng i ian iao ie in ing o ou u
    m a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u
    f a an ang ei en eng o ou u
    d a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo
    t a ai an ang ao e ei eng i ian iao ie ing ong ou u uan ui un uo
    n a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan un uo v ve ue
    l a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan un uo v ve ue
    g a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo
    k a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo
    h a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo
    j i ia ian iang iao ie in ing iong iu u uan ue un
    q i ia ian iang iao ie in ing iong iu u uan ue un
    x i ia ian iang iao ie in ing iong iu u uan ue un
    zh a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo
    ch a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo
    sh a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo
    r an ang ao e en eng i ong ou u ua uan ui un uo
    z a ai an ang ao e ei en eng i ong ou u uan ui un uo
    c a ai an ang ao e en eng i ong ou u uan ui un uo
    s a ai an ang ao e en eng i ong ou u uan ui un uo
    y a an ang ao e i in ing o ong ou u uan ue un
    w a ai an ang ei en eng o u
    """
}
