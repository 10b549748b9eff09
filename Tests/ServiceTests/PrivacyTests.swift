// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import AutoFill
@testable import Service
@testable import TextInput

/// Neither the next person nor another program can see what a person left behind.
@Suite(.heldToSchema) struct PrivacyTests {
  private let desk: Desk
  private let kiosk: Observer

  init() throws {
    desk = try Desk()
    kiosk = try desk.greet("kiosk")
  }

  private func field(_ name: String, _ text: String, of client: Observer) throws {
    try desk.ask(client, "container.create", "{\"container\":\"\(name)\",\"text\":\"\(text)\"}")
    try desk.ask(client, "focus.request", "{\"container\":\"\(name)\"}")
  }

  private func text(_ name: String, of client: Observer) throws -> String {
    let answer = try desk.ask(client, "container.get", "{\"container\":\"\(name)\"}")
    return answer.split(separator: "\"text\":\"").last?.prefix { $0 != "\"" }.description ?? ""
  }

  private func command(_ letter: KeyInput) { desk.press(letter, "", .command) }

  @Test(
    "text that one program copies cannot be pasted in another one, even after the first has ended")
  func programs() throws {
    try field("name", "secret", of: kiosk)
    command("a")
    command("c")
    command("x")
    let other = try desk.greet("other")
    try field("note", "", of: other)
    try desk.ask(kiosk, "focus.release")
    command("v")
    #expect(try text("note", of: other) == "")
    try desk.ask(kiosk, "text.set", #"{"container":"name","string":""}"#)
    try desk.ask(kiosk, "bye")
    command("v")
    #expect(try text("note", of: other) == "")
  }

  @Test("pasteboard.clear drops copied, killed and searched text, and leaves documents alone")
  func clear() throws {
    try field("name", "secret", of: kiosk)
    command("a")
    command("c")
    command("e")
    try desk.ask(kiosk, "pasteboard.clear")
    let clipboard = try #require(desk.programs.programs.first).window.clipboard
    #expect(clipboard.isEmpty)
    command("v")
    #expect(try text("name", of: kiosk) == "secret")
  }

  @Test("session.end clears the texts, undo, pasteboard and offers, and keeps the focus")
  func sessionEnd() throws {
    try field("name", "", of: kiosk)
    desk.type("secret")
    command("a")
    command("c")
    try desk.ask(kiosk, "fill.offer", #"{"values":{"one-time-code":"123456"}}"#)
    let lines = desk.exchange(kiosk, "session.end")
    #expect(lines.contains { $0.contains(#""range":[0,6],"#) && $0.contains(#""string":"""#) })
    let program = try #require(desk.programs.programs.first)
    #expect(program.window.clipboard.isEmpty && program.focusedName == "name")
    command("z")
    command("v")
    #expect(try text("name", of: kiosk) == "")
    let other = try desk.greet("other")
    try desk.ask(
      other, "container.create",
      #"{"container":"code","traits":{"textContentType":"one-time-code"}}"#)
    try desk.ask(kiosk, "focus.release")
    try desk.ask(other, "focus.request", #"{"container":"code"}"#)
    #expect(desk.engine.candidates == nil)
  }

  @Test("session.end reports no change of a text that is empty, and clears its undo history")
  func emptyTexts() throws {
    try desk.ask(kiosk, "container.create", #"{"container":"never"}"#)
    try field("name", "", of: kiosk)
    desk.type("secret")
    command("a")
    desk.press(KeyInput.delete)
    try #require(try text("name", of: kiosk) == "")
    let lines = desk.exchange(kiosk, "session.end")
    #expect(lines.count == 1 && lines.last?.contains("result") == true, "\(lines)")
    command("z")
    #expect(try text("name", of: kiosk) == "")
  }

  @Test("session.end forgets what the program provided; the user's permission stays")
  func providedValues() throws {
    try desk.ask(kiosk, "fill.provide", #"{"profile":{"email":"ada@example.org"}}"#)
    let control = try desk.connectControl()
    try desk.ask(control, "fill.allow", #"{"program":1,"allowed":true}"#)
    let other = try desk.greet("other")
    try desk.ask(
      other, "container.create", #"{"container":"e","traits":{"textContentType":"email"}}"#)
    try desk.ask(other, "focus.request", #"{"container":"e"}"#)
    #expect(desk.engine.candidates?.items.map(\.text) == ["ada@example.org"])
    try desk.ask(kiosk, "session.end", "{}")
    #expect(desk.engine.candidates == nil)
    let sources = try desk.ask(control, "fill.sources")
    #expect(
      sources.contains(#""allowed":true,"credentials":0"#) && sources.contains(#""profile":[]"#),
      "\(sources)")
    let again = try desk.ask(
      kiosk, "fill.provide", #"{"profile":{"email":"bob@example.org"}}"#)
    #expect(again.contains(#""allowed":true"#), "\(again)")
    #expect(desk.engine.candidates?.items.map(\.text) == ["bob@example.org"])
  }

  @Test("session.end of a form leaves the other texts alone")
  func formEnd() throws {
    try desk.ask(
      kiosk, "form.create", #"{"form":"f","fields":[{"container":"a","text":"x"}]}"#)
    try field("b", "y", of: kiosk)
    try desk.ask(kiosk, "session.end", #"{"form":"f"}"#)
    #expect(try text("a", of: kiosk) == "" && text("b", of: kiosk) == "y")
    let unknown = try desk.ask(kiosk, "session.end", #"{"form":"g"}"#)
    #expect(unknown.contains("unknownName"))
  }

  @Test("session.end cancels the effect of a pending request to the program")
  func questions() throws {
    try desk.ask(
      kiosk, "container.create",
      #"{"container":"name","questions":{"text.shouldChange":true}}"#)
    try desk.ask(kiosk, "focus.request", #"{"container":"name"}"#)
    desk.press("s", "s")
    try desk.ask(kiosk, "session.end")
    desk.pass(milliseconds: 400)
    #expect(try text("name", of: kiosk) == "")
  }

  @Test("F091 a value chosen from an offer consults the program, as typed text does")
  func fillAsks() throws {
    try desk.ask(
      kiosk, "container.create",
      #"{"container":"code","traits":{"textContentType":"one-time-code"},"#
        + #""questions":{"text.shouldChange":false}}"#)
    try desk.ask(kiosk, "focus.request", #"{"container":"code"}"#)
    let messages = try desk.greet("messages")
    try desk.ask(messages, "fill.offer", #"{"values":{"one-time-code":"123456"}}"#)
    desk.chooseFill(1)
    desk.pass(milliseconds: 400)
    let all = kiosk.lines()
    #expect(all.contains { $0.contains("text.shouldChange") && $0.contains("123456") })
    #expect(try text("code", of: kiosk) == "", "the declared default answer is no")
  }
}
