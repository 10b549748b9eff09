// SPDX-License-Identifier: Apache-2.0

/// The built-in modes: a language with its layout and its input method.
extension TextInputMode {
  /// The modes of the 20 languages of reference 11, in its order, each with a layout.
  ///
  /// Some languages have several input methods. A mode with an input method can be used once the
  /// method is registered.
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
    variant: String = "", inputMethod: String? = nil
  ) -> TextInputMode {
    TextInputMode(
      LanguageTag(language: language, region: region), inputMethod: inputMethod,
      displayName: displayName, layout: KeyboardLayout(layout, variant: variant))
  }
}
