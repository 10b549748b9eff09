// SPDX-License-Identifier: Apache-2.0

/// The spellings of kana in Latin letters, as Kotoeri accepts them (reference 12.2).
package enum RomajiTable {
  /// The kana of each complete spelling.
  package static let kana: [String: String] = {
    var table: [String: String] = [:]
    for row in rows.split(separator: "\n") {
      let fields = row.split(separator: " ").map(String.init)
      // `-` stands for no consonant, and for a spelling that does not exist.
      let consonants = fields[0] == "-" ? "" : fields[0]
      for (vowel, kana) in zip("aiueo", fields.dropFirst()) where kana != "-" {
        table[consonants + String(vowel)] = kana
      }
    }
    for row in small.split(separator: "\n") {
      let fields = row.split(separator: " ").map(String.init)
      for prefix in ["x", "l"] { table[prefix + fields[0]] = fields[1] }
    }
    for row in others.split(separator: "\n") {
      let fields = row.split(separator: " ").map(String.init)
      table[fields[0]] = fields[1]
    }
    return table
  }()

  /// The beginnings of spellings that are not spellings themselves.
  package static let prefixes: Set<String> = {
    var prefixes: Set<String> = []
    for spelling in kana.keys {
      for length in 1..<max(1, spelling.count) { prefixes.insert(String(spelling.prefix(length))) }
    }
    return prefixes
  }()

  /// The shortest spelling of a kana; nil if there is none.
  static func spelling(of kana: Character) -> String? { spellings[String(kana)] }

  private static let spellings = Dictionary(
    kana.map { ($0.value, $0.key) }, uniquingKeysWith: { ($0.count, $0) < ($1.count, $1) ? $0 : $1 }
  )

  private static let rows = """
    - あ い う え お
    k か き く け こ
    s さ し す せ そ
    t た ち つ て と
    n な に ぬ ね の
    h は ひ ふ へ ほ
    m ま み む め も
    y や い ゆ いぇ よ
    r ら り る れ ろ
    w わ うぃ う うぇ を
    g が ぎ ぐ げ ご
    z ざ じ ず ぜ ぞ
    d だ ぢ づ で ど
    b ば び ぶ べ ぼ
    p ぱ ぴ ぷ ぺ ぽ
    c か し く せ こ
    f ふぁ ふぃ ふ ふぇ ふぉ
    j じゃ じ じゅ じぇ じょ
    q くぁ くぃ く くぇ くぉ
    v ゔぁ ゔぃ ゔ ゔぇ ゔぉ
    ky きゃ きぃ きゅ きぇ きょ
    gy ぎゃ ぎぃ ぎゅ ぎぇ ぎょ
    sy しゃ しぃ しゅ しぇ しょ
    sh しゃ し しゅ しぇ しょ
    zy じゃ じぃ じゅ じぇ じょ
    jy じゃ じぃ じゅ じぇ じょ
    ty ちゃ ちぃ ちゅ ちぇ ちょ
    cy ちゃ ちぃ ちゅ ちぇ ちょ
    ch ちゃ ち ちゅ ちぇ ちょ
    ts つぁ つぃ つ つぇ つぉ
    th てゃ てぃ てゅ てぇ てょ
    tw とぁ とぃ とぅ とぇ とぉ
    dy ぢゃ ぢぃ ぢゅ ぢぇ ぢょ
    dh でゃ でぃ でゅ でぇ でょ
    dw どぁ どぃ どぅ どぇ どぉ
    ny にゃ にぃ にゅ にぇ にょ
    hy ひゃ ひぃ ひゅ ひぇ ひょ
    by びゃ びぃ びゅ びぇ びょ
    py ぴゃ ぴぃ ぴゅ ぴぇ ぴょ
    my みゃ みぃ みゅ みぇ みょ
    ry りゃ りぃ りゅ りぇ りょ
    fy ふゃ ふぃ ふゅ ふぇ ふょ
    fw ふぁ ふぃ ふぅ ふぇ ふぉ
    hw ふぁ ふぃ ふぅ ふぇ ふぉ
    zw ずぁ ずぃ ずぅ ずぇ ずぉ
    dz づぁ づぃ づ づぇ づぉ
    vy ゔゃ ゔぃ ゔゅ ゔぇ ゔょ
    kw くぁ くぃ くぅ くぇ くぉ
    gw ぐぁ ぐぃ ぐぅ ぐぇ ぐぉ
    qw くぁ くぃ くぅ くぇ くぉ
    qy くゃ くぃ くゅ くぇ くょ
    sw すぁ すぃ すぅ すぇ すぉ
    wh うぁ うぃ う うぇ うぉ
    wy - ゐ - ゑ -
    """

  private static let small = """
    a ぁ
    i ぃ
    u ぅ
    e ぇ
    o ぉ
    ya ゃ
    yi ぃ
    yu ゅ
    ye ぇ
    yo ょ
    tu っ
    tsu っ
    wa ゎ
    wi ゐ
    we ゑ
    ka ヵ
    ke ヶ
    """

  private static let others = """
    nn ん
    n' ん
    xn ん
    hwyu ふゅ
    - ー
    , 、
    . 。
    / ・
    [ 「
    ] 」
    ~ 〜
    z- 〜
    z. …
    z, ‥
    z/ ・
    z[ 『
    z] 』
    zh ←
    zj ↓
    zk ↑
    zl →
    """
}
