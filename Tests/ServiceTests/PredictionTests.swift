// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput
@testable import Typing

/// The prediction row and the continuation on the sockets (reference 10.4, 10.5).
@Suite(.heldToSchema) struct PredictionTests {
  /// An assistant with one mistake and one continuation.
  private final class Helper: TypingAssistant {
    func substitutions(for context: TypingContext) -> [TextSubstitution] {
      guard context.text == " ", let correction = correction(in: context) else { return [] }
      return [
        TextSubstitution(correction.range, with: correction.replacement, kind: .correction)
      ]
    }
    func correction(in context: TypingContext) -> TextCorrection? {
      guard context.resolvedTraits.autocorrection, context.storage.text == "teh" else {
        return nil
      }
      return TextCorrection(TextRange(0, 3), typed: "teh", replacement: "the")
    }
    func predictions(in context: TypingContext) -> WordPredictions? {
      context.storage.isEmpty
        ? nil : WordPredictions(TextRange(0, context.selection.head), words: ["tech"])
    }
    func inlinePrediction(in context: TypingContext) -> InlinePrediction? {
      context.storage.text == "hel" ? InlinePrediction(start: 0, text: "lo") : nil
    }
  }

  private let desk: Desk
  private let till: Observer

  init() throws {
    desk = try Desk()
    desk.engine.assistant = Helper()
    till = try desk.greet("till")
  }

