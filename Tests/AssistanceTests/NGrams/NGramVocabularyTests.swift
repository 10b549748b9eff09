// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import TextInput
import Testing

@testable import Assistance

@Suite("Vocabularies with n-grams", .needs("python3"))
struct NGramVocabularyTests {
  private static let words = [
    ("the", 7.7), ("time", 6.3), ("end", 5.9), ("ending", 4.5), ("end’s", 3), ("of", 7.4),
    ("off", 6.1), ("if", 6.5), ("I", 7.3), ("told", 5.9), ("then", 6.2), ("they", 6.6),
  ]
  private static let lines = """
    <s> I -0.5
    I told -0.5
    the end -0.5
    the ending -0.75
    the unlisted -0.25
    end of -0.125
    the end off -0.0625

    """

  private static func built() throws -> BuiltLexicon {
    let built = try BuiltLexicon()
    try built.write("en", words)
    let lines = lines.split(separator: "\n").map { $0.lowercased() + "\n" }.joined()
    try built.writeNGrams("en", lines)
    return built
  }

  private static func vocabulary(with ngrams: Bool = true) throws -> LexiconVocabulary {
    let built = try built()
    let path = built.folder.path + "/ngrams.en"
    return LexiconVocabulary(
      try Lexicon(path: built.path("en"), language: "en"),
      ngrams: ngrams ? try NGrams(path: path, language: "en") : nil)
  }

  @Test(
    "AST-22 the words before the caret decide which words are predicted",
    arguments: [
      ("", [], ["I", "the", "of"]),
      ("", ["The"], ["end", "ending", "the"]),
      ("E", ["the"], ["End", "Ending", "End’s"]),
      ("", ["end"], ["of", "the", "I"]),
      ("o", ["the", "end"], ["off", "of"]),
      ("o", ["an", "END"], ["of", "off"]),
      // After a word that the n-grams do not have, frequency decides.
      ("", ["xyz"], ["the", "of", "I"]), ("x", ["the"], []),
    ] as [(String, [String], [String])])
  func completions(_ start: String, _ previous: [String], _ expected: [String]) throws {
    #expect(try Self.vocabulary().completions(of: start, after: previous, count: 3) == expected)
  }

  @Test("without n-grams the frequency of a word decides")
  func withoutNGrams() throws {
    let vocabulary = try Self.vocabulary(with: false)
    #expect(vocabulary.completions(of: "", after: ["the"], count: 3) == ["the", "of", "I"])
    #expect(vocabulary.completions(of: "", after: ["the"], count: 0) == [])
  }

  @Test("AST-11 the word before decides between equally likely corrections")
  func corrections() throws {
    let vocabulary = try Self.vocabulary()
    let keys = KeyNeighbors()
    func guess(_ word: String, _ previous: String?) -> String? {
      vocabulary.guesses(for: word, after: previous, on: keys, count: 3).first
    }
    #expect(guess("onf", nil) == "of")
    #expect(guess("ehd", "the") == "end")
    #expect(guess("tohd", nil) != nil)
  }

  @Test(
    "AST-28 the probability of a word among those that begin with the letters",
    arguments: [
      // The pairs have a ratio of 10 ^ 0.25, and a third word is much rarer.
      ("en", ["the"], "end", 0.6, 0.65), ("endi", ["the"], "ending", 1, 1),
      ("tol", ["I"], "told", 1, 1), ("o", ["end"], "of", 0.9, 1),
    ] as [(String, [String], String, Double, Double)])
  func certainty(
    _ start: String, _ previous: [String], _ word: String, _ least: Double, _ most: Double
  ) throws {
    let found = try Self.vocabulary().likeliest(of: start, after: previous, count: 3)
    #expect(found.words.first == word)
    #expect((least...most).contains(found.certainty), "\(found.certainty)")
    let none = try Self.vocabulary().likeliest(of: "xq", after: previous, count: 3)
    #expect(none == Completions(words: [], certainty: 0))
  }

  @Test(
    "AST-29 letters may be meant if they are frequent, or not much rarer than a longer word",
    arguments: [
      ("for", true), ("forw", false), ("par", true), ("pard", true), ("tom", false),
      ("tomo", false), ("fors", false), ("", false),
    ])
  func meant(_ start: String, _ isMeant: Bool) throws {
    let built = try BuiltLexicon()
    try built.write(
      "en",
      [
        ("for", 4), ("forward", 6.8), ("forw", 3.9), ("pardon", 5), ("pard", 2.6), ("par", 2.7),
        ("tomorrow", 5), ("tom", 2.4),
      ])
    for language in ["en", "ro"] {
      if language != "en" { try built.write(language, [("tomorrow", 5), ("tom", 2.4)]) }
      let vocabulary = LexiconVocabulary(
        try Lexicon(path: built.path(language), language: language))
      let found = vocabulary.likeliest(of: start, after: [], count: 3)
      // A short list lacks words.
      let expected = language == "en" ? isMeant : start != "tom"
      #expect(found.isStartMeant == expected, "\(language)")
    }
  }

