// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The pasteboard of a program: only the program itself can read and fill it.
@Suite(.heldToSchema) struct PasteboardTests {
  private let desk: Desk
  private let till: Observer

  init() throws {
    desk = try Desk()
    till = try desk.greet("till")
    try field("name", of: till)
  }

  private func field(_ name: String, of client: Observer, _ more: String = "") throws {
    try desk.ask(client, "container.create", "{\"container\":\"\(name)\"\(more)}")
    try desk.ask(client, "focus.request", "{\"container\":\"\(name)\"}")
  }

  private func pasteboard(of client: Observer, _ parameters: String = "{}") throws -> String {
    let answer = try desk.ask(client, "pasteboard.get", parameters)
    return try #require(answer.split(separator: "\"text\":\"").last).prefix { $0 != "\"" }
      .description
  }

  private func set(_ text: String, _ form: String = "null") throws -> String {
    try desk.ask(till, "pasteboard.set", "{\"text\":\"\(text)\",\"form\":\(form)}")
  }

  private func command(_ letter: KeyInput) { desk.press(letter, "", .command) }

  private func text(_ name: String) throws -> String {
    try #require(desk.programs.programs.first?.containers[name]).text.text
  }

  @Test("A program reads the text copied from its own texts, and the text that it sets is pasted")
  func both() throws {
    #expect(try desk.ask(till, "pasteboard.get").contains(#""result":{"text":""}"#))
    desk.type("ada")
    command("a")
    command("c")
    #expect(try pasteboard(of: till) == "ada")
    #expect(try set("12.50").contains("result"))
    #expect(try pasteboard(of: till) == "12.50")
    command("v")
    #expect(try text("name") == "12.50")
  }

  @Test("A program neither reads nor fills the pasteboard of another program")
  func others() throws {
    _ = try set("mine")
    let other = try desk.greet("till")
    #expect(try desk.ask(other, "pasteboard.get").contains(#""result":{"text":""}"#))
    try desk.ask(other, "pasteboard.set", #"{"text":"other"}"#)
    #expect(try pasteboard(of: till) == "mine")
    command("v")
    #expect(try text("name") == "mine")
  }

  @Test("Nothing is read that was typed into a secret")
  func secrets() throws {
    try field("pin", of: till, #","traits":{"isSecureTextEntry":true}"#)
    desk.type("1234")
    command("a")
    command("c")
    command("x")
    desk.press("k", "", .control)
    #expect(try desk.ask(till, "pasteboard.get").contains(#""result":{"text":""}"#))
  }

  @Test("A program's pasteboard text is forgotten after pasteboardExpiry, and by session.end")
  func forgotten() throws {
    desk.engine.settings.pasteboardExpiry = 5
    _ = try set("12.50")
    desk.pass(milliseconds: 4000)
    #expect(try pasteboard(of: till) == "12.50")
    desk.pass(milliseconds: 2000)
    #expect(try desk.ask(till, "pasteboard.get").contains(#""result":{"text":""}"#))
    _ = try set("12.50")
    try desk.ask(till, "session.end")
    #expect(try desk.ask(till, "pasteboard.get").contains(#""result":{"text":""}"#))
  }

  @Test("A form's pasteboard is its own where the user keeps forms apart, else the program's")
  func forms() throws {
    try desk.ask(till, "form.create", #"{"form":"f","fields":[{"container":"a"}]}"#)
    _ = try set("one", "\"f\"")
    #expect(try pasteboard(of: till) == "one")
    desk.engine.settings.pasteboardPerForm = true
    _ = try set("two", "\"f\"")
    #expect(try pasteboard(of: till) == "one")
    #expect(try pasteboard(of: till, #"{"form":"f"}"#) == "two")
    try desk.ask(till, "focus.request", #"{"container":"a"}"#)
    command("v")
    #expect(try text("a") == "two")
    #expect(try set("x", "\"g\"").contains(#""name":"unknownName""#))
  }

  @Test("A program's pasteboard text counts with its texts")
  func quota() throws {
    var limits = ProgramHub.Limits()
    limits.textUnits = 100
    let desk = try Desk(limits: limits)
    let program = try desk.greet("till")
    func set(_ count: Int, _ form: String = "null") throws -> String {
      let text = String(repeating: "x", count: count)
      return try desk.ask(
        program, "pasteboard.set", "{\"text\":\"\(text)\",\"form\":\(form)}")
    }
    #expect(try set(100).contains("result"))
    #expect(try set(101).contains(#""name":"tooMany""#))
    #expect(try set(60).contains("result"))
    desk.engine.settings.pasteboardPerForm = true
    try desk.ask(program, "form.create", #"{"form":"f","fields":[{"container":"a"}]}"#)
    #expect(try set(60, "\"f\"").contains(#""name":"tooMany""#))
    #expect(try set(40, "\"f\"").contains("result"))
    #expect(try set(0).contains("result"))
  }
}
