// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Only the program that left a state can resume it, not another program with the same name and
/// user.
@Suite(.heldToSchema) struct ResumeTokenTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    let till = try desk.greet("till")
    _ = try desk.ask(
      till, "container.create",
      #"{"container":"pin","text":"geheim","traits":{"isSecureTextEntry":true}}"#)
    till.stopSending()
    #expect(desk.loop.run { desk.programs.programs.first?.state == .suspended })
  }

  private func hello(_ more: String) throws -> String {
    try desk.ask(try desk.connectProgram(), "hello", "{\"name\":\"till\"\(more)}")
  }

  @Test(
    "A hello without the token, or with a wrong one, resumes nothing",
    arguments: [
      #","resume":true"#, #","resume":true,"version":"1.0""#,
      #","resume":true,"token":"00000000000000000000000000000000""#, #","resume":true,"token":"""#,
    ])
  func refused(_ more: String) throws {
    let answer = try hello(more)
    #expect(answer.contains(#""resumed":false"#) && !answer.contains("geheim"), "\(answer)")
    #expect(try desk.greetAgain("till").lines() == [])
    #expect(desk.programs.programs.contains { $0.containers["pin"]?.text.text == "geheim" })
  }

  @Test(
    "A program resumes with its token and keeps it; a connected program's token is refused")
  func accepted() throws {
    let token = desk.resuming("till")
    let first = try desk.connectProgram()
    let answer = try desk.ask(first, "hello", "{\"name\":\"till\"\(token)}")
    #expect(answer.contains(#""resumed":true"#) && answer.contains("geheim"))
    let kept = try #require(desk.programs.programs.first?.token)
    #expect(answer.contains("\"token\":\"\(kept)\"") && kept.utf8.count == 32)
    // Another program cannot take over a connected program.
    #expect(try hello(token).contains(#""resumed":false"#))
  }

  @Test("A token works only for a program of the same name, and every program gets another token")
  func otherName() throws {
    let token = desk.resuming("till")
    let answer = try desk.ask(
      try desk.connectProgram(), "hello", "{\"name\":\"desk\"\(token)}")
    #expect(answer.contains(#""resumed":false"#))
    let others = try (0..<20).map { _ in try desk.greet("till") }
    #expect(Set(desk.programs.programs.map(\.token)).count == others.count + 1)
  }

  @Test("A token without resume resumes nothing")
  func alone() throws {
    let token = desk.resuming("till").replacing(#","resume":true"#, with: "")
    #expect(try hello(token).contains(#""resumed":false"#))
  }

  @Test("A program's offers can be withdrawn only by that program, also after it has reconnected")
  func offers() throws {
    let bank = try desk.greet("bank")
    _ = try desk.ask(
      bank, "container.create",
      #"{"container":"code","traits":{"textContentType":"one-time-code"}}"#)
    _ = try desk.ask(bank, "focus.request", #"{"container":"code"}"#)
    let messages = try desk.greet("messages")
    _ = try desk.ask(messages, "fill.offer", #"{"values":{"one-time-code":"123456"}}"#)
    let other = try desk.greet("messages")
    _ = try desk.ask(other, "fill.withdraw")
    #expect(desk.engine.candidates?.items.map(\.text) == ["123456"])
    // An address from another program of the same name does not replace the first one.
    _ = try desk.ask(messages, "fill.offer", #"{"values":{"address-line1":"Pier 39"}}"#)
    _ = try desk.ask(other, "fill.offer", #"{"values":{"address-line1":"Old Road"}}"#)
    messages.stopSending()
    #expect(
      desk.loop.run {
        desk.programs.programs.contains { $0.state == .suspended && $0.name == "messages" }
      })
    let again = try desk.greetAgain("messages")
    _ = try desk.ask(again, "fill.withdraw")
    #expect(desk.engine.candidates == nil)
    _ = try desk.ask(
      bank, "container.create",
      #"{"container":"street","traits":{"textContentType":"street-address"}}"#)
    _ = try desk.ask(bank, "focus.request", #"{"container":"street"}"#)
    #expect(desk.engine.candidates?.items.count == 1)
  }
}
