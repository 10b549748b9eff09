// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Questions to programs: what they answer counts, and what they have declared where they do not.
@Suite(.heldToSchema) struct QuestionTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  private func field(_ questions: String, _ more: String = "") throws {
    let answer = try desk.ask(
      program, "container.create", "{\"container\":\"a\",\"questions\":{\(questions)}\(more)}")
    #expect(answer.contains("result"), "\(answer)")
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    _ = program.lines()
  }

  private var text: String { desk.programs.programs.first?.containers["a"]?.text.text ?? "?" }

  /// Answers the next question before it is asked: the answer is read when it is waited for.
  private func answer(_ number: Int, _ value: String) {
    program.send(line(number, value))
  }

  private func line(_ number: Int, _ value: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\"q\(number)\",\"result\":\(value)}\n"
  }

  @Test("F037, FLD-10 who answers no to a change is told of none; with yes it is as typed")
  func change() throws {
    try field(#""text.shouldChange":true"#)
    answer(1, "false")
    desk.type("x")
    let lines = program.lines()
    #expect(
      lines.first
        == #"{"id":"q1","jsonrpc":"2.0","method":"text.shouldChange","params":{"container":"a","#
        + #""range":[0,0],"string":"x"}}"#)
    #expect(lines.count == 1 && text == "")
    answer(2, "true")
    desk.type("y")
    #expect(text == "y" && program.lines().contains { $0.contains("text.didChange") })
  }

  @Test("What is typed while a program is asked is taken in, and only when something was typed")
  func keyboards() throws {
    final class Keyboards: WaitingKeyboards {
      var ends: [Int32] = [0, 0]
      var count = 0
      var afterwards: () -> Void = {}
      init() { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) }
      deinit { for end in ends { close(end) } }
      var waitingDescriptors: [Int32] { [ends[0]] }
      func readAhead() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(ends[0], &bytes, bytes.count)
        count += 1
        afterwards()
      }
    }
    try field(#""text.shouldChange":true"#)
    let keyboards = Keyboards()
    desk.programs.keyboards = keyboards
    _ = write(keyboards.ends[1], "!", 1)
    keyboards.afterwards = { answer(1, "true") }
    desk.type("x")
    #expect(keyboards.count == 1 && text == "x")
    answer(2, "true")
    desk.type("y")
    #expect(keyboards.count == 1 && text == "xy")
  }

  @Test("What was not opted in to is not asked")
  func unasked() throws {
    try field(#""field.shouldReturn":true"#)
    desk.type("x")
    #expect(text == "x")
    #expect(!program.lines().contains { $0.contains("\"id\"") })
  }

  @Test(
    "Without an answer in time the declared one counts, and is told; until then no other is waited for",
    arguments: [true, false])
  func late(_ preset: Bool) throws {
    try field("\"text.shouldChange\":\(preset)")
    desk.type("abc")
    let lines = program.lines()
    #expect(lines.filter { $0.contains(#""method":"text.shouldChange""#) }.count == 1)
    let told = lines.filter { $0.contains(#""method":"question.preset""#) }
    #expect(told.count == 3 && told.allSatisfy { $0.contains(#""reason":"late""#) })
    #expect(told.allSatisfy { $0.contains("\"answer\":\(preset)") })
    #expect(text == (preset ? "abc" : ""))
    let user = try desk.connectControl()
    #expect(try desk.ask(user, "status").contains(#""isLate":true"#))
    // Late as the answer is, the program answers again.
    answer(1, "false")
    desk.loop.settle()
    #expect(try desk.ask(user, "status").contains(#""isLate":false"#))
    answer(2, "true")
    desk.type("d")
    #expect(text.hasSuffix("d"))
  }

  @Test("An answer that is neither true nor false is none")
  func nonsense() throws {
    try field(#""text.shouldChange":true"#)
    for (number, value) in ["1", "null", "\"no\"", "{}"].enumerated() {
      answer(number + 1, value)
      desk.type("x")
      #expect(program.lines().contains { $0.contains(#""reason":"notAnAnswer""#) })
    }
    program.send(#"{"jsonrpc":"2.0","id":"q5","error":{"code":1,"message":"no"}}"# + "\n")
    desk.type("x")
    #expect(text == "xxxxx")
  }

  @Test("What a program asks for while it is asked has its turn afterwards, in order")
  func crossing() throws {
    try field(#""text.shouldChange":false"#)
    program.send(
      #"{"jsonrpc":"2.0","id":71,"method":"text.set","params":{"container":"a","string":"1"}}"#
        + "\n")
    program.send(
      #"{"jsonrpc":"2.0","id":72,"method":"container.get","params":{"container":"a"}}"# + "\n")
    answer(1, "true")
    desk.type("x")
    desk.loop.settle()
    let lines = program.lines()
    let order = ["\"q1\"", "\"string\":\"x\"", "\"string\":\"1\"", "\"id\":71", "\"id\":72"]
      .map { part in lines.firstIndex { $0.contains(part) } ?? -1 }
    #expect(order == order.sorted() && !order.contains(-1), "\(lines)")
    #expect(lines.last?.contains(#""text":"1""#) == true)
  }

  @Test("What it asks for on the way has its answer also where its no leaves nothing to tell")
  func crossingRefusal() throws {
    try field(#""text.shouldChange":true"#)
    program.send(
      #"{"jsonrpc":"2.0","id":72,"method":"container.get","params":{"container":"a"}}"# + "\n")
    answer(1, "false")
    desk.type("x")
    desk.loop.settle()
    let lines = program.lines()
    #expect(lines.count == 2 && lines.last?.contains("\"id\":72") == true, "\(lines)")
  }

  @Test("A program that goes in the middle of a question leaves the declared answer")
  func gone() throws {
    try field(#""text.shouldChange":true"#)
    program.stopSending()
    desk.type("x")
    #expect(text == "x")
    #expect(desk.loop.run { desk.programs.programs.first?.state == .suspended })
  }

  @Test(
    "A program that is killed before it reads the question is let go behind the key",
    arguments: [0, 5])
  func killed(_ grace: Int) throws {
    let desk = try Desk()
    var program: Observer? = try desk.greet("till", ",\"grace\":\(grace)")
    let other = try desk.greet("other")
    for client in [try #require(program), other] {
      _ = try desk.ask(
        client, "container.create",
        #"{"container":"a","questions":{"text.shouldChange":true,"focus.shouldEnd":false}}"#)
      _ = try desk.ask(client, "focus.request", #"{"container":"a"}"#)
    }
    let text = try #require(desk.programs.programs[0].containers["a"]?.text)
    program = nil
    desk.type("x")
    #expect(text.text == "x" && program == nil)
    #expect(
      desk.loop.run {
        desk.turn()
        return desk.programs.programs[0].state == (grace > 0 ? .awaited : .suspended)
      })
    // The other has waited for it.
    if grace > 0 { desk.letTimePass() }
    #expect(desk.programs.turns.isHolder(desk.programs.programs[1]))
  }

  @Test("A program that has not read what it was sent is not asked")
  func unread() throws {
    try field(#""text.shouldChange":true"#)
    let text = try #require(desk.programs.programs.first?.containers["a"]?.text)
    for _ in 0..<40 {
      text.text = String(repeating: "x", count: 100_000)
      desk.turn()
    }
    desk.type("y")
    #expect(text.storage.count == 100_001)
    var lines: [String] = []
    #expect(
      desk.loop.run {
        lines += program.lines()
        return lines.contains { $0.contains(#""method":"resync""#) }
      })
    #expect(!lines.contains { $0.contains("shouldChange") && $0.contains("\"id\"") })
  }

  @Test("FLD-14, FLD-17, RSP-4 Return, clear, begin and end are asked about where it is wanted")
  func others() throws {
    try field(
      #""field.shouldReturn":true,"field.shouldClear":true,"focus.shouldBegin":true,"focus.shouldEnd":true"#,
      #","text":"abc""#)
    // The first was about the beginning, which had no answer in time.
    answer(1, "true")
    desk.loop.settle()
    answer(2, "false")
    desk.press("\r", "\r")
    #expect(!program.lines().contains { $0.contains("didEndOnExit") })
    answer(3, "true")
    desk.press("\r", "\r")
    #expect(program.lines().contains { $0.contains("didEndOnExit") })
    let cleared = desk.exchange(
      program, "text.clear", #"{"container":"a"}"#, then: line(4, "false"))
    #expect(cleared.contains { $0.contains("field.shouldClear") } && text == "abc")
    let kept = desk.exchange(program, "focus.release", then: line(5, "false"))
    #expect(kept.last?.contains(#""released":false"#) == true && desk.engine.hasFirstResponder)
    let forced = try desk.ask(program, "endEditing", #"{"container":"a","force":true}"#)
    #expect(forced.contains(#""released":true"#) && !desk.engine.hasFirstResponder)
  }

  @Test("Who sends without end instead of an answer is not read on; all is answered behind")
  func floodInQuestion() throws {
    var limits = ProgramHub.Limits()
    limits.connection.lineBytes = 4096
    let desk = try Desk(limits: limits)
    let program = try desk.greet("till")
    _ = try desk.ask(
      program, "container.create", #"{"container":"a","questions":{"text.shouldChange":false}}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    _ = program.lines()
    let request = #"{"jsonrpc":"2.0","id":9,"method":"grace","params":{"seconds":0}}"# + "\n"
    program.send(String(repeating: request, count: 800))
    desk.press("x", "x")
    let waiting = desk.programs.programs.first?.connection?.pending.count ?? 0
    #expect(waiting > 0 && waiting < 500)
    var answers = 0
    _ = desk.loop.run {
      answers += program.lines().count { $0.contains(#""id":9"#) }
      return answers == 800
    }
    #expect(answers == 800)
    #expect(desk.programs.programs.first?.containers["a"]?.text.text == "")
  }

  @Test(
    "Of many who wait for the keyboard and hang, one a turn is waited for; the next has it all the same"
  )
  func manyHang() throws {
    try desk.ask(program, "focus.request")
    let hung = try (1...3).map { number in
      let program = try desk.greet("hung \(number)")
      try desk.ask(
        program, "container.create", #"{"container":"a","questions":{"focus.shouldBegin":false}}"#)
      try desk.ask(program, "focus.request", #"{"container":"a"}"#)
      _ = program.lines()
      return program
    }
    let honest = try desk.greet("honest")
    try desk.ask(honest, "container.create", #"{"container":"a"}"#)
    try desk.ask(honest, "focus.request", #"{"container":"a"}"#)
    func asked() -> Int {
      hung.count { $0.lines().contains { $0.contains(#""id":"q"#) } }
    }
    try desk.ask(program, "focus.release")
    _ = honest.lines()
    // The turn of the request, and the one behind it.
    #expect((1...2).contains(asked()) && !desk.engine.hasFirstResponder)
    for _ in hung { desk.letTimePass() }
    #expect(try desk.told(honest).contains("focus.didBegin"))
    desk.type("x")
    #expect(desk.programs.programs.last?.containers["a"]?.text.text == "x")
  }
}
