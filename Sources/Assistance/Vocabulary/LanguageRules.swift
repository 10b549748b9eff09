// SPDX-License-Identifier: Apache-2.0

/// How words of a language are put together, and mistakes that no measure of similarity finds.
struct LanguageRules {
  /// The words that lose their last vowel before an apostrophe: `l’` in `l’eau`.
  var elisions: Set<String> = []
  /// The endings that follow an apostrophe: `’s` in `Anna’s`.
  var apostropheEndings: Set<String> = []
  /// Whether a case ending may follow an apostrophe, as in the Turkish `Ankara’da`.
  var hasSuffixesAfterApostrophe = false
  /// Whether words are joined without a space.
  var hasCompounds = false
  /// The last letters of a word in which a correction must not differ from it alone, because words
  /// have so many endings that no list has all of them; 0 if the list has them.
  var endingLetters = 0
  /// Whether the n-grams are good enough to find a missing space: they are if they were made from
  /// texts of all kinds, not from manuals alone.
  var findsMissingSpaces = false
  /// Whether nouns begin with a capital within a sentence, too.
  var capitalizesNouns = false
  /// The letters that may stand between the parts of a compound.
  var links: [String] = [""]
  /// The endings that may follow a word, one after another.
  var endings: [String] = []
  /// Whether a last `a` or `e` becomes long before an ending, as in Hungarian.
  var lengthensLastVowel = false
  /// Letters that one form of the language has where the other one has others, which the list may
  /// lack: the Croatian and Bosnian `ije` and `je` for the Serbian `e`.
  var reflexes: [(own: String, listed: String)] = []
  /// Whether a verb changes before a joined pronoun, as in the Portuguese `fazê-lo`.
  var changesVerbsBeforePronouns = false
  /// Groups of one or two letters that sound alike, with spaces between them: `f ph`.
  var spellings: [String] = []
  /// How much greater ``CorrectionRule/margin`` is, because the words of the language are more
  /// alike or its list is short.
  var margin = 0.0
  /// How much cheaper and likelier a correction must be than ``CorrectionRule`` says, in factors of
  /// ten, because the list lacks many words.
  var strictness = 0.0
  /// The frequency that a word must have to replace one without its accents, in factors of ten: the
  /// word without accents may be one that the list lacks.
  var accentedFrequency = 0.0
  /// Frequent mistakes that look like words of a list, or that need more than one word.
  var mistakes: [String: String] = [:]
  /// Words that are taken for others, in lower case, each with what is meant.
  ///
  /// A full stop at the end says that nothing may follow, an ellipsis that the n-grams of the next
  /// word decide.
  var phrases: [String: String] = [:]
  /// The last words but one of ``phrases``.
  var phraseWords: Set<Substring> = []

  /// The rules of a language; those without rules of their own have none.
  static func rules(for language: String) -> LanguageRules {
    var rules = table[language] ?? LanguageRules()
    let mistakes = FrequentMistakes.of(language)
    rules.mistakes = mistakes.filter { !$0.key.contains(" ") }
    rules.phrases = mistakes.filter { $0.key.contains(" ") }
    rules.phraseWords = Set(
      rules.phrases.keys.compactMap { $0.split(separator: " ").dropLast().last })
    return rules
  }

  private static let inflected = LanguageRules(endingLetters: 1)
  /// A list that lacks one everyday word of a hundred or more: what resembles a word of the list is
  /// often another one.
  private static let shortList = LanguageRules(
    endingLetters: 2, margin: 0.3, strictness: 0.3, accentedFrequency: 4)

