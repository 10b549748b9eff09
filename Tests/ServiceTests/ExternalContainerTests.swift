// SPDX-License-Identifier: Apache-2.0
import Keys
import KeyCommands
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Containers of kind external, over the socket.
@Suite(.heldToSchema) struct ExternalContainerTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("kiosk", #","events":["focus.*"],"grace":5"#)
    try desk.ask(program, "container.create", #"{"container":"name","kind":"external"}"#)
    try desk.ask(program, "focus.request", #"{"container":"name"}"#)
    _ = program.lines()
  }

  /// The parameters of the notifications that have arrived.
  private func messages(_ client: Observer? = nil) -> [String] {
    (client ?? program).lines().map { line in
      line.split(separator: "\"params\":", maxSplits: 1).last.map { String($0.dropLast()) } ?? line
    }
  }

  private func report(_ text: String, _ caret: Int, seen: Int, _ cause: String) throws -> String {
    try desk.ask(
      program, "surroundings.set",
      """
      {"container":"name","text":"\(text)","anchor":\(caret),"head":\(caret),"seen":\(seen),\
      "cause":"\(cause)"}
      """)
  }

  @Test("EXT-2, EXT-14 text and keys arrive as one numbered stream of edits and keys")
  func stream() throws {
    desk.type("a")
    desk.press(.leftArrow)
    let lines = messages()
    #expect(
      lines.first
        == #"{"after":0,"before":0,"container":"name","number":1,"text":"a"}"#)
    #expect(lines.count == 3 && lines[1].contains(#""number":2,"phase":"began""#), "\(lines)")
    #expect(lines[1].contains(#""code":30,"container":"name""#))
    #expect(lines[2].contains(#""number":3,"phase":"ended""#))
  }

  @Test("EXT-26 text typed directly after ⇥ goes to the field to which the program moves the focus")
  func typedAhead() throws {
    try desk.ask(program, "container.create", #"{"container":"next","kind":"external"}"#)
    _ = try report("", 0, seen: 0, "other")
    desk.press(.tab)
    desk.type("b")
    #expect(messages().count == 1 && !desk.lastPressEnded)
    let lines = desk.exchange(
      program, "focus.request", #"{"container":"next"}"#,
      then: #"{"jsonrpc":"2.0","method":"surroundings.set","params":{"container":"name","seen":1}}"#
        + "\n")
    desk.turn()
    let edits = (lines + program.lines()).filter { $0.contains("external.edit") }
    #expect(edits.count == 1 && edits[0].contains(#""container":"next","number":1,"text":"b""#))
  }

  @Test("EXT-1 the text is what was reported, and requests that change it are refused")
  func owner() throws {
    desk.type("ab")
    _ = try report("xab", 3, seen: 2, "edit")
    #expect(
      try desk.ask(program, "container.get", #"{"container":"name"}"#).contains(
        #""text":"xab""#))
    let requests = [
      ("text.set", #","text":"x""#), ("text.replace", #","text":"x","range":[0,0]"#),
      ("text.clear", ""), ("selection.set", #","anchor":0"#), ("marked.set", #","text":"x""#),
      ("marked.commit", ""), ("marked.cancel", ""),
    ]
    for (method, members) in requests {
      let answer = try desk.ask(program, method, "{\"container\":\"name\"\(members)}")
      #expect(answer.contains(#""name":"unsupported""#), "\(method): \(answer)")
    }
    #expect(messages() == [])
  }

  @Test(
    "EXT-1 members that only a text of the service has are refused",
    arguments: [
      #""text":"a""#, #""questions":{"text.shouldChange":true}"#, #""frame":[0,0,1,1]"#,
      #""rows":1"#, #""cancels":true"#, #""properties":{"placeholder":"a"}"#,
    ])
  func members(_ member: String) throws {
    let answer = try desk.ask(
      program, "container.create", "{\"container\":\"b\",\"kind\":\"external\",\(member)}")
    #expect(answer.contains(#""name":"unsupported""#), "\(answer)")
    let form = try desk.ask(
      program, "form.create", #"{"form":"f","fields":[{"container":"c","kind":"external"}]}"#)
    #expect(form.contains(#""name":"unsupported""#), "\(form)")
  }

  @Test(
    "EXT-5 offsets are in the unit that hello asks for",
    arguments: [("utf8", 6, 2), ("utf16", 3, 1), ("scalars", 2, 1)])
  func units(_ unit: String, _ end: Int, _ before: Int) throws {
    let desk = try Desk()
    desk.engine.assistant = Lengthening()
    let program = try desk.greet("kiosk", ",\"offsets\":\"\(unit)\"")
    try desk.ask(program, "container.create", #"{"container":"name","kind":"external"}"#)
    try desk.ask(program, "focus.request", #"{"container":"name"}"#)
    let set = { (caret: Int) in
      try desk.ask(
        program, "surroundings.set",
        "{\"container\":\"name\",\"text\":\"😀é\",\"anchor\":\(caret),\"head\":\(caret),\"seen\":0}")
    }
    #expect(try set(end + 1).contains(#""place":"/params/anchor""#))
    if unit != "scalars" { #expect(try set(1).contains("between two code points")) }
    #expect(try set(end).contains("result"))
    _ = program.lines()
    desk.type("!")
    let line = messages(program).first { $0.contains("before") }
    #expect(
      line
        == """
        {"after":0,"before":\(before),"container":"name","number":1,"plain":"!","revision":1,\
        "text":"E!"}
        """)
  }

  /// Replaces an é by a capital.
  private final class Lengthening: TypingAssistant {
    func substitutions(for context: TypingContext) -> [TextSubstitution] {
      let caret = context.selection.head
      guard context.text == "!", caret > 0 else { return [] }
      return [TextSubstitution(TextRange(caret - 1, caret), with: "E", kind: .quote)]
    }
    func correction(in context: TypingContext) -> TextCorrection? { nil }
  }

  @Test(
    "EXT-6 a bad report is refused with its place",
    arguments: [
      (#""text":"ab","anchor":3,"head":0,"seen":0"#, "/params/anchor"),
      (#""text":"ab","anchor":0,"head":-1,"seen":0"#, "/params/head"),
      (#""text":"ab","anchor":0,"seen":0"#, "/params/head"),
      (#""anchor":0,"seen":0"#, "/params/anchor"), (#""seen":1"#, "/params/seen"),
      (#""seen":-1"#, "/params/seen"), (#""seen":0,"cause":"wind""#, "/params/cause"),
    ])
  func badReports(_ members: String, _ place: String) throws {
    let answer = try desk.ask(program, "surroundings.set", "{\"container\":\"name\",\(members)}")
    #expect(answer.contains("\"place\":\"\(place)\""), "\(answer)")
    let long = String(repeating: "a", count: 4001)
    #expect(try report(long, 0, seen: 0, "other").contains("4000 bytes"))
    try desk.ask(program, "container.create", #"{"container":"own"}"#)
    #expect(
      try desk.ask(program, "surroundings.set", #"{"container":"own","seen":0}"#).contains(
        #""name":"unsupported""#))
  }

  @Test("EXT-10, EXT-11 a preedit is sent with its fallback, and the program may end it")
  func composition() throws {
    let pending = Keystroke(
      event: KeyEvent(
        time: .zero, device: DeviceInfo.desk.id, code: KeyCode(40), phase: .press),
      charactersIgnoringModifiers: "'", composition: .pending(preview: "´"))
    desk.engine.handle(pending)
    desk.turn()
    #expect(
      messages() == [
        """
        {"caret":1,"composition":1,"container":"name","fallback":"´","number":1,\
        "segments":[{"length":1,"style":"raw"}],"text":"´"}
        """
      ])
    let end = { (members: String) in
      try desk.ask(program, "composition.end", "{\"container\":\"name\",\(members)}")
    }
    #expect(try end(#""composition":1,"outcome":"lost","seen":1"#).contains("/params/outcome"))
    #expect(try end(#""composition":1,"outcome":"inserted","seen":9"#).contains("/params/seen"))
    #expect(try end(#""composition":1,"outcome":"inserted","seen":1"#).contains("result"))
    desk.type("e")
    #expect(messages().first?.contains(#""text":"e""#) == true)
  }

  @Test("EXT-12 focus.didEnd tells the program to insert the text; the service sends none")
  func focusEnds() throws {
    try desk.ask(program, "container.create", #"{"container":"next","kind":"external"}"#)
    desk.engine.handle(
      Keystroke(
        event: KeyEvent(
          time: .zero, device: DeviceInfo.desk.id, code: KeyCode(40), phase: .press),
        charactersIgnoringModifiers: "'", composition: .pending(preview: "´")))
    desk.turn()
    _ = program.lines()
    let lines = desk.exchange(program, "focus.request", #"{"container":"next"}"#)
    #expect(lines.contains { $0.contains("focus.didEnd") && $0.contains("name") })
    #expect(!lines.contains { $0.contains("external.") }, "\(lines)")
  }

  @Test("EXT-13 text is for the container that it names, and never for another")
  func removed() throws {
    desk.type("a")
    _ = program.lines()
    try desk.ask(program, "container.remove", #"{"container":"name"}"#)
    try desk.ask(program, "container.create", #"{"container":"name","kind":"external"}"#)
    #expect(messages() == [])
    #expect(try report("", 0, seen: 1, "edit").contains("/params/seen"))
  }

  @Test("EXT-16 nothing but the stream is sent about the text")
  func nothingElse() throws {
    let desk = try Desk()
    let program = try desk.greet("kiosk")
    try desk.ask(program, "container.create", #"{"container":"name","kind":"external"}"#)
    try desk.ask(program, "focus.request", #"{"container":"name","presses":true}"#)
    _ = program.lines()
    desk.type("ab")
    desk.press(.escape)
    desk.press(.tab, "\t")
    desk.press(.function(5))
    let methods = try desk.reported(program)
    #expect(methods.allSatisfy { $0.hasPrefix("external.") }, "\(methods)")
    #expect(methods.count == 8)
  }

  @Test("EXT-18 a secret has no preedit, and its surroundings are refused")
  func secret() throws {
    try desk.ask(
      program, "container.set", #"{"container":"name","traits":{"isSecureTextEntry":true}}"#)
    _ = program.lines()
    #expect(try report("a", 1, seen: 0, "other").contains(#""name":"unsupported""#))
    #expect(
      try desk.ask(program, "surroundings.set", #"{"container":"name","seen":0}"#).contains(
        "result"))
    for (composition, text) in [
      (Keystroke.Composition.pending(preview: "´"), ""), (.completed, "é"),
    ] {
      desk.engine.handle(
        Keystroke(
          event: KeyEvent(
            time: .zero, device: DeviceInfo.desk.id, code: KeyCode(40), phase: .press),
          text: text, charactersIgnoringModifiers: "e", composition: composition))
    }
    desk.turn()
    #expect(
      messages() == [#"{"after":0,"before":0,"container":"name","number":1,"text":"é"}"#])
  }

  @Test("EXT-19 with a container that is not editable a program keeps the keyboard, and types keys")
  func keysOnly() throws {
    try desk.ask(
      program, "container.set", #"{"container":"name","properties":{"isEditable":false}}"#)
    _ = program.lines()
    desk.type("a")
    let lines = messages()
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("phase") }, "\(lines)")
    #expect(lines[0].contains(#""characters":"a""#))
    #expect(desk.engine.hasFirstResponder)
  }

  @Test("EXT-23 keys of the grace period arrive after the program has resumed")
  func resumed() throws {
    desk.type("a")
    _ = try report("a", 1, seen: 1, "edit")
    program.stopSending()
    #expect(desk.loop.run { desk.programs.programs.first?.state == .awaited })
    desk.type("bc")
    desk.press(.tab, "\t")
    let again = try desk.connectProgram()
    let hello = desk.exchange(again, "hello", "{\"name\":\"kiosk\"\(desk.resuming("kiosk"))}")
    // They follow the response.
    #expect(hello.first?.contains("result") == true, "\(hello)")
    let lines = (hello + again.lines()).filter { $0.contains("external.") }
    #expect(lines.count == 4, "\(lines)")
    #expect(lines.first?.contains(#""number":1,"text":"b""#) == true, "\(lines)")
    #expect(lines.last?.contains(#""number":4,"phase":"ended""#) == true)
  }

  @Test("EXT-23 text that was being composed is the program's when the connection ends")
  func lostComposition() throws {
    for composition in [Keystroke.Composition.pending(preview: "´"), .completed] {
      desk.engine.handle(
        Keystroke(
          event: KeyEvent(
            time: .zero, device: DeviceInfo.desk.id, code: KeyCode(40), phase: .press),
          text: composition == .completed ? "é" : "", charactersIgnoringModifiers: "e",
          composition: composition))
      desk.turn()
      guard composition != .completed else { break }
      program.stopSending()
      #expect(desk.loop.run { desk.programs.programs.first?.state == .awaited })
    }
    let again = try desk.connectProgram()
    let hello = desk.exchange(again, "hello", "{\"name\":\"kiosk\"\(desk.resuming("kiosk"))}")
    let lines = (hello + again.lines()).filter { $0.contains("external.") }
    #expect(lines.count == 1 && lines[0].contains(#""number":1,"text":"é""#), "\(lines)")
  }

  @Test("EXT-24 after 256 messages without a report the program is notified that keys are dropped")
  func overload() throws {
    _ = try report("", 0, seen: 0, "other")
    // Only the first key waits for the program that does not report it (EXT-26).
    desk.press(.leftArrow)
    desk.pass(milliseconds: 100)
    for _ in 0..<129 { desk.press(.leftArrow) }
    let methods = try desk.reported(program)
    #expect(methods.count { $0 == "external.key" } == 256)
    #expect(methods.count { $0 == "external.keysDropped" } == 1)
    _ = try report("", 0, seen: 256, "edit")
    desk.type("a")
    #expect(messages().last?.contains(#""number":257,"text":"a""#) == true)
  }
}
