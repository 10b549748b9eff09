// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Assistance
@testable import TextInput

/// A word is searched for once: for its offer, for the prediction row and for the key that ends it.
@Suite struct CorrectionSearchTests {
  /// A vocabulary with one correction, which compares two words for it.
  private final class Words: Vocabulary, VocabularySource {
    private(set) var searches: [String] = []
    /// The words for which the compared words were requested.
    private(set) var compared: [String] = []

    func reload() {}
    func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { self }
    func contains(_ word: String) -> Bool { false }
    func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
      Issue.record("searched without the compared words")
      return nil
    }
    func search(
      for word: String, after previous: String?, on keys: KeyNeighbors
    ) -> FoundCorrection {
      searches.append(word)
      guard word == "teh" else { return FoundCorrection(nil) }
      return FoundCorrection("the") { [unowned self] count in
        compared.append(word)
        return Array(["the", "tech"].prefix(count))
      }
    }
    func guesses(for word: String, after previous: String?, on keys: KeyNeighbors, count: Int)
      -> [String]
    {
      Issue.record("searched again for \(word)")
      return []
    }
    func completions(of start: String, after previous: [String], count: Int) -> [String] { [] }
  }

  private let words = Words()
  private let desk: HelpedDesk

  init() { desk = HelpedDesk(vocabularies: words) }

  @Test("AST-11 AST-22 the offer, the row and the end of the word take one search")
  func once() {
    let view = desk.view()
    desk.type("teh")
    #expect(words.searches == ["t", "te", "teh"] && words.compared == ["teh"])
    desk.type(" ")
    #expect(view.text == "the ")
    #expect(words.searches == ["t", "te", "teh"])
  }

  @Test("A word without a correction is not searched for again at its end, but in another text")
  func nothing() {
    for count in 1...2 {
      desk.view()
      desk.type("xyz ")
      #expect(words.searches.count == 3 * count)
    }
  }

  @Test("The last search is forgotten when its text becomes secret, and not before")
  func secret() {
    let first = desk.view()
    desk.type("pin")
    let other = desk.view()
    other.traits.isSecureTextEntry = true
    _ = desk.engine.takeUpdates()
    #expect(desk.assistant.words.search?.subject.word == "pin")
    first.traits.isSecureTextEntry = true
    _ = desk.engine.takeUpdates()
    #expect(desk.assistant.words.search == nil)
  }
}