  private func focus(_ traits: String = "") throws {
    try desk.ask(
      till, "container.create", #"{"container":"note","traits":{"# + traits + "}}")
    try desk.ask(till, "focus.request", #"{"container":"note"}"#)
    _ = till.lines()
  }

  private func text() -> String? { desk.programs.programs[0].containers["note"]?.text.text }

  private func lines(_ client: Observer, _ event: String) -> [String] {
    client.lines().filter { $0.contains(#""method":"\#(event)""#) }
  }

  @Test("F054 AST-22 the owner receives the row with roles, and chooses a slot by its number")
  func row() throws {
    try focus()
    desk.type("teh")
    #expect(
      lines(till, "candidates.didChange").last
        == #"{"jsonrpc":"2.0","method":"candidates.didChange","params":{"list":{"first":0,"#
        + #""isExpanded":false,"items":[{"role":"literal","text":"teh"},"#
        + #"{"role":"correction","text":"the"},{"role":"completion","text":"tech"}],"#
        + #""kind":"predictions","page":0,"pages":1}}}"#)
    try desk.ask(till, "candidates.choose", #"{"number":2}"#)
    #expect(text() == "the ")
  }

  @Test("AST-24 the protocol's page says which chosen words bring a space, and which do not")
  func spaces() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = contents(of: "/" + folder + "/Documentation/Protocol.md")
    try focus()
    #expect(page.contains("A space follows a word that is chosen from the prediction row"))
    desk.type("teh")
    try desk.ask(till, "candidates.choose", #"{"number":3}"#)
    #expect(text() == "tech ")
    for sign in [".", ",", "!", "?", ";", ":"] {
      #expect(page.contains("`\(sign)`"))
      try desk.ask(till, "text.set", #"{"container":"note","text":""}"#)
      desk.type("teh")
      try desk.ask(till, "candidates.choose", #"{"number":3}"#)
      desk.type(sign)
      #expect(text() == "tech" + sign)
    }
    #expect(page.contains("No space follows a word of `completions`."))
    try desk.ask(till, "text.set", #"{"container":"note","text":""}"#)
    try desk.ask(till, "accessory.set", #"{"completions":["hello"]}"#)
    desk.type("he")
    try #require(desk.engine.accessoryBars.first?.items.first).activate()
    #expect(text() == "hello")
  }

  @Test("F054 a web field has the assistance of other fields, and may switch it off (AST-21)")
  func webField() throws {
    for (traits, expected) in [("", "the "), (#""autocorrectionType":"no""#, "teh ")] {
      try desk.ask(
        till, "container.create",
        #"{"container":"note","kind":"webField","traits":{\#(traits)}}"#)
      try desk.ask(till, "focus.request", #"{"container":"note"}"#)
      desk.type("teh ")
      #expect(text() == expected)
      try desk.ask(till, "container.remove", #"{"container":"note"}"#)
    }
  }

  @Test("AST-13b choosing the literal over the socket rejects the correction")
  func literal() throws {
    try focus()
    desk.type("teh")
    try desk.ask(till, "candidates.choose", #"{"number":1}"#)
    #expect(text() == "teh ")
    #expect(desk.engine.textContainer?.help?.help.refusedWords == ["teh"])
  }

  @Test("A program that does not receive candidates causes no predictions")
  func unsubscribed() throws {
    try desk.ask(till, "subscribe", #"{"events":["text.*"]}"#)
    try focus()
    desk.type("teh")
    #expect(desk.engine.candidates == nil)
    desk.type(" ")
    #expect(text() == "the ")
  }

  @Test("AST-28 AST-29 a program that asks for continuations receives them, and ␠ accepts them")
  func continuation() throws {
    try focus(#""inlinePredictionType":"yes""#)
    desk.type("hel")
    #expect(
      lines(till, "inline.didChange") == [
        #"{"jsonrpc":"2.0","method":"inline.didChange","params":{"container":"note","text":"lo"}}"#
      ])
    desk.type(" ")
    #expect(
      lines(till, "inline.didChange") == [
        #"{"jsonrpc":"2.0","method":"inline.didChange","params":{"container":"note","text":null}}"#
      ])
    #expect(text() == "hello ")
  }

  @Test("A program that does not ask for continuations gets plain spaces")
  func noContinuation() throws {
    try focus()
    desk.type("hel ")
    #expect(text() == "hel " && lines(till, "inline.didChange").isEmpty)
    try desk.ask(till, "subscribe", #"{"events":["text.*"]}"#)
    try desk.ask(till, "container.remove", #"{"container":"note"}"#)
    try focus(#""inlinePredictionType":"yes""#)
    desk.type("hel ")
    #expect(text() == "hel ")
  }

  @Test("Observers receive row and continuation, in their first line too, and change no key")
  func observers() throws {
    let hub = try desk.serveObservers()
    let path = desk.folder.path + "/observers"
    let observer = try Observer(path: path, at: .observers)
    desk.loop.settle()
    try focus(#""inlinePredictionType":"yes""#)
    desk.type("hel")
    let seen = observer.lines()
    #expect(seen.contains { $0.contains(#""method":"inline.didChange""#) && $0.contains("lo") })
    #expect(seen.contains { $0.contains(#""role":"completion","text":"tech""#) })
    let late = try Observer(path: path, at: .observers)
    desk.loop.settle()
    let hello = try #require(late.lines().first)
    #expect(hello.contains(#""inline":"lo""#) && hello.contains(#""role":"completion""#))
    try desk.ask(
      till, "container.set", #"{"container":"note","traits":{"inlinePredictionType":"no"}}"#)
    desk.press(.delete)
    desk.type("l ")
    #expect(text() == "hel ")
    hub.finish()
  }

  @Test("FLD-2d observers receive nothing of a secure text, and an open row is withdrawn")
  func secure() throws {
    let hub = try desk.serveObservers()
    let observer = try Observer(path: desk.folder.path + "/observers", at: .observers)
    desk.loop.settle()
    try focus(#""inlinePredictionType":"yes""#)
    desk.type("teh")
    _ = observer.lines()
    try desk.ask(
      till, "container.set", #"{"container":"note","traits":{"isSecureTextEntry":true}}"#)
    #expect(lines(observer, "candidates.didChange").last?.contains(#""list":null"#) == true)
    desk.type("hel teh ")
    let later = observer.lines()
    #expect(!later.contains { $0.contains("candidates") || $0.contains("inline") })
    #expect(!later.contains { $0.contains("correction.") })
    hub.finish()
  }
}
