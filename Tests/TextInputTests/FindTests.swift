// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// Reference 6.4: ⌘E, ⌘G, ⇧⌘G, and commands that the program performs.
@Suite struct FindTests {
  @Test(
    "6.4 ⌘E sets the search text, and ⌘G and ⇧⌘G find it forwards and backwards with wrapping",
    arguments: [
      ("«ab‸» x ab y ab", "⌘E ⌘G", "ab x «ab‸» y ab"),
      ("«ab‸» x ab y ab", "⌘E ⌘G ⌘G", "ab x ab y «ab‸»"),
      ("«ab‸» x ab y ab", "⌘E ⌘G ⌘G ⌘G", "«ab‸» x ab y ab"),
      ("«ab‸» x ab y ab", "⌘E ⇧⌘G", "ab x ab y «ab‸»"),
      ("ab x «ab‸» y ab", "⌘E ⇧⌘G", "«ab‸» x ab y ab"),
      ("«ab‸» aB", "⌘E ⌘G", "ab «aB‸»"), ("«É‸» é", "⌘E ⌘G", "É «é‸»"),
      ("«a‸»a", "⌘E ⌘G", "a«a‸»"), ("«a‸»", "⌘E ⌘G", "«a‸»"),
      // Whole characters only.
      ("«e‸» e\u{301} e", "⌘E ⌘G", "e e\u{301} «e‸»"), ("«👍‸» 👍🏽 👍", "⌘E ⌘G", "👍 👍🏽 «👍‸»"),
      ("«a⏎b‸» a⏎b", "⌘E ⌘G", "a⏎b «a⏎b‸»"),
      ("«x‸» y", "⌘E ⌘A ⌫ ⌘G", "‸"),
    ])
  func finding(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before).press(keys).drawn == after)
    #expect(
      FieldTypist(before.replacing("⏎", with: " ")).press(keys).drawn
        == after.replacing("⏎", with: " "))
  }

  @Test("6.4 an offset outside the text is clamped", arguments: [Int.min, -5, 7, Int.max])
  func outside(_ offset: Int) {
    let storage = TextStorage("ab xab")
    let session = FindSession(query: "AB")
    let (first, last) = (TextRange(0, 2), TextRange(4, 6))
    #expect(session.next(in: storage, from: offset) == first)
    #expect(session.previous(in: storage, before: offset) == last)
    #expect(FindSession(query: "y").next(in: storage, from: offset) == nil)
    #expect(FindSession(query: "y").previous(in: storage, before: offset) == nil)
  }

  @Test("6.4 ⌘E without a selection and ⌘G without a search text are unhandled")
  func unhandled() {
    #expect(Typist("a‸b").press("⌘E").lastDisposition == .unhandled)
    #expect(Typist("a‸b").press("⌘G").lastDisposition == .unhandled)
    #expect(Typist("a‸b").press("⇧⌘G").lastDisposition == .unhandled)
    let secure = Typist("«a‸»b")
    secure.view.traits.isSecureTextEntry = true
    #expect(secure.press("⌘E").lastDisposition == .unhandled)
    #expect(secure.engine.findSession.query.isEmpty)
  }

  @Test("6.4 a part of a character is found nowhere, wherever the windows of the search end")
  func windowEdges() {
    for length in 8185...8200 {
      let storage = TextStorage(String(repeating: "a", count: length) + "e\u{301}b")
      let session = FindSession(query: "e")
      #expect(session.next(in: storage, from: 0) == nil, "\(length)")
      #expect(session.previous(in: storage, before: storage.count) == nil, "\(length)")
      let whole = FindSession(query: "ae\u{301}B").next(in: storage, from: 3)
      #expect(whole == TextRange(length - 1, length + 3), "\(length)")
    }
  }

  @Test("6.4 matches that overlap are found")
  func overlapping() {
    let storage = TextStorage("aaaab aabaaab")
    #expect(FindSession(query: "AAB").next(in: storage, from: 0) == TextRange(2, 5))
    #expect(FindSession(query: "aabaaab").next(in: storage, from: 0) == TextRange(6, 13))
    #expect(FindSession(query: "aa").previous(in: storage, before: 4) == TextRange(2, 4))
    #expect(FindSession(query: "aa").next(in: storage, from: 1) == TextRange(1, 3))
  }

  @Test(
    "A search in many windows of the text finds the same as a plain search",
    arguments: 1...20 as ClosedRange<UInt64>)
  func oracle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "b", "日", "👍"]
    let text = String((0..<30_000).map { _ in letters.randomElement(using: &random) ?? "a" })
    let storage = TextStorage(text)
    let characters = Array(text)
    let start = Int.random(in: 0..<29_980, using: &random)
    let needle = Array(characters[start..<(start + 6)])
    let session = FindSession(query: String(needle))
    // The oracle uses characters and their offsets, without windows.
    var offset = 0
    var places: [Int] = []
    for index in characters.indices {
      if characters[index...].starts(with: needle) { places.append(offset) }
      offset += characters[index].utf16.count
    }
    let from = storage.characterBoundary(
      atOrAfter: Int.random(in: 0..<storage.count, using: &random))
    let length = String(needle).utf16.count
    #expect(
      session.next(in: storage, from: from)?.start == places.first { $0 >= from } ?? places.first)
    #expect(
      session.previous(in: storage, before: from)?.start
        == places.last { $0 + length <= from } ?? places.last)
  }

  @Test(
    "6.3, 6.4 a command that the text cannot perform is offered to the chain by its id",
    arguments: [
      ("⌘F", "find"), ("⌘;", "next-misspelling"), ("⇧⌘;", "show-spelling"), ("⌘B", "toggle-bold"),
      ("⌘I", "toggle-italic"), ("⌘U", "toggle-underline"), ("F5", "complete"),
      ("⌥⎋", "complete"),
    ])
  func actions(_ keys: String, _ id: String) {
    let application = RecordingResponder("application")
    application.performable = [id]
    let typist = Typist("ab‸", application: application)
    #expect(typist.press(keys).lastDisposition == .command(id: id))
    #expect(typist.facts() == ["command \(id) application"])
    #expect(application.log == ["perform \(id)"])
    #expect(typist.drawn == "ab‸")
    application.performable = []
    #expect(typist.press(keys).lastDisposition == .unhandled)
  }

  @Test(
    "6.3, FLD-7b ⎋ and ⌘. run the cancel action, and editing ends as cancelled",
    arguments: ["⎋", "⌘."])
  func cancelAction(_ keys: String) {
    let application = RecordingResponder("application")
    application.performable = ["cancel"]
    let typist = Typist("ab‸", application: application)
    typist.view.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(typist.press(keys).lastDisposition == .binding(.cancel))
    #expect(typist.drawn == "ab‸")
    typist.updates = []
    #expect(typist.press(keys).lastDisposition == .command(id: "cancel"))
    #expect(
      typist.updates.contains(.focusDidEnd(typist.view.id, .cancelled)))
    let names = typist.updates.map(\.name).filter { !$0.hasPrefix("keyboard") }
    #expect(names.last == "command.invoked")
    #expect(application.log.last == "perform cancel")
  }
}
