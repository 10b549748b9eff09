// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The limits of a program, and the layout of its content.
@Suite(.heldToSchema) struct ProgramLimitTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try desk.ask(program, method, parameters)
  }

  @Test("The texts of a program are limited, undo steps included; text.set makes room")
  func text() throws {
    var limits = ProgramHub.Limits()
    limits.textUnits = 16_500
    let desk = try Desk(limits: limits)
    let program = try desk.greet("till")
    func ask(_ method: String, _ parameters: String) throws -> String {
      try desk.ask(program, method, parameters)
    }
    _ = try ask("container.create", #"{"container":"note","kind":"textView"}"#)
    let piece = String(repeating: "x", count: 1000)
    let more = #"{"container":"note","range":[0,0],"string":"\#(piece)"}"#
    for _ in 0..<16 {
      #expect(try ask("text.replace", more).contains("result"))
    }
    let refused = try ask("text.replace", more)
    #expect(refused.contains(#""name":"tooMany""#), "\(refused.prefix(200))")
    #expect(
      try ask("container.create", #"{"container":"other","text":"\#(piece)"}"#).contains("tooMany"))
    #expect(
      try ask("container.set", #"{"container":"note","properties":{"text":"\#(piece)"}}"#)
        .contains("tooMany"))
    #expect(
      try ask("text.set", #"{"container":"note","string":"\#(piece)"}"#).contains("result"))
    #expect(try ask("text.replace", more).contains("result"))
    #expect(desk.programs.programs[0].containers["note"]?.text.storage.count == 2000)
  }

  @Test(
    "The length of names, titles and similar texts is limited",
    arguments: [
      ("container.create", "container", #""text":"""#),
      ("container.create", "label", #""container":"a""#),
      ("label.create", "text", #""label":"a""#),
      ("command.register", "title", #""command":"a","chord":"f9""#),
      ("command.register", "argument", #""command":"a","chord":"f9""#),
      ("mode.prefer", "context", #""language":"sv""#),
      ("form.get", "form", ""),
    ])
  func shortTexts(method: String, member: String, others: String) throws {
    let long = String(repeating: "ä", count: 20_000)
    let comma = others.isEmpty ? "" : ","
    let answer = try ask(method, #"{\#(others)\#(comma)"\#(member)":"\#(long)"}"#)
    #expect(answer.contains(#""name":"invalidParameter","place":"/params/\#(member)""#))
    #expect(answer.utf8.count < 1000)
  }

  @Test("NTF-15a the content of a program is laid out again if the screen's size changes")
  func resize() throws {
    desk.engine.screen = CellSize(width: 40, height: 10)
    _ = try ask("container.create", #"{"container":"first","label":"Vorname"}"#)
    _ = try ask("container.create", #"{"container":"framed","label":"x","frame":[30,9,4,1]}"#)
    _ = try ask(
      "label.create", #"{"label":"help","text":"what one has to know of this before one goes on"}"#)
    _ = try ask(
      "form.create",
      #"{"form":"f","fields":[{"container":"a","label":"漢字"},{"container":"b","label":"c","rows":2}]}"#
    )
    _ = try ask("container.create", #"{"container":"last"}"#)
    let expected = [
      40: [[9, 0, 31, 1], [30, 9, 4, 1], [6, 3, 34, 1], [6, 4, 34, 2], [9, 6, 31, 1]],
      20: [[9, 0, 11, 1], [30, 9, 4, 1], [6, 4, 14, 1], [6, 5, 14, 2], [9, 7, 11, 1]],
    ]
    for width in [40, 20, 40] {
      desk.engine.screen = CellSize(width: width, height: 10)
      let mine = desk.programs.programs[0]
      let frames = ["first", "framed", "a", "b", "last"].map { name -> [Int] in
        guard let text = mine.containers[name]?.text else { return [] }
        let corner = text.convertToWindow(.zero)
        return [corner.x, corner.y, text.frame.width, text.frame.height]
      }
      #expect(frames == expected[width])
    }
    // Removed containers take their labels with them.
    for name in ["first", "framed", "last"] {
      _ = try ask("container.remove", #"{"container":"\#(name)"}"#)
    }
    _ = try ask("form.remove", #"{"form":"f"}"#)
    _ = try ask("label.remove", #"{"label":"help"}"#)
    #expect(desk.programs.programs[0].items.isEmpty)
  }
}
