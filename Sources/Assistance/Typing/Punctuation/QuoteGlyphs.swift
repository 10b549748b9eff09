// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The quotation marks of a language (AST-33).
struct QuoteGlyphs {
  /// The two marks of a pair, with the spaces inside.
  struct Pair {
    let open: String
    let close: String

    init(_ open: String, _ close: String) { (self.open, self.close) = (open, close) }

    /// The opening mark without its space.
    var openMark: Unicode.Scalar? { open.unicodeScalars.first }
    /// The closing mark without its space.
    var closeMark: Unicode.Scalar? { close.unicodeScalars.last }
  }

  /// The marks that `"` becomes.
  let double: Pair
  /// The marks that `'` becomes.
  let single: Pair

  /// Returns the marks of a language as CLDR lists them; those of English for a language that the
  /// table lacks.
  static func of(_ language: LanguageTag) -> QuoteGlyphs { table[key(of: language)] ?? english }

  private static func key(of tag: LanguageTag) -> String {
    switch tag.language {
    case "zh", "yue": return tag.script == .traditionalHan ? "zh-Hant" : "zh-Hans"
    case "pt": return tag.region ?? "BR" == "BR" ? "pt-BR" : "pt-PT"
    case "no", "nn": return "nb"
    case "de" where ["CH", "LI"].contains(tag.region): return "de-CH"
    case "es" where tag.region ?? "ES" != "ES": return "es-419"
    case "sr", "bs": return "hr"
    case "sl", "sk": return "cs"
    default: return tag.language
    }
  }

  private init(_ doubleOpen: String, _ doubleClose: String, _ open: String, _ close: String) {
    double = Pair(doubleOpen, doubleClose)
    single = Pair(open, close)
  }

  private static let english = QuoteGlyphs("“", "”", "‘", "’")
  private static let latin = QuoteGlyphs("«", "»", "“", "”")
  private static let equal = QuoteGlyphs("”", "”", "’", "’")
  private static let cyrillic = QuoteGlyphs("«", "»", "„", "“")
  private static let german = QuoteGlyphs("„", "“", "‚", "‘")
  private static let corner = QuoteGlyphs("「", "」", "『", "』")

  private static let table: [String: QuoteGlyphs] = [
    "en": english, "sv": equal, "fi": equal, "da": equal,
    "fr": QuoteGlyphs("«\u{A0}", "\u{A0}»", "‹", "›"),
    "de": german, "pl": QuoteGlyphs("„", "”", "‚", "’"),
    "es": latin, "it": latin, "pt-PT": latin, "nb": QuoteGlyphs("«", "»", "‘", "’"),
    "pt-BR": english, "nl": english, "tr": english, "ru": cyrillic, "uk": cyrillic,
    "ja": corner, "zh-Hans": english, "zh-Hant": corner,
    "de-CH": QuoteGlyphs("«", "»", "‹", "›"), "es-419": english, "ca": latin, "el": latin,
    "cs": german, "bg": german, "hr": QuoteGlyphs("„", "”", "‚", "’"),
    "hu": QuoteGlyphs("„", "”", "»", "«"), "ro": QuoteGlyphs("„", "”", "«", "»"), "he": equal,
    // The mark that begins a quotation is on the right.
    "ar": QuoteGlyphs("”", "“", "’", "‘"), "fa": QuoteGlyphs("«", "»", "‹", "›"),
    "hi": english, "th": english, "id": english, "vi": english,
  ]
}
