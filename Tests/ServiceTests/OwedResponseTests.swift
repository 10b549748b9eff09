// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// How many responses a program can owe at a time.
@Suite(.heldToSchema) struct OwedResponseTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
  }

  private func fields(_ count: Int, of program: Observer) throws {
    for number in 0..<count {
      try desk.ask(
        program, "container.create",
        "{\"container\":\"\(number)\",\"text\":\"old\",\"questions\":"
          + #"{"field.shouldClear":true,"text.shouldChange":true}}"#)
    }
  }

  /// Sends `text.clear` for many fields at once.
  private func clear(_ count: Int, of program: Observer) {
    for number in 0..<count {
      program.send(
        "{\"jsonrpc\":\"2.0\",\"id\":\(1000 + number),\"method\":\"text.clear\","
          + "\"params\":{\"container\":\"\(number)\"}}\n")
    }
    desk.turn()
  }

  /// The ids of the requests that a program has received since the last call.
  private func asked(_ program: Observer) -> [String] {
    program.lines().compactMap { line in
      guard line.hasPrefix(#"{"id":"q"#) else { return nil }
      return line.split(separator: "\"")[3].description
    }
  }

  @Test("A program owes one response for its own requests and one for the keys, however many exist")
  func bound() throws {
    let program = try desk.greet("till")
    let count = 20
    try fields(count, of: program)
    try desk.ask(program, "focus.request", #"{"container":"0"}"#)
    _ = program.lines()
    clear(count, of: program)
    desk.type("abc")
    var total = 0
    while total < count + 3 {
      var open: [String] = []
      try #require(
        desk.loop.run {
          desk.turn()
          open += asked(program)
          return !open.isEmpty
        })
      for _ in 0..<5 {
        desk.turn()
        open += asked(program)
      }
      #expect(open.count <= 2, "\(open)")
      total += open.count
      for id in open { program.send("{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\"result\":true}\n") }
    }
    _ = try desk.ask(program, "ping")
    #expect(total == count + 3)
    let texts = desk.programs.programs[0].containers
    #expect(texts["0"]?.text.text == "abc" && texts["1"]?.text.text == "")
  }

  @Test("The programs of a user owe one response each, and one more for the keys of all of them")
  func boundOfUser() throws {
    let programs = try (0..<5).map { try desk.greet("\($0)") }
    for program in programs { try fields(3, of: program) }
    try desk.ask(programs[0], "focus.request", #"{"container":"2"}"#)
    for program in programs {
      _ = program.lines()
      clear(3, of: program)
    }
    desk.type("abc")
    #expect(programs.map { asked($0).count } == [2, 1, 1, 1, 1])
    #expect(desk.engine.operations.pending.count == programs.count + 1)
  }
}
