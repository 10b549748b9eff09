// SPDX-License-Identifier: Apache-2.0
import Assistance
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The socket's column of the rows about capitals, quotes, dashes and spaces (reference 10.1, 10.2,
/// 10.6 to 10.8).
@Suite(.heldToSchema) struct TypedAssistanceTests: ProgramTests {
  let desk: Desk
  let program: Observer

  init() throws {
    let engine = TextEngine()
    engine.assistant = Assistant()
    desk = try Desk(engine: engine)
    program = try desk.greet("notes")
  }

  /// Types into a new field with some traits.
  ///
  /// - Returns: the notifications of changed text.
  @discardableResult
  private func type(_ keys: String, _ traits: String = "{}", in name: String = "a") throws
    -> [String]
  {
    try create(name, ",\"traits\":\(traits)")
    try focus(name)
    _ = reported()
    desk.type(keys)
    return reported().named("text.didChange").compactMap { $0["params"]?["string"]?.text }
  }

  @Test(
    "F123 a program's field gets the capitals of its type",
    arguments: [
      ("sentences", "hi. there", "Hi. There"), ("words", "jean-luc o'neil", "Jean-luc O’neil"),
      ("allCharacters", "ab1", "AB1"), ("none", "hi. there", "hi. there"),
    ])
  func capitals(_ type: String, _ keys: String, _ expected: String) throws {
    try self.type(keys, "{\"autocapitalizationType\":\"\(type)\"}")
    #expect(try text("a") == expected)
  }

  @Test("F005, F047 a program receives the capital, or the letter as typed with the trait none")
  func capital() throws {
    #expect(try type("hi") == ["H", "i"])
    #expect(try type("hi. yo", #"{"autocapitalizationType":"none"}"#, in: "b").joined() == "hi. yo")
  }

  @Test("F119 a program's field for names gets capitals")
  func name() throws {
    try type("ann teh", #"{"autocapitalizationType":"words","autocorrectionType":"no"}"#)
    #expect(try text("a") == "Ann Teh")
  }

  @Test("F092, F093 a program receives the code points of curly quotes, or straight ones")
  func quotes() throws {
    #expect(try type("\"hi\"").joined() == "“Hi”")
    #expect(try type("\"hi\"", #"{"smartQuotesType":"no"}"#, in: "b").joined() == "\"Hi\"")
  }

  @Test("F094 a program receives en and em dashes")
  func dashes() throws {
    try type("1--2", in: "b")
    #expect(try text("b") == "1–2")
    try type("a---b", #"{"autocapitalizationType":"none"}"#, in: "c")
    #expect(try text("c") == "a—b")
  }

  @Test("F095 the party sentence in a program's field, by keys and by commands of the program")
  func party() throws {
    let sentence = "Vivian will bring Misiu and Jiwang to the party."
    try create("a", ",\"text\":\"\(sentence)\"")
    try focus("a")
    _ = try ask("selection.set", #"{"container":"a","anchor":24,"head":34}"#)
    desk.press("x", "", .command)
    #expect(try text("a") == "Vivian will bring Misiu to the party.")
    #expect(try caret("a") == 23)
    desk.press("v", "", .command)
    #expect(try text("a") == sentence)
  }

  @Test("F016 the user's client turns the period shortcut off; a program cannot")
  func setting() throws {
    try type("a  ")
    #expect(try text("a") == "A. ")
    let refusal = try desk.ask(program, "settings.set", #"{"periodShortcut":false}"#)
    #expect(refusal.contains("notPermitted"), "\(refusal)")
    let user = try desk.connectControl()
    let answer = try desk.ask(user, "settings.set", #"{"periodShortcut":false}"#)
    #expect(answer.contains(#""periodShortcut":false"#), "\(answer)")
    try type("a  ", in: "b")
    #expect(try text("b") == "A  ")
  }

  @Test("3.6 the capabilities say that the traits have an effect")
  func capabilities() throws {
    let traits = try ask("capabilities")["result"]?["traits"]
    for name in [
      "autocapitalizationType", "smartQuotesType", "smartDashesType", "smartInsertDeleteType",
    ] {
      #expect(traits?[name]?["support"]?.text == "supported", "\(name)")
    }
  }
}
