// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Assistance

/// The data files of words, which have a section for each language.
@Suite struct LanguageSectionsTests {
  private typealias Section = LanguageSections.Section

  @Test("a section ends at the next bracket at the beginning of a line, and comments come first")
  func sections() {
    let file = LanguageSections(
      Array("# [no] section\n\n[de ordinals]\nz [B]\nusw\n[en]\ne.g".utf8))
    #expect(file["de"] == Section(words: ["ordinals"], text: "\nz [B]\nusw\n"))
    #expect(file["en"] == Section(text: "\ne.g"))
    #expect(file["no"] == nil && file[""] == nil)
    #expect(file.all.keys.sorted() == ["de", "en"])
    #expect(file.all["de"] == file["de"])
  }

  @Test("an odd file has odd sections", arguments: ["", "[", "[]", "[\n[", "[[a]\n[b", "[ ]"])
  func odd(_ text: String) {
    let file = LanguageSections(Array(text.utf8))
    #expect(file.all.count <= 2)
    #expect(file["b"] == (text.hasSuffix("[b") ? Section() : nil))
  }

  @Test("each language with its own mistakes has abbreviations")
  func languages() {
    let mistakes = LanguageSections(PackageResources.mistakes_txt).all
    let abbreviations = LanguageSections(PackageResources.abbreviations_txt).all
    #expect(mistakes.count == 15 && abbreviations.count == 27)
    #expect(Set(mistakes.keys).isSubset(of: abbreviations.keys))
    #expect(
      abbreviations.filter { $0.value.words == ["ordinals"] }.keys.sorted() == [
        "cs", "da", "de", "fi", "hr", "hu", "nb", "sk", "sl", "sr", "tr",
      ])
    #expect(abbreviations.values.allSatisfy { $0.words.isEmpty || $0.words == ["ordinals"] })
  }

  @Test("each line of the mistakes has a text, and the mistakes for it")
  func lines() {
    for (language, section) in LanguageSections(PackageResources.mistakes_txt).all {
      let lines = section.text.split(separator: "\n")
      let wrong = lines.filter { $0.split(separator: ":").count != 2 }
      #expect(wrong.isEmpty, "\(language): \(wrong)")
      let mistakes = lines.flatMap { $0.drop { $0 != ":" }.dropFirst().split(separator: " ") }
      #expect(FrequentMistakes.of(language).count == mistakes.count, "\(language)")
      #expect(mistakes.allSatisfy { String($0) == $0.lowercased() }, "\(language)")
    }
  }
}
