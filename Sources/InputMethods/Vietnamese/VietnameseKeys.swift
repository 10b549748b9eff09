// SPDX-License-Identifier: Apache-2.0

/// The two usual ways to type Vietnamese letters on keys for Latin letters (reference 12.6).
package enum VietnameseKeys: Hashable, Sendable {
  /// Letters also are marks: `tieengs` types tiếng.
  case telex
  /// Digits are marks: `tie6ng1` types tiếng.
  case vni

  /// The meaning of a key after others of a syllable.
  enum Meaning: Hashable {
    /// A tone; ``VietnameseTone/level`` removes one.
    case tone(VietnameseTone)
    /// A mark on the last vowel that may have it, of those listed.
    case mark(VietnameseMark, on: String)
    /// The horn or the breve, and without a vowel a ư.
    case hornOrBreve
    /// The stroke of đ.
    case stroke
    /// Only itself.
    case letter
  }

  /// Returns the meaning of a key.
  ///
  /// - Parameter key: a letter in lower case, or a digit.
  /// - Returns: the meaning.
  func meaning(of key: Character) -> Meaning {
    switch (self, key) {
    case (.telex, "z"), (.vni, "0"): .tone(.level)
    case (.telex, "s"), (.vni, "1"): .tone(.acute)
    case (.telex, "f"), (.vni, "2"): .tone(.grave)
    case (.telex, "r"), (.vni, "3"): .tone(.hook)
    case (.telex, "x"), (.vni, "4"): .tone(.tilde)
    case (.telex, "j"), (.vni, "5"): .tone(.dot)
    case (.telex, "a"), (.telex, "e"), (.telex, "o"): .mark(.circumflex, on: String(key))
    case (.telex, "w"): .hornOrBreve
    case (.telex, "d"), (.vni, "9"): .stroke
    case (.vni, "6"): .mark(.circumflex, on: "aeo")
    case (.vni, "7"): .mark(.horn, on: "ou")
    case (.vni, "8"): .mark(.breve, on: "a")
    default: .letter
    }
  }
}

/// A tone of a Vietnamese syllable, in the order of the forms of a vowel.
enum VietnameseTone: Int {
  case level, acute, grave, hook, tilde, dot
}

/// A mark that makes another letter of a Latin one.
enum VietnameseMark {
  case none, circumflex, breve, horn, stroke
}

/// A letter of a syllable, and the keys that made it.
struct VietnameseLetter {
  /// The Latin letter in lower case.
  let base: Character
  var mark = VietnameseMark.none
  let isCapital: Bool
  /// The places of the keys that made it.
  var keys: [Int]

  /// The letter without its tone, in lower case.
  var plain: Character { form(with: .level) }

  /// Returns the letter with a tone; without it, if it is no vowel.
  ///
  /// - Parameter tone: the tone.
  /// - Returns: the letter in lower case, a single code point.
  func form(with tone: VietnameseTone) -> Character {
    let forms =
      switch (base, mark) {
      case ("a", .none): "aáàảãạ"
      case ("a", .circumflex): "âấầẩẫậ"
      case ("a", .breve): "ăắằẳẵặ"
      case ("e", .none): "eéèẻẽẹ"
      case ("e", .circumflex): "êếềểễệ"
      case ("i", _): "iíìỉĩị"
      case ("o", .none): "oóòỏõọ"
      case ("o", .circumflex): "ôốồổỗộ"
      case ("o", .horn): "ơớờởỡợ"
      case ("u", .none): "uúùủũụ"
      case ("u", .horn): "ưứừửữự"
      case ("y", _): "yýỳỷỹỵ"
      case ("d", .stroke): "đ"
      default: String(base)
      }
    return forms.dropFirst(tone.rawValue).first ?? forms.first ?? base
  }

  /// Whether the letter is a vowel.
  var isVowel: Bool { "aeiouy".contains(base) }
}
