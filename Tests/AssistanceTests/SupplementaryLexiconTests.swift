// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Assistance

/// The pairs for input methods of other processes (reference 13.2).
@Suite struct SupplementaryLexiconTests {
  private let replacements = TextReplacements([
    TextReplacement("omw", "On my way!"), TextReplacement("fika", "coffee break"),
  ])
  private let dictionary = [
    DictionaryWord("Keybridge"), DictionaryWord("fika", language: "sv"),
    DictionaryWord("Kanelbulle", language: "sv"),
  ]

  @Test("F110 the supplementary lexicon contains (omw, On my way!) and the user's own words")
  func contents() {
    let lexicon = SupplementaryLexicon(replacements: replacements, dictionary: dictionary)
    #expect(
      lexicon.entries == [
        .init("omw", "On my way!"), .init("fika", "coffee break"), .init("Keybridge", "Keybridge"),
        .init("Kanelbulle", "Kanelbulle"),
      ])
    #expect(SupplementaryLexicon(replacements: TextReplacements(), dictionary: []).entries.isEmpty)
  }

  @Test("a language has its words and those of all languages")
  func language() {
    let lexicon = SupplementaryLexicon(
      replacements: replacements, dictionary: dictionary, language: "en")
    #expect(lexicon.entries.map(\.userInput) == ["omw", "fika", "Keybridge"])
  }
}
