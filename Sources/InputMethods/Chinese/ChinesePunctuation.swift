// SPDX-License-Identifier: Apache-2.0

/// The full-width punctuation of Chinese (reference 12.3).
struct ChinesePunctuation {
  /// Whether `<` and `>` type the comma and the full stop, because their keys are symbols of Zhuyin
  /// without ⇧.
  let isZhuyin: Bool
  private var opensDouble = true
  private var opensSingle = true

  init(isZhuyin: Bool) { self.isZhuyin = isZhuyin }

  /// Finds the full-width form of a typed character.
  ///
  /// - Parameters:
  ///   - character: the typed character; quotation marks alternate between opening and closing.
  ///   - before: the text before it; after a digit, a full stop and a comma belong to a number.
  /// - Returns: the form; nil if there is none.
  mutating func form(of character: Character, after before: String) -> String? {
    if character == "." || character == "," || character == ":",
      let last = before.last, last.isASCII, last.isNumber
    {
      return nil
    }
    switch character {
    case "<" where isZhuyin: return "，"
    case ">" where isZhuyin: return "。"
    case "\"":
      defer { opensDouble.toggle() }
      return opensDouble ? "“" : "”"
    case "'":
      defer { opensSingle.toggle() }
      return opensSingle ? "‘" : "’"
    default: return Self.forms[character]
    }
  }

  /// Forgets which quotation marks are open, because the text is another one.
  mutating func reset() { self = ChinesePunctuation(isZhuyin: isZhuyin) }

  private static let forms: [Character: String] = [
    ",": "，", ".": "。", "?": "？", "!": "！", ":": "：", ";": "；", "(": "（", ")": "）", "\\": "、",
    "<": "《", ">": "》", "[": "【", "]": "】", "$": "￥", "^": "……", "_": "——", "~": "～",
  ]
}
