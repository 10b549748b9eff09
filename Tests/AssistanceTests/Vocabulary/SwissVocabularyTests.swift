// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import TextInput

@testable import Assistance

@Suite struct SwissVocabularyTests {
  private func vocabularies() throws -> (swiss: any Vocabulary, german: any Vocabulary) {
    let built = try BuiltLexicon()
    try built.write("de", [("straße", 5.5), ("grüße", 5.2), ("haus", 6), ("wasser", 5.6)])
    let installed = InstalledVocabularies(folders: [built.folder.path])
    let swiss = try #require(installed.vocabulary(of: LanguageTag(language: "de", region: "CH")))
    let german = try #require(installed.vocabulary(of: LanguageTag(language: "de", region: "DE")))
    return (swiss, german)
  }

  @Test("AST-11 in Swiss German ss is right where German has ß")
  func words() throws {
    let (swiss, german) = try vocabularies()
    #expect(swiss.contains("Strasse") && swiss.contains("Wasser") && !swiss.contains("Strese"))
    #expect(!german.contains("Strasse"))
    let keys = KeyNeighbors()
    #expect(swiss.correction(of: "Strasse", after: nil, on: keys) == nil)
    #expect(german.correction(of: "Strasse", after: nil, on: keys) == "Straße")
    #expect(swiss.search(for: "strasse", after: nil, on: keys).correction == nil)
  }

  @Test("AST-22 guesses and completions have ss")
  func completions() throws {
    let (swiss, german) = try vocabularies()
    #expect(swiss.completions(of: "str", after: [], count: 3) == ["Strasse"])
    #expect(german.completions(of: "str", after: [], count: 3) == ["Straße"])
    #expect(swiss.guesses(for: "strase", after: nil, on: KeyNeighbors(), count: 3) == ["Strasse"])
    #expect(swiss.likeliest(of: "gr", after: [], count: 1).words == ["grüsse"])
  }
}
