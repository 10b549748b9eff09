// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon
import Keys

/// A small compose table for machines without libX11's: the accents of the Latin and Greek scripts,
/// and the common sequences of the Compose key.
///
/// Every sequence gives the same result as in libX11's table for `en_US.UTF-8`.
enum BuiltInCompose {
  /// The table in the format of Compose(5).
  static var text: String {
    var lines: [String] = []
    func add(_ keys: [String], _ result: Character) {
      let escaped = result == "\"" || result == "\\" ? "\\\(result)" : String(result)
      lines.append(keys.map { "<\($0)>" }.joined(separator: " ") + " : \"\(escaped)\"")
    }
    for (dead, pairs) in accents {
      for (key, result) in split(pairs) { add(dead + [name(of: key)], result) }
      let alone = Array(dead.prefix(1))
      if dead.count == 1, let spacing = spacingAccents[dead[0]] {
        add(alone + alone, spacing.doubled)
        add(alone + ["space"], spacing.withSpace)
      }
    }
    for entry in composeKey.split(whereSeparator: \.isWhitespace) {
      guard let result = entry.last else { continue }
      add(["Multi_key"] + entry.dropLast().map(name), result)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func split(_ pairs: String) -> [(Character, Character)] {
    pairs.split(whereSeparator: \.isWhitespace).compactMap { pair in
      guard let key = pair.first, let result = pair.last else { return nil }
      return (key, result)
    }
  }

  // Returns the name of a character's keysym: `eacute`, `Greek_alpha`, `U1E05`.
  private static func name(of character: Character) -> String {
    guard let scalar = character.unicodeScalars.first else { return "" }
    return keysymName(Keysym(rawValue: xkb_utf32_to_keysym(scalar.value)))
  }

  private static let spacingAccents: [String: (doubled: Character, withSpace: Character)] = [
    "dead_grave": ("`", "`"), "dead_acute": ("´", "'"), "dead_circumflex": ("^", "^"),
    "dead_tilde": ("~", "~"), "dead_macron": ("¯", "¯"), "dead_breve": ("˘", "˘"),
    "dead_abovedot": ("˙", "˙"), "dead_diaeresis": ("¨", "\""), "dead_abovering": ("°", "°"),
    "dead_doubleacute": ("˝", "˝"), "dead_caron": ("ˇ", "ˇ"), "dead_cedilla": ("¸", "¸"),
    "dead_ogonek": ("˛", "˛"), "dead_iota": ("ͺ", "ͺ"), "dead_stroke": ("/", "/"),
    "dead_belowcomma": (",", ","), "dead_greek": ("µ", "µ"), "dead_currency": ("¤", "¤"),
  ]

  // Each entry has the dead keys, then pairs of a character and the result.
  private static let accents: [([String], String)] = [
    (
      ["dead_grave"],
      """
      AÀ EÈ IÌ NǸ OÒ UÙ WẀ YỲ aà eè iì nǹ oò uù wẁ yỳ ÂẦ ÊỀ ÔỒ ÜǛ âầ êề ôồ üǜ ĂẰ ăằ ƠỜ ơờ ƯỪ ưừ
      ĒḔ ēḕ ŌṐ ōṑ ΑᾺ ΕῈ ΗῊ ΙῚ ΟῸ ΥῪ ΩῺ αὰ εὲ ηὴ ιὶ οὸ υὺ ωὼ
      """
    ),
    (
      ["dead_acute"],
      """
      AÁ CĆ EÉ GǴ IÍ KḰ LĹ MḾ NŃ OÓ PṔ RŔ SŚ UÚ WẂ YÝ ZŹ aá cć eé gǵ ií kḱ lĺ mḿ nń oó pṕ rŕ sś
      uú wẃ yý zź ÂẤ ÊẾ ÔỐ ÜǗ ÅǺ ÆǼ ÇḈ ØǾ âấ êế ôố üǘ åǻ æǽ çḉ øǿ ĂẮ ăắ ƠỚ ơớ ƯỨ ưứ ĒḖ ēḗ ŌṒ ōṓ
      ΑΆ ΕΈ ΗΉ ΙΊ ΟΌ ΥΎ ΩΏ αά εέ ηή ιί οό υύ ωώ
      """
    ),
    (
      ["dead_circumflex"],
      """
      AÂ CĈ EÊ GĜ HĤ IÎ JĴ OÔ SŜ UÛ WŴ YŶ ZẐ aâ cĉ eê gĝ hĥ iî jĵ oô sŝ uû wŵ yŷ zẑ
      ẠẬ ạậ ẸỆ ẹệ ỌỘ ọộ 0⁰ 1¹ 2² 3³ 4⁴ 5⁵ 6⁶ 7⁷ 8⁸ 9⁹
      """
    ),
    (
      ["dead_tilde"],
      """
      AÃ EẼ IĨ NÑ OÕ UŨ VṼ YỸ aã eẽ iĩ nñ oõ uũ vṽ yỹ ÂẪ ÊỄ ÔỖ âẫ êễ ôỗ ĂẴ ăẵ ƠỠ ơỡ ƯỮ ưữ
      αᾶ ηῆ ιῖ υῦ ωῶ
      """
    ),
    (["dead_macron"], "AĀ EĒ GḠ IĪ OŌ UŪ YȲ aā eē gḡ iī oō uū yȳ ÜǕ üǖ αᾱ ιῑ υῡ"),
    (["dead_breve"], "AĂ EĔ GĞ IĬ OŎ UŬ aă eĕ gğ iĭ oŏ uŭ ẠẶ ạặ ΑᾸ ΙῘ ΥῨ αᾰ ιῐ υῠ"),
    (
      ["dead_abovedot"],
      """
      AȦ BḂ CĊ DḊ EĖ FḞ GĠ HḢ Iİ MṀ NṄ OȮ PṖ RṘ SṠ TṪ WẆ XẊ YẎ ZŻ aȧ bḃ cċ dḋ eė fḟ gġ hḣ iı mṁ nṅ
      oȯ pṗ rṙ sṡ tṫ wẇ xẋ yẏ zż
      """
    ),
    (
      ["dead_diaeresis"],
      """
      AÄ EË HḦ IÏ OÖ UÜ WẄ XẌ YŸ aä eë hḧ iï oö tẗ uü wẅ xẍ yÿ ŪṺ ūṻ ΙΪ ΥΫ ιϊ υϋ
      """
    ),
    (["dead_abovering"], "AÅ UŮ aå uů wẘ yẙ"),
    (["dead_doubleacute"], "OŐ UŰ oő uű"),
    (
      ["dead_caron"],
      """
      AǍ CČ DĎ EĚ GǦ HȞ IǏ KǨ LĽ NŇ OǑ RŘ SŠ TŤ UǓ ZŽ aǎ cč dď eě gǧ hȟ iǐ jǰ kǩ lľ nň oǒ rř sš
      tť uǔ zž ÜǙ üǚ
      """
    ),
    (["dead_cedilla"], "CÇ DḐ EȨ GĢ HḨ KĶ LĻ NŅ RŖ SŞ TŢ cç dḑ eȩ gģ hḩ kķ lļ nņ rŗ sş tţ"),
    (["dead_ogonek"], "AĄ EĘ IĮ OǪ UŲ aą eę iį oǫ uų"),
    (["dead_iota"], "αᾳ ηῃ ωῳ Αᾼ Ηῌ Ωῼ"),
    (
      ["dead_belowdot"],
      """
      AẠ BḄ DḌ EẸ HḤ IỊ KḲ LḶ MṂ NṆ OỌ RṚ SṢ TṬ UỤ VṾ WẈ YỴ ZẒ aạ bḅ dḍ eẹ hḥ iị kḳ lḷ mṃ nṇ oọ rṛ
      sṣ tṭ uụ vṿ wẉ yỵ zẓ ƠỢ ơợ ƯỰ ưự
      """
    ),
    (["dead_hook"], "AẢ EẺ IỈ OỎ UỦ YỶ aả eẻ iỉ oỏ uủ yỷ ÂẨ ÊỂ ÔỔ âẩ êể ôổ ĂẲ ăẳ ƠỞ ơở ƯỬ ưử"),
    (["dead_horn"], "OƠ UƯ oơ uư"),
    (["dead_stroke"], "AȺ BɃ CȻ DĐ GǤ HĦ IƗ LŁ OØ TŦ ZƵ aⱥ bƀ cȼ dđ gǥ hħ iɨ lł oø tŧ zƶ 2ƻ"),
    (["dead_belowcomma"], "SȘ TȚ sș tț"),
    (["dead_doublegrave"], "AȀ EȄ IȈ OȌ RȐ UȔ aȁ eȅ iȉ oȍ rȑ uȕ"),
    (["dead_invertedbreve"], "AȂ EȆ IȊ OȎ RȒ UȖ aȃ eȇ iȋ oȏ rȓ uȗ"),
    (["dead_greek"], "aα bβ gγ dδ eε zζ hη iι kκ lλ mμ nν xξ oο pπ rρ sσ tτ uυ fφ yψ wω AΑ"),
    (["dead_currency"], "c¢ e€ l£ y¥ w₩ fƒ"),
    (["dead_diaeresis", "dead_acute"], "ιΐ υΰ"),
    (["dead_acute", "dead_diaeresis"], "ιΐ υΰ"),
    (["dead_circumflex", "dead_acute"], "aấ eế oố AẤ EẾ OỐ"),
  ]

  // The sequences after the Compose key; the last character of each is the result.
  private static let composeKey = """
    `AÀ `EÈ `IÌ `OÒ `UÙ `aà `eè `iì `oò `uù 'AÁ 'CĆ 'EÉ 'IÍ 'NŃ 'OÓ 'SŚ 'UÚ 'YÝ 'ZŹ 'aá 'cć 'eé
    'ií 'nń 'oó 'sś 'uú 'yý 'zź ^AÂ ^EÊ ^IÎ ^OÔ ^UÛ ^aâ ^eê ^iî ^oô ^uû ~AÃ ~NÑ ~OÕ ~aã ~nñ ~oõ
    "AÄ "EË "IÏ "OÖ "UÜ "aä "eë "iï "oö "uü "yÿ ,CÇ ,SŞ ,cç ,sş oAÅ oaå /OØ /oø /LŁ /lł cCČ cSŠ
    cZŽ cRŘ cEĚ ccč csš czž crř ceě =OŐ =oő =UŰ =uű AEÆ aeæ OEŒ oeœ ssß DHÐ dhð THÞ thþ
    c=€ C=€ =C€ =E€ e=€ L-£ -L£ Y=¥ =Y¥ |c¢ oc© oC© OC© or® oR® OR® tm™ <<« >>» !!¡ ??¿ so§ p!¶
    oo° +-± xx× -:÷ :-÷ 12½ 14¼ 34¾ ^1¹ ^2² ^3³ .-· ..… --.– ---— <'‘ >'’ <"“ >"” ,"„ <3♥
    """
}
