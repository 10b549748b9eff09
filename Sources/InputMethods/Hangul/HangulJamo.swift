// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A letter of the Korean alphabet, or a cluster of two, as Unicode's compatibility jamo.
package struct HangulJamo: Hashable, Sendable {
  /// The character, `ㄱ` to `ㅣ`.
  package let scalar: Unicode.Scalar

  /// Creates a jamo from its character.
  ///
  /// - Parameter scalar: a compatibility jamo of modern Korean; any other character counts as a
  ///   vowel that combines with nothing.
  package init(_ scalar: Unicode.Scalar) { self.scalar = scalar }

  /// Whether it is a consonant or a cluster of two.
  package var isConsonant: Bool { scalar.value < 0x314F }

  /// Its number among the initial consonants of syllables; nil for vowels and clusters.
  var initialIndex: UInt32? { Self.index(of: self, in: Self.initials) }

  /// Its number among the vowels; nil for consonants.
  var medialIndex: UInt32? { isConsonant ? nil : scalar.value - 0x314F }

  /// Its number among the final consonants, where 0 means none; nil for ㄸ, ㅃ, ㅉ and vowels.
  var finalIndex: UInt32? { Self.index(of: self, in: Self.finals).map { $0 + 1 } }

  private static let initials = jamo("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let finals = jamo("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

  private static func jamo(_ text: String) -> [HangulJamo] {
    text.unicodeScalars.map(HangulJamo.init)
  }

  private static func index(of jamo: HangulJamo, in list: [HangulJamo]) -> UInt32? {
    list.firstIndex(of: jamo).map(UInt32.init)
  }

  // MARK: Clusters

  /// Joins two letters to a cluster or a diphthong.
  ///
  /// - Parameter next: the letter that follows.
  /// - Returns: the joined letter; nil if the two do not join.
  func joined(with next: HangulJamo) -> HangulJamo? { Self.clusters[Pair(first: self, last: next)] }

  /// The two letters of a cluster or a diphthong; nil for a letter that is one key, such as ㄲ.
  var parts: (first: HangulJamo, last: HangulJamo)? {
    Self.partsOfClusters[self].map { ($0.first, $0.last) }
  }

  private struct Pair: Hashable {
    var first: HangulJamo
    var last: HangulJamo
  }

  private static let clusters: [Pair: HangulJamo] = {
    let words =
      "ㄱㅅㄳ ㄴㅈㄵ ㄴㅎㄶ ㄹㄱㄺ ㄹㅁㄻ ㄹㅂㄼ ㄹㅅㄽ ㄹㅌㄾ ㄹㅍㄿ ㄹㅎㅀ ㅂㅅㅄ"
      + " ㅗㅏㅘ ㅗㅐㅙ ㅗㅣㅚ ㅜㅓㅝ ㅜㅔㅞ ㅜㅣㅟ ㅡㅣㅢ"
    var table: [Pair: HangulJamo] = [:]
    for word in words.split(separator: " ") {
      let letters = jamo(String(word))
      table[Pair(first: letters[0], last: letters[1])] = letters[2]
    }
    return table
  }()

  private static let partsOfClusters = Dictionary(
    uniqueKeysWithValues: clusters.map { ($0.value, $0.key) })

  // MARK: Keys

  /// Finds the letter of a key in the 2-set layout, which physical positions define.
  ///
  /// - Parameters:
  ///   - code: the key; the result is nil if it types no jamo.
  ///   - isShifted: whether ⇧ is held, which changes seven keys.
  package init?(key code: KeyCode, isShifted: Bool) {
    guard let plain = Self.keys[code] else { return nil }
    self = isShifted ? Self.shifted[plain] ?? plain : plain
  }

  private static let keys: [KeyCode: HangulJamo] = {
    let rows: [(first: UInt16, letters: String)] = [
      (16, "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ"), (30, "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ"), (44, "ㅋㅌㅊㅍㅠㅜㅡ"),
    ]
    var table: [KeyCode: HangulJamo] = [:]
    for row in rows {
      for (offset, letter) in jamo(row.letters).enumerated() {
        table[KeyCode(row.first + UInt16(offset))] = letter
      }
    }
    return table
  }()

  private static let shifted = Dictionary(
    uniqueKeysWithValues: zip(jamo("ㅂㅈㄷㄱㅅㅐㅔ"), jamo("ㅃㅉㄸㄲㅆㅒㅖ")))
}
