// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Keys
import TestSupport
import Testing

@testable import Mirrors
@testable import Service
@testable import TextInput

/// The order of notifications: the text, then the selection in it, then the editing state.
@Suite(.heldToSchema) struct NotificationOrderTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"a"}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
  }

  private struct Line: Decodable {
    struct Params: Decodable {
      var container: String?
      var string: String?
      var range: [Int]?
      var head: Int?
      var revision: Int?
      var reason: String?
    }
    var method: String?
    var params: Params?
  }

  private func reported() throws -> [Line] {
    try program.lines().map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test("4.3 a program is notified of the text before the selection and the editing state")
  func typing() throws {
    desk.type("a")
    desk.press(KeyInput.delete)
    let names = try desk.reported(program)
    let one = ["text.didChange", "selection.didChange", "field.editingChanged"]
    #expect(names == one + one)
  }

  @Test("A caret in a notification is never beyond the text that the program knows")
  func carets() throws {
    var random = SeededGenerator(seed: 3)
    var text = Array("".utf16)
    var revision = 0
    for _ in 0..<400 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: desk.press(KeyInput.leftArrow, "", .shift)
      case 1: desk.press(KeyInput.delete)
      case 2: desk.press("z", "", .command)
      case 3: desk.press("z", "", [.command, .shift])
      case 4: desk.press(KeyInput.leftArrow, "", Bool.random(using: &random) ? .command : .option)
      case 5:
        let lines = desk.exchange(program, "text.set", #"{"container":"a","text":"wor"}"#)
        for line in lines {
          try follow(try JSONDecoder().decode(Line.self, from: Data(line.utf8)), &text, &revision)
        }
      default: desk.type(["x", "é", "😀", " "].randomElement(using: &random) ?? "x")
      }
      for line in try reported() { try follow(line, &text, &revision) }
    }
    let contents = try desk.ask(program, "container.get", #"{"container":"a"}"#)
    #expect(contents.contains("\"text\":\"\(String(decoding: text, as: UTF16.self))\""))
    #expect(contents.contains("\"revision\":\(revision)"))
  }

  private func follow(_ line: Line, _ text: inout [UInt16], _ revision: inout Int) throws {
    switch line.method {
    case "text.didChange":
      let range = try #require(line.params?.range)
      text.replaceSubrange(range[0]..<range[1], with: Array((line.params?.string ?? "").utf16))
      revision += 1
      #expect(line.params?.revision == revision)
    case "selection.didChange": #expect((line.params?.head ?? 0) <= text.count)
    default: break
    }
  }

  @Test("Only the selection and state of the same edit are moved after the text's notification")
  func others() {
    let (one, two) = (ContainerID(rawValue: 1), ContainerID(rawValue: 2))
    let text = Update.textDidChange(one, range: TextRange(0, 0), text: "x", origin: .user)
    let selection = Update.selectionDidChange(one, Selection(caret: 1))
    let other = Update.selectionDidChange(two, Selection(caret: 1))
    func ordered(_ updates: Update...) -> [Update] {
      var ordered: [Update] = []
      updates.forEachByEffect { ordered.append($0) }
      return ordered
    }
    #expect(
      ordered(selection, .editingChanged(one), text) == [text, selection, .editingChanged(one)])
    #expect(ordered(other, text) == [other, text])
    #expect(ordered(.editingChanged(two), text) == [.editingChanged(two), text])
    #expect(ordered(selection, selection, text) == [selection, text, selection])
    #expect(ordered(.selectionDidEnd(one), text, text) == [text, .selectionDidEnd(one), text])
  }

  // MARK: Removed containers

  @Test("FLD-7a focus.didEnd reaches the program whose focused container is removed")
  func removedContainer() throws {
    let lines = desk.exchange(program, "container.remove", #"{"container":"a"}"#)
    #expect(
      lines.contains(
        #"{"jsonrpc":"2.0","method":"focus.didEnd","params":{"container":"a","reason":"committed"}}"#
      ),
      "\(lines)")
    // The name can be used again for another container.
    _ = try desk.ask(program, "container.create", #"{"container":"a","text":"new"}"#)
    #expect(
      try desk.ask(program, "container.get", #"{"container":"a"}"#).contains(#""text":"new""#))
  }

  @Test("FLD-7a focus.didEnd reaches the program whose form is removed with the focused field")
  func removedForm() throws {
    let form = #"{"form":"f","fields":[{"container":"b"},{"container":"c"}]}"#
    _ = try desk.ask(program, "form.create", form)
    _ = try desk.ask(program, "focus.request", #"{"container":"c"}"#)
    let lines = desk.exchange(program, "form.remove", #"{"form":"f"}"#)
    #expect(
      lines.contains {
        $0.contains(#""method":"focus.didEnd""#) && $0.contains(#""container":"c""#)
      }, "\(lines)")
  }
}