  private static let table: [String: LanguageRules] = [
    "en": LanguageRules(
      // As in "y’all".
      elisions: ["y"],
      apostropheEndings: ["s", "d", "ll", "ve", "re", ""], findsMissingSpaces: true,
      spellings: [
        "f ph gh", "k ch ck", "s sc", "n kn gn", "r wr rh", "sh ti ci ch", "j dg ge", "x ks cs",
        "y ie ee ey", "o au ou", "qu kw ch", "er or ar re",
        "si ti", "u eu ew", "k qu", "u oo",
      ]),
    "de": LanguageRules(
      apostropheEndings: ["s", ""], hasCompounds: true, capitalizesNouns: true,
      links: ["", "s", "es", "n", "en", "er", "e"],
      // A keyboard without umlauts.
      spellings: ["ä ae", "ö oe", "ü ue", "ß ss sz"]),
    "nl": LanguageRules(
      apostropheEndings: ["s", "er", "n", "tje", "tjes", ""], hasCompounds: true,
      links: ["", "s", "e", "en"]),
    "da": LanguageRules(
      apostropheEndings: ["s", ""], hasCompounds: true, links: ["", "s", "e"], margin: 0.3),
    "sv": LanguageRules(hasCompounds: true, links: ["", "s"], margin: 0.1),
    "nb": LanguageRules(hasCompounds: true, links: ["", "s", "e"], margin: 0.15),
    "fi": LanguageRules(
      hasCompounds: true, endingLetters: 1,
      endings: [
        "kin", "kaan", "kään", "ko", "kö", "han", "hän", "pa", "pä", "ni", "si", "nsa", "nsä",
        "mme", "nne", "an", "än", "en",
      ], margin: 0.05),
    "fr": LanguageRules(elisions: [
      "l", "d", "j", "m", "t", "s", "c", "n", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu",
      "quelqu", "presqu", "entr",
    ]),
    "it": LanguageRules(elisions: [
      "l", "un", "d", "c", "s", "m", "t", "v", "n", "gl", "dell", "all", "nell", "sull", "dall",
      "coll", "quest", "quell", "bell", "sant", "mezz", "tutt", "anch", "com", "dov", "senz",
      "nessun", "alcun", "qualcun", "ciascun", "buon", "grand", "mezz", "cos", "ch", "quand",
    ]),
    "ca": LanguageRules(
      elisions: ["l", "d", "m", "t", "s", "n"],
      apostropheEndings: ["l", "ls", "m", "n", "ns", "s", "t"]),
    "es": LanguageRules(),
    "pl": inflected, "ru": inflected, "uk": inflected, "cs": inflected,
    // Without vowels most words resemble many others.
    "he": LanguageRules(endingLetters: 1, margin: 0.5, strictness: 0.3),
    "ar": LanguageRules(endingLetters: 1, margin: 0.4, strictness: 0.2), "bg": shortList,
    // Every word of two syllables has an accent.
    "el": LanguageRules(endingLetters: 2, margin: 0.3, strictness: 0.3),
    "fa": shortList, "hi": shortList,
    "hu": LanguageRules(
      hasCompounds: true, endingLetters: 2,
      endings: [
        "ban", "ben", "ba", "be", "ból", "ből", "on", "en", "ön", "n", "ra", "re", "ról", "ről",
        "nál", "nél", "hoz", "hez", "höz", "tól", "től", "nak", "nek", "val", "vel", "ért", "ig",
        "kor", "ként", "vá", "vé", "t", "ot", "et", "öt", "at", "k", "ok", "ek", "ök", "ak", "m",
        "om", "em", "öm", "am", "d", "od", "ed", "öd", "ad", "ja", "je", "a", "e", "i", "unk",
        "ünk", "nk", "juk", "jük", "uk", "ük", "aim", "eim", "aid", "eid", "ai", "ei", "jai", "jei",
        "ain", "ein", "ink", "aink", "eink", "ainkat", "eimet", "aimat", "ig", "an", "ott", "ett",
        "ött", "tak", "tek", "tam", "tem", "tál", "tél", "tunk", "tünk", "zik", "ztak", "zunk",
        "zünk", "jak", "jek", "jon", "jen", "jön", "ni",
      ], lengthensLastVowel: true, margin: 0.3, strictness: 0.3, accentedFrequency: 4),
    "id": shortList, "ro": shortList,
    "sh": LanguageRules(
      endingLetters: 2, reflexes: [("ije", "e"), ("je", "e"), ("io", "eo")],
      margin: 0.3, strictness: 0.3, accentedFrequency: 4),
    "sk": shortList,
    "sl": shortList, "sr": shortList,
    "pt": LanguageRules(elisions: ["d"], changesVerbsBeforePronouns: true),
    "tr": LanguageRules(
      hasSuffixesAfterApostrophe: true, endingLetters: 1,
      endings: [
        "lar", "ler", "da", "de", "ta", "te", "dan", "den", "tan", "ten", "a", "e", "ya", "ye",
        "ı", "i", "u", "ü", "yı", "yi", "yu", "yü", "ın", "in", "un", "ün", "nın", "nin", "nun",
        "nün", "m", "ım", "im", "um", "üm", "n", "sı", "si", "su", "sü", "mız", "miz", "muz",
        "müz", "ımız", "imiz", "umuz", "ümüz", "nız", "niz", "nuz", "nüz", "ları", "leri", "dır",
        "dir", "dur", "dür", "tır", "tir", "tur", "tür", "dı", "di", "du", "dü", "tı", "ti", "tu",
        "tü", "mış", "miş", "muş", "müş", "la", "le", "yla", "yle", "ki", "lık", "lik", "luk",
        "lük", "ca", "ce", "sız", "siz", "suz", "süz", "lı", "li", "lu", "lü", "yım", "yim", "yum",
        "yüm", "sın", "sin", "sun", "sün", "yız", "yiz", "yuz", "yüz", "nda", "nde", "ndan",
        "nden", "na", "ne", "nı", "ni", "nu", "nü", "mi", "mı", "mu", "mü", "yor", "iyor", "ıyor",
        "uyor", "üyor", "acak", "ecek", "yacak", "yecek", "ması", "mesi", "mak", "mek", "ma", "me",
        "ydı", "ydi", "ydu", "ydü", "tığı", "tiği", "tuğu", "tüğü", "dığı", "diği", "duğu", "düğü",
        "k", "sa", "se", "ysa", "yse", "madan", "meden",
      ], margin: 0.1),
  ]
}