  private static func spaced(_ language: String = "en") throws -> LexiconVocabulary {
    let built = try BuiltLexicon()
    try built.write(
      language,
      [
        ("this", 6.8), ("is", 7), ("each", 5.6), ("other", 6.2), ("eachother", 3.2), ("every", 5.8),
        ("day", 6), ("everyday", 4.7), ("of", 7.4), ("have", 6.7), ("should", 6), ("course", 5.3),
        ("taken", 5.2), ("its", 6), ("a", 7.4), ("your", 6.5), ("welcome", 5.2), ("im", 6.1),
        ("th", 6.2), ("rare", 4.5), ("case", 3.5), ("monday", 5),
      ])
    try built.writeNGrams(
      language,
      """
      this is -1.0
      each other -0.5
      every day -1.2
      of course -1.5
      of taken -5.0
      have taken -2.0
      have been -1.0
      rare case -0.5
      th is -0.5
      this monday -1.5

      """)
    return LexiconVocabulary(
      try Lexicon(path: built.path(language), language: language),
      ngrams: try NGrams(path: built.folder.path + "/ngrams.\(language)", language: language))
  }

  @Test(
    "AST-11 two words without their space are separated if the second one often follows the first",
    arguments: [
      ("thisis", "this is"), ("Thisis", "This is"), ("THISIS", "THIS IS"),
      ("eachother", "each other"), ("thismonday", "this Monday"),
      // A frequent word, a pair that is not in the file, a rare word, and no words.
      ("everyday", nil), ("thisother", nil), ("rarecase", nil), ("thisxq", nil),
    ] as [(String, String?)])
  func missingSpaces(_ typed: String, _ expected: String?) throws {
    let vocabulary = try Self.spaced()
    let keys = KeyNeighbors()
    #expect(vocabulary.correction(of: typed, after: nil, on: keys) == expected)
    if typed == "Thisis" {
      let name = vocabulary.correction(of: typed, after: "the", on: keys)
      #expect(name != "This is", "a name")
      // Words are put together in German.
      let german = try Self.spaced("de").correction(of: "thisis", after: nil, on: keys)
      #expect(german != "this is")
    }
  }

  @Test(
    "AST-11 words that are taken for others are found with the words around them",
    arguments: [
      (["Its", "a"], " ", Phrase(wordCount: 2, text: "it’s a")),
      (["its", "this"], " ", nil),
      (["your", "welcome"], ".", Phrase(wordCount: 2, text: "you’re welcome")),
      (["your", "welcome"], "\n", Phrase(wordCount: 2, text: "you’re welcome")),
      (["your", "welcome"], " ", nil), (["your", "welcome"], nil, nil),
      (["should", "of", "taken"], " ", Phrase(wordCount: 3, text: "should have taken")),
      (["should", "of", "course"], " ", nil), (["should", "of", "rare"], " ", nil),
      (["of", "taken"], " ", nil), (["a"], " ", nil), ([], " ", nil),
    ] as [([String], Unicode.Scalar?, Phrase?)])
  func phrases(_ words: [String], _ end: Unicode.Scalar?, _ expected: Phrase?) throws {
    #expect(try Self.spaced().phrase(endingIn: words, before: end) == expected)
  }

  @Test("n-grams may be in a later folder than the lexicon, and a missing file is no problem")
  func folders() throws {
    let (first, second) = (try BuiltLexicon(), try Self.built())
    try first.write("en", Self.words)
    let source = InstalledVocabularies(folders: [first.folder.path, second.folder.path]) {
      Issue.record("\($0)")
    }
    let english = try #require(LanguageTag("en"))
    let vocabulary = try #require(source.vocabulary(of: english))
    #expect(vocabulary.completions(of: "", after: ["the"], count: 1) == ["end"])
    let alone = InstalledVocabularies(folders: [first.folder.path]) { Issue.record("\($0)") }
    #expect(
      alone.vocabulary(of: english)?.completions(of: "", after: ["the"], count: 1) == ["the"])
    #expect(alone.examine("en").problems.isEmpty)
  }

  @Test("damaged n-grams are reported once, and single words are predicted from then on")
  func damaged() throws {
    let built = try Self.built()
    let path = built.folder.path + "/ngrams.en"
    var bytes = try LexiconFaultTests.bytes(of: path)
    bytes[bytes.count - 8] ^= 1
    _ = try built.folder.write(bytes, to: "ngrams.en")
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: [built.folder.path]) { notices.append($0) }
    let english = try #require(LanguageTag("en"))
    for _ in 0..<10 { #expect(source.vocabulary(of: english) != nil) }
    #expect(
      source.vocabulary(of: english)?.completions(of: "", after: ["the"], count: 1) == ["the"])
    #expect(notices == [LexiconError(path: path, reason: .damaged)])
    let (lexicon, problems) = source.examine("en")
    #expect(lexicon != nil)
    #expect(problems == [LexiconError(path: path, reason: .damaged)])

    _ = try built.folder.write([], to: "ngrams.en")
    notices = []
    source.reload()
    for _ in 0..<3 { #expect(source.vocabulary(of: english) != nil) }
    #expect(notices == [LexiconError(path: path, reason: .empty)])
  }
}
