// SPDX-License-Identifier: Apache-2.0
import Keys

/// The kana of physical keys, in the layout of Japanese Industrial Standard keyboards (F028).
enum KanaKeyboard {
  /// Returns the kana of a key; nil if it has none.
  ///
  /// Keyboards without the keys for ー and ろ have these on ⇧- and on the key above Tab.
  static func kana(of code: KeyCode, isShifted: Bool) -> Character? {
    (isShifted ? shifted[code] : nil) ?? plain[code]
  }

  private static let plain = table([
    (2, "ぬふあうえおやゆよわほへ"), (16, "たていすかんなにらせ゛゜"), (30, "ちとしはきくまのりれけろ"), (43, "む"),
    (44, "つさそひこみもねるめ"), (89, "ろ"), (124, "ー"),
  ])

  private static let shifted = table([
    (4, "ぁぅぇぉゃゅょをー"), (18, "ぃ"), (27, "「"), (43, "」"), (44, "っ"), (51, "、。・"),
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
