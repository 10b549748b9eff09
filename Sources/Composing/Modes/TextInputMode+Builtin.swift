// SPDX-License-Identifier: Apache-2.0

/// The built-in modes: a language with its layout and its input method.
extension TextInputMode {
  /// The modes of the languages of reference 11, in its order, and of others, each with a layout.
  ///
  /// Of several modes of a language the one with the usual region and script is the first, because
  /// the language alone means that one. Some languages have several input methods. A mode with an
  /// input method can be used once the method is registered.
  public static let builtin: [TextInputMode] = [
    english,
    mode("en", "GB", "English (UK)", "gb"),
    mode("fr", "FR", "Français", "fr"),
    mode("de", "DE", "Deutsch", "de"),
    mode("es", "ES", "Español", "es"),
    mode("it", "IT", "Italiano", "it"),
    // Keyboards sold in the Netherlands have the US layout; xkb's `nl` is a different, rarer
    // layout.
    mode("nl", "NL", "Nederlands", "us", variant: "intl"),
    mode("pt", "BR", "Português (Brasil)", "br"),
    mode("pt", "PT", "Português (Portugal)", "pt"),
    mode("da", "DK", "Dansk", "dk"),
    mode("sv", "SE", "Svenska", "se"),
    mode("nb", "NO", "Norsk bokmål", "no"),
    mode("fi", "FI", "Suomi", "fi"),
    mode("pl", "PL", "Polski", "pl"),
    mode("ru", "RU", "Русский", "ru"),
    mode("uk", "UA", "Українська", "ua"),
    mode("tr", "TR", "Türkçe", "tr"),
    mode("ko", "KR", "한국어", "kr", inputMethod: "hangul"),
    mode("ja", "JP", "日本語", "jp", inputMethod: "romaji"),
    mode("ja", "JP", "日本語（かな）", "jp", inputMethod: "kana"),
    mode("ja", "JP", "日本語（手書き）", "jp", inputMethod: "handwriting"),
    chinese(.simplifiedHan, "pinyin", "简体中文", "cn"),
    chinese(.simplifiedHan, "stroke", "简体中文（笔画）", "cn"),
    chinese(.simplifiedHan, "handwriting", "简体中文（手写）", "cn"),
    chinese(.traditionalHan, "zhuyin", "繁體中文（注音）", "tw"),
    chinese(.traditionalHan, "pinyin", "繁體中文（拼音）", "tw"),
    chinese(.traditionalHan, "stroke", "繁體中文（筆畫）", "tw"),
    chinese(.traditionalHan, "handwriting", "繁體中文（手寫）", "tw"),
    mode("en", "AU", "English (Australia)", "au"),
    // Keyboards with English labels have the US layout in Canada, too.
    mode("en", "CA", "English (Canada)", "us"),
    mode("fr", "CA", "Français (Canada)", "ca"),
    mode("de", "CH", "Deutsch (Schweiz)", "ch"),
    mode("es", "MX", "Español (México)", "latam"),
    mode("ca", "ES", "Català", "es", variant: "cat"),
    mode("ro", "RO", "Română", "ro"),
    mode("cs", "CZ", "Čeština", "cz"),
    mode("sk", "SK", "Slovenčina", "sk"),
    mode("sl", "SI", "Slovenščina", "si"),
    mode("hr", "HR", "Hrvatski", "hr"),
    mode("bs", "BA", "Bosanski", "ba"),
    mode("sr", "RS", "Српски", "rs"),
    mode("sr", "RS", "Srpski (latinica)", "rs", script: .latin, variant: "latin"),
    mode("bg", "BG", "Български", "bg"),
    mode("hu", "HU", "Magyar", "hu"),
    mode("el", "GR", "Ελληνικά", "gr"),
    mode("he", "IL", "עברית", "il"),
    mode("ar", "EG", "العربية", "ara"),
    mode("fa", "IR", "فارسی", "ir"),
    mode("hi", "IN", "हिन्दी", "in"),
    mode("th", "TH", "ไทย", "th"),
    mode("id", "ID", "Bahasa Indonesia", "us"),
    mode("vi", "VN", "Tiếng Việt (Telex)", "us", inputMethod: "telex"),
    mode("vi", "VN", "Tiếng Việt (VNI)", "us", inputMethod: "vni"),
  ]

  /// American English: the default mode, and the fallback if none of the user's modes types ASCII.
  public static let english = mode("en", "US", "English (US)", "us")

  private static func chinese(
    _ script: WritingScript, _ inputMethod: String, _ displayName: String, _ layout: String
  ) -> TextInputMode {
    TextInputMode(
      LanguageTag(language: "zh", script: script), inputMethod: inputMethod,
      displayName: displayName, layout: KeyboardLayout(layout))
  }

  private static func mode(
    _ language: String, _ region: String, _ displayName: String, _ layout: String,
    script: WritingScript? = nil, variant: String = "", inputMethod: String? = nil
  ) -> TextInputMode {
    TextInputMode(
      LanguageTag(language: language, script: script, region: region), inputMethod: inputMethod,
      displayName: displayName, layout: KeyboardLayout(layout, variant: variant))
  }
}
