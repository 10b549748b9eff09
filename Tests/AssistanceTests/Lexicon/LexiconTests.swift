// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing

@testable import Assistance

@Suite("Lexicon", .needs("python3"))
struct LexiconTests {
  /// Random words over few letters, so that many share beginnings and endings.
  static func words(_ count: Int, seed: UInt64) -> [String: Double] {
    var random = SeededGenerator(seed: seed)
    var words: [String: Double] = [:]
    while words.count < count {
      let length = Int.random(in: 1...9, using: &random)
      let word = String((0..<length).map { _ in "abcé’".randomElement(using: &random) ?? "a" })
      guard word.contains(where: \.isLetter) else { continue }
      words[word] = Double(Int.random(in: 100...790, using: &random)) / 100
    }
    return words
  }

  @Test(
    "a lexicon has exactly the words that were written, each with its frequency",
    arguments: [1, 2, 16, 17, 300, 5000])
  func roundTrip(_ count: Int) throws {
    let words = Self.words(count, seed: UInt64(count))
    let built = try BuiltLexicon()
    let lexicon = try Lexicon(
      path: built.write("en", words.map { ($0.key, $0.value) }), language: "en")
    #expect(lexicon.wordCount == count)
    #expect(lexicon.source == "words")
    var numbers: Set<Int> = []
    for (word, zipf) in words {
      let number = try #require(lexicon.number(of: word), "\(word)")
      numbers.insert(number)
      #expect(lexicon.labels(of: number).map(lexicon.alphabet.text) == word)
      #expect(lexicon.frequency(of: number) == UInt8(max(1, (32 * zipf).rounded())))
    }
    #expect(numbers == Set(0..<count))
    // Of the texts that are not words, beginnings and near misses are the likeliest to be found.
    for word in words.keys {
      for other in [String(word.dropLast()), word + "a", "b" + word, "x" + word]
      where words[other] == nil {
        #expect(lexicon.number(of: other) == nil, "\(other)")
      }
    }
  }

  @Test("the highest frequency below each beginning is that of the likeliest word")
  func highest() throws {
    let words = Self.words(5000, seed: 7)
    let built = try BuiltLexicon()
    let lexicon = try Lexicon(
      path: built.write("en", words.map { ($0.key, $0.value) }), language: "en")
    for start in ["", "a", "b", "ab", "é", "cab", "’a", "bbb"] {
      let best = words.filter { $0.key.hasPrefix(start) }.map(\.value).max()
      let node = try #require(start.isEmpty ? lexicon.root : lexicon.node(for: start))
      #expect(
        lexicon.highestFrequency(below: node) == UInt8(((best ?? 0) * 32).rounded()), "\(start)")
    }
  }

  @Test("the likeliest words of a beginning are the most frequent ones, in order")
  func likeliest() throws {
    let words = Self.words(3000, seed: 9)
    let built = try BuiltLexicon()
    let lexicon = try Lexicon(
      path: built.write("en", words.map { ($0.key, $0.value) }), language: "en")
    for start in ["", "a", "cb", "é", "zz"] {
      let expected = words.filter { $0.key.hasPrefix(start) }
        .map { ($0.value * 32).rounded() }.sorted(by: >).prefix(5)
      let found = lexicon.likeliest(below: start, count: 5)
      #expect(found.map { Double($0.frequency) } == Array(expected), "\(start)")
      #expect(found.allSatisfy { lexicon.alphabet.text($0.labels).hasPrefix(start) })
    }
    #expect(lexicon.likeliest(below: "a", count: 0).isEmpty)
  }

  @Test(
    "words are found in any case, with either apostrophe, and however their accents are encoded",
    arguments: ["don’t", "don't", "DON'T", "Don’t", "café", "cafe\u{301}", "CAFÉ", "Straße"])
  func equalForms(_ text: String) throws {
    let built = try BuiltLexicon()
    try built.write("de", [("don't", 5), ("café", 4), ("strasse", 5)])
    let lexicon = try Lexicon(path: built.path("de"), language: "de")
    #expect(lexicon.number(of: text) != nil)
  }

  @Test("the Turkish i and ı are different letters in both cases")
  func turkish() throws {
    let built = try BuiltLexicon()
    try built.write("tr", [("ılık", 4), ("ilik", 3), ("İstanbul", 5)])
    let lexicon = try Lexicon(path: built.path("tr"), language: "tr")
    #expect(lexicon.number(of: "ILIK") == lexicon.number(of: "ılık"))
    #expect(lexicon.number(of: "İLİK") == lexicon.number(of: "ilik"))
    #expect(lexicon.number(of: "ilik") != lexicon.number(of: "ılık"))
    let city = try #require(lexicon.likeliest(below: "is", count: 1).first)
    #expect(lexicon.spelling(of: city.word, city.labels) == "İstanbul")
  }

  @Test(
    "a word keeps its capitals",
    arguments: ["the", "Monday", "USA", "iPhone", "McDonald’s", "I", "I’m"])
  func spelling(_ word: String) throws {
    let built = try BuiltLexicon()
    try built.write(
      "en",
      [
        ("the", 7), ("Monday", 5), ("USA", 5), ("iPhone", 4), ("McDonald's", 4), ("I", 7),
        ("I'm", 6),
      ])
    let lexicon = try Lexicon(path: built.path("en"), language: "en")
    let number = try #require(lexicon.number(of: word.lowercased()))
    let labels = try #require(lexicon.labels(of: number))
    #expect(lexicon.spelling(of: number, labels) == word)
  }

  @Test("texts that cannot be words are not found")
  func odd() throws {
    let built = try BuiltLexicon()
    try built.write("en", [("the", 7)])
    let lexicon = try Lexicon(path: built.path("en"), language: "en")
    for text in [
      "", " ", "th", "the ", "thé", "👍🏽", "тhe", "\r\n", "\0",
      String(repeating: "the", count: 33_333),
    ] {
      #expect(lexicon.number(of: text) == nil)
    }
    #expect(lexicon.labels(of: -1) == nil)
    #expect(lexicon.labels(of: 1) == nil)
    #expect(lexicon.frequency(of: 1) == 0)
  }
}
