// SPDX-License-Identifier: Apache-2.0
import Keys

/// The kana of physical keys, in the layout of Japanese Industrial Standard keyboards (F028).
enum KanaKeyboard {
  /// Returns the kana of a key.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - isShifted: whether ⇧ is down.
  ///   - layout: the places of ー and ろ.
  /// - Returns: the kana; nil if the key has none.
  static func kana(of code: KeyCode, isShifted: Bool, on layout: KanaLayout) -> Character? {
    if layout == .us {
      if code == minus, isShifted { return "ー" }
      if code == grave { return "ろ" }
    }
    return (isShifted ? shifted[code] : nil) ?? plain[code]
  }

  private static let minus = KeyCode(12)
  /// The key above Tab, which is Zenkaku/Hankaku on Japanese keyboards.
  private static let grave = KeyCode(41)

  private static let plain = table([
    (2, "ぬふあうえおやゆよわほへ"), (16, "たていすかんなにらせ゛゜"), (30, "ちとしはきくまのりれけ"), (43, "む"),
    (44, "つさそひこみもねるめ"), (89, "ろ"), (124, "ー"),
  ])

  private static let shifted = table([
    (4, "ぁぅぇぉゃゅょを"), (18, "ぃ"), (27, "「"), (43, "」"), (44, "っ"), (51, "、。・"),
  ])

  private static func table(_ rows: [(first: UInt16, kana: String)]) -> [KeyCode: Character] {
    var table: [KeyCode: Character] = [:]
    for row in rows {
      for (offset, kana) in row.kana.enumerated() {
        table[KeyCode(row.first + UInt16(offset))] = kana
      }
    }
    return table
  }
}
