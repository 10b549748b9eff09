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
