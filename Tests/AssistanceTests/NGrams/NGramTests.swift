// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing

@testable import Assistance

@Suite("N-grams", .needs("python3"))
struct NGramTests {
  static let lines = """
    <s> the -0.5
    <s> * -0.25
    the time -1
    the times -1.5
    the end -1.25
    the * -0.5
    end of -0.125
    <s> the end -0.75
    <s> the * -0.75
    the end of -0.0625

    """

  static func english() throws -> NGrams {
    let built = try BuiltLexicon()
    return try NGrams(path: built.writeNGrams("en", lines), language: "en")
  }

  @Test("the file has the words in the order of their bytes, and none besides")
  func words() throws {
    let ngrams = try Self.english()
    #expect(ngrams.source == "lines")
    #expect((0..<6).map(ngrams.word) == ["", "end", "of", "the", "time", "times"])
    for (number, word) in ["", "end", "of", "the", "time", "times"].enumerated() {
      #expect(ngrams.number(of: word) == number)
    }
    for word in ["a", "en", "ends", "tim", "timess", "é"] {
      #expect(ngrams.number(of: word) == nil)
    }
  }

  @Test(
    "words with the same beginning are a range",
    arguments: [
      ("", 0..<6), ("t", 3..<6), ("tim", 4..<6), ("times", 5..<6), ("timesx", 6..<6), ("a", 1..<1),
      ("of", 2..<3), ("z", 6..<6),
    ])
  func beginnings(_ start: String, _ expected: Range<Int>) throws {
    #expect(try Self.english().numbers(beginningWith: start) == expected)
  }

  @Test(
    "a probability is that of the longest n-gram, with the factor of each context that has none",
    arguments: [
      // A sentence that begins with the word, and one that does not.
      ([], "the", -16), ([], "time", -8 - 100),
      (["the"], "end", -24), (["the"], "time", -24 - 32), (["the"], "of", -24 - 16 - 100),
      (["of", "the"], "time", -32), (["of", "the"], "of", -16 - 100),
      (["the", "end"], "of", -2), (["a", "end"], "of", -4), (["end"], "of", -4),
      // Words that the file does not have.
      (["a"], "time", -100), (["the", "a"], "time", -100), (["a", "the"], "xyz", -16 - 100),
    ] as [([String], String, Int)])
  func probabilities(_ previous: [String], _ word: String, _ expected: Int) throws {
    let ngrams = try Self.english()
    let context = ngrams.context(after: previous)
    #expect(context.probability(of: ngrams.number(of: word), alone: -100) == expected)
  }

  @Test("a context is unknown if its last word is")
  func unknown() throws {
    let ngrams = try Self.english()
    #expect(ngrams.context(after: ["a"]).isUnknown)
    #expect(!ngrams.context(after: ["a", "the"]).isUnknown)
    #expect(!ngrams.context(after: []).isUnknown)
  }

  @Test("the likeliest words of a context are those in the range, of each length of n-grams")
  func likeliest() throws {
    let ngrams = try Self.english()
    func words(_ previous: [String], _ start: String, _ count: Int) -> [String] {
      ngrams.context(after: previous)
        .likeliest(in: ngrams.numbers(beginningWith: start), count: count).map(ngrams.word)
    }
    #expect(words(["of", "the"], "", 9) == ["time", "end", "times"])
    #expect(words(["of", "the"], "", 2) == ["time", "end"])
    #expect(words(["of", "the"], "", 0) == [])
    #expect(words(["of", "the"], "t", 9) == ["time", "times"])
    #expect(words(["of", "the"], "times", 9) == ["times"])
    #expect(words(["of", "the"], "x", 9) == [])
    #expect(words(["the"], "", 1) == ["end", "time"])
    #expect(words(["a"], "", 9) == [])
  }
}
