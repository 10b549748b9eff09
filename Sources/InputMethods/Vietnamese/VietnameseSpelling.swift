// SPDX-License-Identifier: Apache-2.0

/// How the letters of a Vietnamese syllable are divided, and which combinations exist.
struct VietnameseSpelling {
  /// The places of the consonants at the start, with the vowel of `gi` and `qu`.
  let initial: Range<Int>
  /// The places of the vowels.
  let vowels: Range<Int>
  /// The places of the consonants at the end.
  let final: Range<Int>
  private let letters: [VietnameseLetter]

  /// Divides letters; nil if they are not consonants, vowels and consonants, in this order.
  ///
  /// - Parameter letters: the letters of a syllable.
  init?(_ letters: [VietnameseLetter]) {
    self.letters = letters
    let isVowel = letters.map(\.isVowel)
    var start = isVowel.firstIndex(of: true) ?? letters.count
    let end = isVowel[start...].firstIndex(of: false) ?? letters.count
    guard !isVowel[end...].contains(true) else { return nil }
    // The u of "qu", and the i of "gi" before another vowel, belong to the consonant.
    if start == 1, end > 1, letters[1].mark == .none {
      let pair = (letters[0].base, letters[1].base)
      if pair == ("q", "u") || pair == ("g", "i") && end > 2 { start = 2 }
    }
    initial = 0..<start
    vowels = start..<end
    final = end..<letters.count
  }

  private func text(_ range: Range<Int>) -> String { String(letters[range].map(\.plain)) }
  private var bareVowels: String { String(letters[vowels].map(\.base)) }

  /// Whether more keys can make a syllable of the letters: marks may be missing still.
  var mayBecomeSyllable: Bool {
    let bare = bareVowels
    let start = String(letters[initial].map(\.base))
    guard Self.initials.contains(where: { $0.hasPrefix(start) }) else { return false }
    if vowels.isEmpty { return final.isEmpty }
    if final.isEmpty { return Self.nuclei.contains { $0.bare.hasPrefix(bare) } }
    let end = text(final)
    return Self.nuclei.contains { $0.isClosed && $0.bare == bare }
      && (Self.finals.contains { $0.hasPrefix(end) } || bare == "a" && end == "k")
  }

  /// Whether the letters are a syllable with this tone.
  ///
  /// - Parameter tone: the tone; a syllable that ends in a stop has one of two.
  /// - Returns: whether Vietnamese words have such a syllable.
  func isSyllable(with tone: VietnameseTone) -> Bool {
    let (start, nucleus, end) = (text(initial), text(vowels), text(final))
    guard let first = nucleus.first, let last = nucleus.last,
      Self.initials.contains(Self.bareStroke(start)),
      let known = Self.nuclei.first(where: { $0.vowels == nucleus }),
      end.isEmpty ? known.isOpen : known.isClosed
    else { return false }
    switch start {
    case "k", "gh", "ngh": guard "eêiy".contains(first) else { return false }
    case "g": guard !"eê".contains(first) else { return false }
    case "c", "ng": guard !"eêiy".contains(first) else { return false }
    default: break
    }
    switch end {
    case "": return true
    case "ch", "nh": guard "aêiy".contains(last) else { return false }
    case "k": guard nucleus == "ă" else { return false }
    default: guard Self.finals.contains(end) else { return false }
    }
    return ["c", "ch", "k", "p", "t"].contains(end) ? tone == .acute || tone == .dot : true
  }

  /// Whether vowels with their marks begin the vowels of a syllable; marks may be missing still.
  static func mayBegin(_ vowels: ArraySlice<VietnameseLetter>) -> Bool {
    nuclei.contains { nucleus in
      nucleus.letters.count >= vowels.count
        && zip(vowels, nucleus.letters).allSatisfy { letter, other in
          letter.base == other.base && (letter.mark == .none || letter.plain == other.vowel)
        }
    }
  }

  /// The place of the vowel that shows the tone, as in `hòa` and `toán`; nil without a vowel.
  var tonePlace: Int? {
    guard let first = vowels.first else { return nil }
    if let marked = vowels.last(where: { letters[$0].mark != .none }) { return marked }
    if !final.isEmpty { return vowels.last }
    return vowels.count == 3 ? first + 1 : first
  }

  private static func bareStroke(_ text: String) -> String {
    text == "đ" ? "d" : text
  }

  private static let bases: [Character: Character] = [
    "â": "a", "ă": "a", "ê": "e", "ô": "o", "ơ": "o", "ư": "u",
  ]

  private static let initials = [
    "", "b", "c", "ch", "d", "g", "gh", "gi", "h", "k", "kh", "l", "m", "n", "ng", "ngh", "nh", "p",
    "ph", "qu", "r", "s", "t", "th", "tr", "v", "x",
  ]

  private static let finals = ["c", "ch", "m", "n", "ng", "nh", "p", "t"]

  /// The vowels of a syllable, and whether a consonant may or must follow.
  private struct Nucleus {
    let vowels: String
    let bare: String
    let letters: [(vowel: Character, base: Character)]
    let isOpen: Bool
    let isClosed: Bool

    init(_ vowels: String, isOpen: Bool, isClosed: Bool) {
      self.vowels = vowels
      letters = vowels.map { ($0, VietnameseSpelling.bases[$0] ?? $0) }
      bare = String(letters.map(\.base))
      (self.isOpen, self.isClosed) = (isOpen, isClosed)
    }
  }

  private static let nuclei: [Nucleus] = {
    func rows(_ text: String, _ isOpen: Bool, _ isClosed: Bool) -> [Nucleus] {
      text.split(separator: " ").map {
        Nucleus(String($0), isOpen: isOpen, isClosed: isClosed)
      }
    }
    return rows("a e ê i o ô ơ u ư y oa oe uê uy", true, true)
      + rows("ă â iê yê uô ươ oă uâ uyê oo", false, true)
      + rows(
        "ai ao au ay âu ây eo êu ia iu oi ôi ơi ua ui ưa ưi ưu uơ oai oay oao oeo uây uôi ươi ươu"
          + " iêu yêu uya uyu", true, false)
  }()
}
