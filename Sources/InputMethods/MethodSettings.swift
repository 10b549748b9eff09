// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The ways in which a syllable reaches the text while it is composed (IME-15).
package enum HangulDelivery: String, Hashable, Sendable, CaseIterable {
  /// The syllable is marked text.
  case marked
  /// The syllable is text, and each jamo replaces it, for programs that cannot show marked text.
  case replace
}

/// The keyboards whose keys type kana in the mode `ja-JP+kana`.
package enum KanaLayout: String, Hashable, Sendable, CaseIterable {
  /// A keyboard without the keys for ー and ろ: they are on ⇧- and on the key above Tab.
  case us
  /// A Japanese keyboard: ー and ろ have keys of their own, and ⇧- is ほ.
  case jis
}

/// Two sounds of pinyin that a person does not distinguish, so that either stands for both.
package enum FuzzyPinyin: String, Hashable, Sendable, CaseIterable {
  case zAndZh = "z-zh"
  case cAndCh = "c-ch"
  case sAndSh = "s-sh"
  case lAndN = "l-n"
  case fAndH = "f-h"
  case anAndAng = "an-ang"
  case enAndEng = "en-eng"
  case inAndIng = "in-ing"
  case ianAndIang = "ian-iang"
  case uanAndUang = "uan-uang"
}

/// The user's settings of the input methods.
package struct MethodSettings: Hashable, Sendable {
  /// How Korean syllables reach the text while they are composed (IME-15).
  package var hangulDelivery = HangulDelivery.marked
  /// The keyboard whose keys type kana.
  package var kanaLayout = KanaLayout.us
  /// The pause after the last stroke of a character after which its first candidate is taken, in
  /// microseconds; 0 if the person chooses each character.
  package var handwritingPause: Int64 = 700_000
  /// The number of candidates on a page, each with a selection key: 1 to 9 (IME-6).
  package var pageSize = 9
  /// The kinds of choices that are learned (IME-10).
  package var learned = Set(LearnedKind.ofMethods)
  /// The sounds that the person does not distinguish in pinyin.
  package var fuzzyPinyin: [FuzzyPinyin] = []
  /// The names of the engines to ask in a mode, in order, by the mode's name; a mode without an
  /// entry uses every engine that serves it.
  package var engines: [String: [String]] = [:]

  /// Creates the default settings.
  package init() {}
}

extension LearnedKind {
  /// Chinese characters of Korean syllables.
  package static let hanja = LearnedKind(rawValue: "hanja")
  /// Conversions of Japanese segments.
  package static let japanese = LearnedKind(rawValue: "japanese")
  /// Conversions of pinyin, in both Chinese scripts: a text of the other script is not among the
  /// candidates.
  package static let pinyin = LearnedKind(rawValue: "pinyin")
  /// Conversions of Zhuyin.
  package static let zhuyin = LearnedKind(rawValue: "zhuyin")
  /// Characters of a stroke order.
  package static let strokes = LearnedKind(rawValue: "strokes")

  /// Characters of drawings, each with its drawing.
  package static let handwriting = LearnedKind(rawValue: "handwriting")

  /// The kinds of choices in input methods.
  package static let ofMethods: [LearnedKind] = [
    .hanja, .japanese, .pinyin, .zhuyin, .strokes, .handwriting,
  ]
}
