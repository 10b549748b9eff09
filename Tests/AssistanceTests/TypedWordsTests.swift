// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Assistance

/// Which typed words are learned.
@Suite struct TypedWordsTests {
  private let memory = VolatileMemory()
  private let desk: SpellingDesk

  init() { desk = SpellingDesk(memory: memory) }

  /// The learned words with their counts, then the pairs.
  private var learned: [String] {
    desk.assistant.personalWords.writeLearnedWords()
    return memory.learnedWords(in: "en")
      .map { "\($0.previous)>\($0.text) \($0.count)" }.sorted()
  }

  @Test("A word is learned when it is finished, with the word before it")
  func words() {
    desk.type("the cake")
    #expect(learned == [">the 1"])
    desk.type(" ")
    #expect(learned == [">cake 1", ">the 1", "the>cake 1"])
  }

  @Test(
    "Only words with nothing but spaces between them are a pair",
    arguments: [
      ("the cake ", ["the>cake 1"]), ("the  cake ", ["the>cake 1"]), ("the, cake ", []),
      ("the. cake ", []), ("the\ncake ", []), ("the “cake” ", []), ("b4 cake ", []),
    ])
  func pairs(_ text: String, _ pairs: [String]) {
    desk.type(text)
    #expect(learned.filter { !$0.hasPrefix(">") } == pairs)
    #expect(learned.contains(">cake 1"))
  }

  @Test(
    "Parts of addresses, paths and codes are not learned",
    arguments: ["ann@example.org ", "cake/fun ", "www.cake.org ", "x_cake ", "cake4 ", "4cake "])
  func codes(_ text: String) {
    desk.type(text)
    #expect(!learned.contains { $0.contains("cake") || $0.contains("org") })
  }

  @Test("A word whose end is deleted and typed again counts once")
  func again() {
    desk.type("the cake ⌫ ⌫⌫e ")
    #expect(learned.contains(">cake 1"))
    desk.type("cake ")
    #expect(learned.contains(">cake 2"))
  }

  @Test("The last word is learned when editing ends")
  func end() {
    desk.type("the cake")
    desk.view.resignFirstResponder()
    desk.deliver()
    #expect(learned.contains("the>cake 1"))
  }

  @Test(
    "Nothing is learned where correction is forbidden, nor by the setting",
    arguments: ["trait", "secure", "was secure", "email", "user name", "setting"])
  func forbidden(_ cause: String) {
    switch cause {
    case "trait": desk.view.traits.autocorrectionType = .no
    case "secure": desk.view.traits.isSecureTextEntry = true
    case "was secure":
      desk.view.traits.isSecureTextEntry = true
      desk.view.traits.isSecureTextEntry = false
    case "email": desk.view.traits.keyboardType = .emailAddress
    case "user name": desk.view.traits.textContentType = .username
    default: desk.engine.settings.learning = false
    }
    desk.type("the secret cake ")
    desk.view.resignFirstResponder()
    desk.deliver()
    #expect(learned.isEmpty && memory.learnedLanguages.isEmpty)
  }

  @Test("A user who turned correction off still has words learned for predictions")
  func correctionOff() {
    desk.engine.settings.autocorrection = false
    desk.type("the cake ")
    #expect(learned.contains("the>cake 1"))
  }

  @Test("Pasted text and text of the program are not learned")
  func notTyped() {
    desk.view.insertText("kladdkaka fika ")
    desk.view.text += "kanelbulle "
    desk.deliver()
    #expect(learned.isEmpty)
  }
}
