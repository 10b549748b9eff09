// SPDX-License-Identifier: Apache-2.0

/// The costs of mistakes for the letters of an alphabet and the keys of a layout, in 32nds of a
/// factor of ten, like the frequencies of a lexicon.
final class EditCosts {
  let weights: EditWeights
  /// The number of letters; a label that is not below it is a letter that no word has.
  let count: Int
  /// For each typed letter and each letter meant.
  private let substitutions: [Int32]
  private let neighbors: [Bool]
  private let isVowel: [Bool]
  private let letters: [Character]
  private let bases: [Character]
  private let apostrophe: Int
  /// The spellings of sounds that have all their letters in the alphabet.
  let spellings: SoundSpellings

  init(
    _ alphabet: LexiconAlphabet, _ keys: KeyNeighbors, _ weights: EditWeights,
    spellings: [String] = []
  ) {
    self.weights = weights
    self.spellings = SoundSpellings(spellings, alphabet)
    letters = alphabet.letters
    count = letters.count
    apostrophe = letters.firstIndex(of: "’") ?? -1
    let bases = LetterBases(letters)
    self.bases = bases.letters
    let vowels = letters.indices.map { Self.vowels.contains(bases.letters[$0]) }
    isVowel = vowels
    let around = letters.map { keys.around[$0] ?? [] }
    var substitutions = [Int32](repeating: 0, count: count * count)
    var neighbors = [Bool](repeating: false, count: count * count)
    for typed in letters.indices {
      for meant in letters.indices where typed != meant {
        let at = typed * letters.count + meant
        let (left, right) = (bases.letters[typed], bases.letters[meant])
        neighbors[at] =
          around[typed].contains(letters[meant]) || around[meant].contains(letters[typed])
        var cost = weights.substitution
        if neighbors[at] { cost = min(cost, weights.neighbor) }
        if vowels[typed], vowels[meant] { cost = min(cost, weights.vowel) }
        if Self.soundAlike(left, right) { cost = min(cost, weights.sound) }
        if left == right { cost = min(cost, weights.accent) }
        substitutions[at] = Self.steps(cost)
      }
    }
    self.substitutions = substitutions
    self.neighbors = neighbors
  }

  static func steps(_ cost: Double) -> Int32 { Int32((cost * 32).rounded()) }

  /// The cost of a letter that was typed for another one.
  func substitution(of meant: UInt8, by typed: UInt8) -> Int32 {
    Int(typed) < count
      ? substitutions[Int(typed) * count + Int(meant)] : Self.steps(weights.substitution)
  }

  /// The cost of a letter that was not typed.
  func missing(_ label: UInt8) -> Int32 {
    if Int(label) == apostrophe { return Self.steps(weights.missingApostrophe) }
    return Self.steps(isVowel(label) ? weights.missingVowel : weights.missing)
  }

  func areNeighbors(_ left: UInt8, _ right: UInt8) -> Bool {
    Int(left) < count && Int(right) < count && neighbors[Int(left) * count + Int(right)]
  }

  /// Whether a word is the typed text without some of its accents.
  func lacksAccents(_ word: [UInt8], of typed: [UInt8]) -> Bool {
    guard word.count == typed.count, word != typed else { return false }
    return zip(word, typed).allSatisfy { meant, label in
      meant == label
        || Int(label) < count && bases[Int(label)] == letters[Int(meant)]
    }
  }

  /// Whether two letters are the same but for their accents.
  func differInAccents(_ left: UInt8, _ right: UInt8) -> Bool {
    Int(left) < count && Int(right) < count && bases[Int(left)] == bases[Int(right)]
  }

  func isVowel(_ label: UInt8) -> Bool { Int(label) < count && isVowel[Int(label)] }

  private static let vowels: Set<Character> = Set("aeiouyаеиоуыэюяєіï")

  /// Letters that writers confuse because they sound alike.
  private static let alike: Set<String> = [
    "ck", "cs", "sz", "ct", "fv", "dt", "gj", "kq", "bp", "mn", "vw", "gk", "xs", "lr", "iy", "bv",
    "cz", "hg", "тд", "бп", "вф", "гк", "жш", "зс", "шщ", "чщ", "ьъ",
  ]

  private static func soundAlike(_ left: Character, _ right: Character) -> Bool {
    alike.contains("\(left)\(right)") || alike.contains("\(right)\(left)")
  }
}
