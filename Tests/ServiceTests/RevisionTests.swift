// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Edits by a program while a person types: revisions, and ranges that split no character.
@Suite(.heldToSchema) struct RevisionTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"a"}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
  }

  private func text() throws -> String {
    let container = try #require(desk.programs.programs.first?.containers["a"])
    return container.text.text
  }

  @Test("An edit based on an old revision is refused as stale and changes nothing")
  func stale() throws {
    _ = try desk.ask(program, "text.set", #"{"container":"a","text":"abc def"}"#)
    let known = try desk.ask(program, "container.get", #"{"container":"a"}"#)
    #expect(known.contains(#""revision":1"#))
    desk.press(KeyInput.upArrow, "", .command)
    desk.type("12")
    let late = try desk.ask(
      program, "text.replace", #"{"container":"a","range":[4,7],"text":"XYZ","ifRevision":1}"#)
    #expect(late.contains(#""code":-32008"#) && late.contains(#""name":"stale""#), "\(late)")
    #expect(late.contains(#""revision":3"#) && late.contains(#""place":"/params/ifRevision""#))
    #expect(try text() == "12abc def")
    let timely = try desk.ask(
      program, "text.replace", #"{"container":"a","range":[6,9],"text":"XYZ","ifRevision":3}"#)
    #expect(timely.contains(#""result":{"revision":4}"#), "\(timely)")
    #expect(try text() == "12abc XYZ")
  }

  @Test(
    "Every edit may name the revision that it is based on",
    arguments: [
      ("text.set", #""text":"b""#), ("text.clear", ""), ("selection.set", #""anchor":0"#),
      ("text.replace", #""range":[0,1],"text":"b""#),
    ])
  func everyEdit(_ method: String, _ members: String) throws {
    desk.type("a")
    let rest = members.isEmpty ? "" : "," + members
    let late = try desk.ask(program, method, "{\"container\":\"a\",\"ifRevision\":0\(rest)}")
    #expect(late.contains(#""name":"stale""#), "\(late)")
    #expect(try text() == "a")
    let timely = try desk.ask(program, method, "{\"container\":\"a\",\"ifRevision\":1\(rest)}")
    #expect(timely.contains("\"result\""), "\(timely)")
  }

  @Test("INP-18 an edit elsewhere leaves the caret, unless the program decides otherwise")
  func keepsSelection() throws {
    func edit(_ method: String, _ members: String) throws -> Int? {
      _ = try desk.ask(program, "text.set", #"{"container":"a","text":"abcd"}"#)
      _ = try desk.ask(program, "selection.set", #"{"container":"a","anchor":1}"#)
      let answer = try desk.ask(program, method, "{\(members)}")
      #expect(answer.contains("\"result\""), "\(answer)")
      return desk.programs.programs.first?.containers["a"]?.text.selection.head
    }
    let append = #""container":"a","range":[4,4],"text":"efg""#
    #expect(try edit("text.replace", append) == 1)
    #expect(try edit("text.replace", append + #","keepsSelection":false"#) == 7)
    #expect(try edit("text.replace", append + #","keepsSelection":null"#) == 1)
    let here = #""container":"a","range":[1,1],"text":"X""#
    #expect(try edit("text.replace", here) == 2)
    #expect(try edit("text.replace", here + #","keepsSelection":true"#) == 1)
    #expect(try edit("text.set", #""container":"a","text":"ABCD""#) == 4)
    #expect(try edit("text.set", #""container":"a","text":"ABCD","keepsSelection":true"#) == 1)
    _ = try desk.ask(program, "text.set", #"{"container":"a","text":"abcd"}"#)
    _ = try desk.ask(program, "form.create", #"{"form":"f","fields":[{"container":"b"}]}"#)
    let field = try #require(desk.programs.programs.first?.containers["b"]?.text)
    for (member, caret) in [("", 2), (#","keepsSelection":true"#, 1)] {
      field.text = "x"
      field.select(Selection(caret: 0))
      if !member.isEmpty { field.text = "xyz" }
      field.select(Selection(caret: 1))
      _ = try desk.ask(program, "form.set", #"{"form":"f","values":{"b":"XY"}"# + member + "}")
      #expect(field.selection.head == caret)
    }
  }

  @Test("While text is being composed, an edit that names a revision is stale")
  func composing() throws {
    let container = try #require(desk.programs.programs.first?.containers["a"])
    container.text.setMarkedText("k", selectedRange: TextRange(caret: 1))
    desk.turn()
    let edit = #"{"container":"a","range":[0,0],"text":"x","ifRevision":0}"#
    let late = try desk.ask(program, "text.replace", edit)
    #expect(late.contains(#""name":"stale""#) && late.contains("marked.commit"), "\(late)")
    _ = try desk.ask(program, "marked.commit", #"{"container":"a"}"#)
    let next = edit.replacing(#""ifRevision":0"#, with: #""ifRevision":1"#)
    #expect(try desk.ask(program, "text.replace", next).contains("\"result\""))
    #expect(try text() == "xk")
  }

  @Test("text.shouldChange names the revision that its range refers to")
  func question() throws {
    _ = try desk.ask(
      program, "container.create", #"{"container":"q","questions":{"text.shouldChange":true}}"#)
    _ = try desk.ask(program, "text.set", #"{"container":"q","text":"ab"}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"q"}"#)
    desk.press("c", "c")
    let line = program.lines().last { $0.contains("text.shouldChange") }
    #expect(line?.contains(#""revision":1"#) == true, "\(line ?? "")")
  }

  // MARK: Ranges

  @Test(
    "A range that cuts a character, or is reversed, is refused with the nearest valid range",
    arguments: [
      ("[1,1]", "[0,0]"), ("[1,2]", "[0,2]"), ("[0,1]", "[0,2]"), ("[3,5]", "[2,5]"),
      ("[2,0]", "[0,2]"), ("[6,3]", "[2,6]"), ("[2,99]", "[2,6]"), ("[4,4]", "[5,5]"),
    ])
  func ranges(_ range: String, _ nearest: String) throws {
    // A surrogate pair, a letter with two marks, a letter.
    _ = try desk.ask(program, "text.set", "{\"container\":\"a\",\"text\":\"😀e\u{301}\u{302}x\"}")
    let answer = try desk.ask(
      program, "text.replace", "{\"container\":\"a\",\"range\":\(range),\"text\":\"-\"}")
    #expect(answer.contains(#""name":"invalidParameter""#), "\(answer)")
    #expect(answer.contains(#""place":"/params/range""#))
    #expect(answer.contains("\"range\":\(nearest)"), "\(answer)")
    #expect(try text() == "😀e\u{301}\u{302}x")
    let again = try desk.ask(
      program, "text.replace", "{\"container\":\"a\",\"range\":\(nearest),\"text\":\"-\"}")
    #expect(again.contains("\"result\""), "\(again)")
  }

  @Test("Revisions count changes that no program has subscribed to")
  func unsubscribed() throws {
    _ = try desk.ask(program, "subscribe", #"{"events":["focus.*"]}"#)
    desk.type("ab")
    #expect(try desk.reported(program) == [])
    _ = try desk.ask(program, "subscribe", #"{"events":["text.didChange","selection.didChange"]}"#)
    desk.type("c")
    let lines = program.lines()
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.contains(#""revision":3"#) == true, "\(lines)")
  }
}
