// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service

/// The cost of one line is bounded, whatever it contains.
@Suite(.heldToSchema) struct LineCostTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try desk.ask(program, method, parameters)
  }

  private static let long = String(repeating: "n", count: 4000)

  @Test("A subscription has a limited number of events; an event that is named twice counts twice")
  func subscriptions() throws {
    func events(_ words: some Sequence<String>) -> String {
      "{\"events\":[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
    }
    let most = Array(repeating: "hud.*", count: EventFilter.wordLimit)
    #expect(try ask("subscribe", events(most)).contains("result"))
    #expect(try ask("subscribe", events(EventFilter.names)).contains("result"))
    let answer = try ask("subscribe", events(most + ["text.*"]))
    #expect(answer.contains(#""name":"tooMany","place":"/params/events""#), "\(answer)")
    let user = try desk.connectControl()
    #expect(try desk.ask(user, "subscribe", events(most + ["text.*"])).contains("tooMany"))
  }

  @Test("A line with more values than any request needs is refused before it is parsed")
  func values() throws {
    func line(_ members: Int) -> String {
      "{\"jsonrpc\":\"2.0\",\"id\":\"many\",\"method\":\"x\",\"params\":{"
        + (0..<members).map { "\"m\($0)\":0" }.joined(separator: ",") + "}}\n"
    }
    program.send(line(LineShape.valueLimit))
    desk.loop.settle()
    #expect(program.lines().last?.contains("more than 2048 values") == true)
    // Characters in a string do not count as values.
    let commas = String(repeating: #"\",:[{\\"#, count: 3000)
    let created = try ask("container.create", "{\"container\":\"a\",\"text\":\"\(commas)\"}")
    #expect(created.contains("result"), "\(created.prefix(200))")
  }

  @Test("A form has at most a hundred fields")
  func fields() throws {
    func form(_ count: Int) -> String {
      "{\"form\":\"f\",\"fields\":["
        + (0..<count).map { "{\"container\":\"\($0)\"}" }.joined(separator: ",") + "]}"
    }
    let refused = try ask("form.create", form(ProgramForm.fieldLimit + 1))
    #expect(refused.contains(#""name":"tooMany","place":"/params/fields""#), "\(refused)")
    #expect(try ask("form.create", form(ProgramForm.fieldLimit)).contains("result"))
  }

  @Test("An unterminated string is refused, and nothing beyond the line is read")
  func openString() throws {
    for end in ["", "\\", "\\\\\\", "\\\""] {
      let line = "{\"x\":\"" + String(repeating: "x", count: 5000) + end + "\n"
      program.send(line)
      desk.loop.settle()
      #expect(program.lines().last?.contains(#""name":"notJSON""#) == true)
    }
  }

  @Test(
    "An error repeats at most 60 characters of the client's input, in its message and its place",
    arguments: [
      ("container.create", "{\"container\":\"a\",\"\(long)\":1}"),
      ("container.create", "{\"container\":\"a\",\"kind\":\"\(long)\"}"),
      ("container.create", "{\"container\":\"a\",\"traits\":{\"\(long)\":1}}"),
      ("container.create", "{\"container\":\"a\",\"traits\":{\"keyboardType\":\"\(long)\"}}"),
      ("container.create", "{\"container\":\"a\",\"properties\":{\"\(long)\":1}}"),
      ("container.create", "{\"container\":\"a\",\"properties\":{\"textColor\":\"\(long)\"}}"),
      ("container.create", "{\"container\":\"a\",\"questions\":{\"\(long)\":true}}"),
      ("container.get", "{\"container\":\"\(long)\"}"),
      ("command.register", "{\"command\":\"a\",\"chord\":\"\(long)+a\"}"),
      ("command.register", "{\"command\":\"a\",\"chord\":\"cmd+\(long)\"}"),
      ("command.remove", "{\"command\":\"\(long)\"}"),
      ("fill.offer", "{\"values\":{\"\(long)\":\"1\"}}"),
      (
        "form.create",
        "{\"form\":\"f\",\"fields\":[{\"container\":\"a\",\"prototype\":\"\(long)\"}]}"
      ),
      ("label.create", "{\"label\":\"a\",\"spans\":[{\"text\":\"x\",\"color\":\"\(long)\"}]}"),
      ("mode.set", "{\"mode\":\"\(long)\"}"),
      ("subscribe", "{\"events\":[\"\(long)\"]}"),
      ("\(long)", "{}"),
    ])
  func echoes(_ method: String, _ parameters: String) throws {
    let answer = try ask(method, parameters)
    #expect(answer.contains(#""error""#))
    #expect(!answer.contains(String(repeating: "n", count: 61)), "\(answer)")
    #expect(answer.utf8.count < 2000, "\(answer)")
  }

  @Test("A grapheme as long as a line is cut like any other text")
  func longGrapheme() {
    let text = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(text.excerpt.unicodeScalars.count == 61)
    #expect("short".excerpt == "short")
  }

  @Test("A suggestion for a misspelt name is searched only among the first of many long names")
  func manyNames() {
    let names = (0..<10_000).map { String(repeating: "a", count: 50) + "\($0)" }
    #expect(nearest(to: String(repeating: "b", count: 53), among: names) == nil)
    #expect(nearest(to: "containr", among: ["container"] + names) == "container")
  }
}
