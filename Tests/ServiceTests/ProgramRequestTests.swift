// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Requests to programs: their answers, their default answers after a timeout, and that nothing
/// else waits meanwhile.
@Suite(.heldToSchema) struct ProgramRequestTests {
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
    _ = desk.exchange(
      program, "focus.request", #"{"container":"a"}"#,
      then: questions.contains("shouldBegin") ? line(1, "true") : "")
    _ = program.lines()
  }

  private var text: String { desk.programs.programs.first?.containers["a"]?.text.text ?? "?" }

  /// Answers a request; its answer is read at once.
  private func answer(_ number: Int, _ value: String) {
    program.send(line(number, value))
    desk.turn()
  }

  private func line(_ number: Int, _ value: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\"q\(number)\",\"result\":\(value)}\n"
  }

  @Test(
    "F037, FLD-10a, FLD-10b a refused change is not reported; an accepted one is applied as typed")
  func change() throws {
    try field(#""text.shouldChange":true"#)
    desk.type("x")
    #expect(text == "" && desk.engine.pendingKeystroke != nil)
    answer(1, "false")
    let lines = program.lines()
    #expect(
      lines.first
        == #"{"id":"q1","jsonrpc":"2.0","method":"text.shouldChange","params":{"container":"a","#
        + #""range":[0,0],"revision":0,"string":"x"}}"#)
    #expect(lines.count == 1 && text == "")
    desk.type("y")
    answer(2, "true")
    #expect(text == "y" && program.lines().contains { $0.contains("text.didChange") })
  }

  @Test("A program receives only the requests that it opted in to")
  func unasked() throws {
    try field(#""field.shouldReturn":true"#)
    desk.type("x")
    #expect(text == "x")
    #expect(!program.lines().contains { $0.contains("\"id\"") })
  }

  @Test(
    "The default answer is used after 300 ms, and at once after three late responses in a row",
    arguments: [true, false])
  func late(_ declared: Bool) throws {
    try field("\"text.shouldChange\":\(declared)")
    let user = try desk.connectControl()
    for number in 1...3 {
      #expect(try desk.ask(user, "status").contains(#""isLate":false"#))
      desk.type("a")
      // Pressing and releasing the key took a millisecond.
      desk.pass(milliseconds: 298)
      #expect(text.count == (declared ? number - 1 : 0))
      desk.pass(milliseconds: 2)
      #expect(text.count == (declared ? number : 0))
    }
    #expect(try desk.ask(user, "status").contains(#""isLate":true"#))
    desk.type("bc")
    #expect(text == (declared ? "aaabc" : ""))
    let lines = program.lines()
    // The last request probes whether the program answers again; no key waits for it.
    #expect(lines.filter { $0.contains(#""method":"text.shouldChange""#) }.count == 4)
    let reported = lines.filter { $0.contains(#""method":"question.preset""#) }
    #expect(reported.count == 5 && reported.allSatisfy { $0.contains("\"answer\":\(declared)") })
    #expect(reported.prefix(3).allSatisfy { $0.contains(#""reason":"late""#) })
    #expect(reported.suffix(2).allSatisfy { $0.contains(#""reason":"alwaysLate""#) })
    // An answer in time to the probe makes keys wait for the program again.
    answer(4, "false")
    #expect(try desk.ask(user, "status").contains(#""isLate":false"#))
    desk.type("d")
    #expect(!text.hasSuffix("d"))
    answer(5, "true")
    #expect(text.hasSuffix("d"))
  }

  @Test("A response that is too late for its request does not clear the program's late state")
  func probedLate() throws {
    try field(#""text.shouldChange":true"#)
    for _ in 1...3 {
      desk.type("a")
      desk.pass(milliseconds: 300)
    }
    desk.type("b")
    desk.pass(milliseconds: 301)
    answer(4, "true")
    let user = try desk.connectControl()
    #expect(try desk.ask(user, "status").contains(#""isLate":true"#))
    // The next request is a new probe.
    desk.type("c")
    answer(5, "true")
    #expect(try desk.ask(user, "status").contains(#""isLate":false"#))
    #expect(text == "aaabc")
  }

  @Test("Two late responses in a minute, or three in more than that, do not make a program late")
  func seldomLate() throws {
    try field(#""text.shouldChange":true"#)
    for _ in 1...4 {
      desk.type("a")
      desk.pass(milliseconds: 30_001)
    }
    desk.type("b")
    #expect(text == "aaaa" && desk.engine.pendingKeystroke != nil)
  }

  @Test(
    "A minute is sixty seconds inclusive: a third late response at exactly that time counts")
  func minute() {
    for (microseconds, isLate) in [(60_000_000, true), (60_000_001, false)] as [(Int64, Bool)] {
      var punctuality = Punctuality()
      for time in [0, 30_000_000, microseconds] {
        punctuality.wasLate(at: Timestamp(microseconds: time))
      }
      #expect(punctuality.isAlwaysLate == isLate)
    }
  }

  @Test("A late response is dropped: it changes neither its own key nor the next one")
  func dropped() throws {
    try field(#""text.shouldChange":false"#)
    desk.type("a")
    desk.pass(milliseconds: 301)
    desk.type("b")
    answer(1, #"{"replace":"late"}"#)
    #expect(text == "" && desk.engine.pendingKeystroke != nil)
    answer(2, "true")
    #expect(text == "b")
  }

  @Test("4.3 a response may replace the text only if the request is about text")
  func replaced() throws {
    try field(#""text.shouldChange":true,"field.shouldReturn":true"#)
    desk.type("x")
    answer(1, #"{"replace":"ßX"}"#)
    #expect(text == "ßX")
    desk.press("\r", "\r")
    answer(2, #"{"replace":"y"}"#)
    #expect(program.lines().contains { $0.contains(#""reason":"notAnAnswer""#) })
  }

  @Test("A response of the wrong form is ignored, and the default answer is used")
  func nonsense() throws {
    try field(#""text.shouldChange":true"#)
    let values = ["1", "null", "\"no\"", "{}", #"{"replace":1}"#, #"{"replace":"a","b":1}"#]
    for (number, value) in values.enumerated() {
      desk.type("x")
      program.send(line(number + 1, value))
      desk.turn()
      #expect(program.lines().contains { $0.contains(#""reason":"notAnAnswer""#) })
    }
    desk.type("x")
    program.send(#"{"jsonrpc":"2.0","id":"q7","error":{"code":1,"message":"no"}}"# + "\n")
    desk.turn()
    #expect(text == "xxxxxxx")
  }

  @Test(
    "Everything a program sends before its response runs before it, and both before the next key",
    arguments: [1, 5])
  func upperCase(_ burst: Int) throws {
    try field(#""text.shouldChange":true"#)
    var open = 0
    func answerAll() {
      while desk.engine.pendingKeystroke != nil {
        open += 1
        let letter = Array("HELLO")[open - 1]
        program.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"text.replace\",\"params\":"
            + "{\"container\":\"a\",\"range\":[\(open - 1),\(open - 1)],\"string\":\"\(letter)\"}}\n"
            + line(open, "false"))
        desk.turn()
      }
    }
    for start in stride(from: 0, to: 5, by: burst) {
      desk.type(String("hello".dropFirst(start).prefix(burst)))
      answerAll()
    }
    #expect(text == "HELLO" && open == 5)
  }

  @Test("FLD-14c a focus requested in the response to Return receives the keys typed after it")
  func returnMoves() throws {
    try field(#""field.shouldReturn":true"#)
    try desk.ask(program, "container.create", #"{"container":"b"}"#)
    desk.type("12\r34")
    #expect(text == "12")
    program.send(
      #"{"jsonrpc":"2.0","method":"focus.request","params":{"container":"b"}}"# + "\n"
        + line(1, "false"))
    desk.turn()
    #expect(text == "12" && desk.programs.programs.first?.containers["b"]?.text.text == "34")
  }

  @Test("While a program owes a response, other programs and its own requests are served")
  func nobodyWaits() throws {
    try field(#""text.shouldChange":true"#)
    let other = try desk.greet("other")
    desk.type("xy")
    #expect(try desk.ask(other, "container.create", #"{"container":"b"}"#).contains("result"))
    #expect(try desk.ask(program, "container.get", #"{"container":"a"}"#).contains(#""text":"""#))
    let user = try desk.connectControl()
    #expect(try desk.ask(user, "status").contains(#""mode""#))
    #expect(desk.engine.pendingKeystroke != nil)
    answer(1, "true")
    answer(2, "true")
    #expect(text == "xy")
  }

  @Test(
    "A request that waits for consent delays later requests of its program, and keys for its text"
  )
  func parked() throws {
    try field(#""field.shouldClear":true"#, #","text":"old""#)
    let other = try desk.greet("other")
    let clear =
      #"{"jsonrpc":"2.0","id":80,"method":"text.clear","params":{"container":"a"}}"# + "\n"
    let get =
      #"{"jsonrpc":"2.0","id":81,"method":"container.get","params":{"container":"a"}}"# + "\n"
    program.send(clear + get)
    desk.turn()
    desk.type("x")
    #expect(text == "old")
    #expect(try desk.ask(other, "container.create", #"{"container":"b"}"#).contains("result"))
    var lines = program.lines()
    #expect(
      lines.contains { $0.contains("field.shouldClear") }
        && !lines.contains { $0.contains("\"id\":8") })
    answer(1, "true")
    #expect(
      desk.loop.run {
        desk.turn()
        lines += program.lines()
        return lines.contains { $0.contains("\"id\":81") }
      })
    let order = ["\"q1\"", "\"string\":\"\"", "\"id\":80", "\"id\":81"]
      .map { part in lines.firstIndex { $0.contains(part) } ?? -1 }
    #expect(order == order.sorted() && !order.contains(-1) && text == "x", "\(lines)")
  }

  @Test("A request that waits for consent gets its response after 300 ms without consent")
  func parkedInVain() throws {
    try field(#""field.shouldClear":false"#, #","text":"old""#)
    program.send(
      #"{"jsonrpc":"2.0","id":80,"method":"text.clear","params":{"container":"a"}}"# + "\n")
    desk.turn()
    desk.pass(milliseconds: 301)
    #expect(text == "old" && program.lines().contains { $0.contains("\"id\":80") })
  }

  @Test("Requests that a program sends before its response run before it, in order")
  func crossing() throws {
    try field(#""text.shouldChange":false"#)
    desk.type("x")
    program.send(
      #"{"jsonrpc":"2.0","id":71,"method":"text.set","params":{"container":"a","string":"1"}}"#
        + "\n")
    program.send(
      #"{"jsonrpc":"2.0","id":72,"method":"container.get","params":{"container":"a"}}"# + "\n")
    answer(1, "true")
    let lines = program.lines()
    let order = ["\"q1\"", "\"string\":\"1\"", "\"id\":71", "\"id\":72", #""origin":"user""#]
      .map { part in lines.firstIndex { $0.contains(part) } ?? -1 }
    #expect(order == order.sorted() && !order.contains(-1), "\(lines)")
    #expect(lines.contains { $0.contains(#""text":"1""#) })
  }

  @Test(
    "Notifications precede the request that follows them, so its program knows the current text")
  func notifiedFirst() throws {
    try field(#""text.shouldChange":true"#)
    desk.type("a")
    answer(1, "true")
    _ = program.lines()
    desk.programs.programs.first?.containers["a"]?.text.replace(TextRange(0, 0), withText: "z")
    desk.type("b")
    let lines = program.lines()
    let reported = lines.firstIndex { $0.contains(#""string":"z""#) } ?? 9
    let asked = lines.firstIndex { $0.contains("\"q2\"") } ?? -1
    #expect(reported < asked, "\(lines)")
  }

  @Test("If a program disconnects before it responds, the default answer is used")
  func gone() throws {
    try field(#""text.shouldChange":true"#)
    desk.type("xy")
    #expect(text == "")
    program.stopSending()
    #expect(desk.loop.run { text == "xy" })
    #expect(desk.loop.run { desk.programs.programs.first?.state == .suspended })
  }

  @Test(
    "A program that is killed before it reads a request is disconnected after the key",
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
    #expect(program == nil)
    #expect(
      desk.loop.run {
        desk.turn()
        return desk.programs.programs[0].state == (grace > 0 ? .awaited : .suspended)
      })
    #expect(text.text == "x")
    // The other program has waited for the keyboard.
    if grace > 0 { desk.letTimePass() }
    #expect(desk.programs.turns.isHolder(desk.programs.programs[1]))
  }

  @Test("A program that does not read is waited for three times, and then not consulted any more")
  func unread() throws {
    try field(#""text.shouldChange":true"#)
    let text = try #require(desk.programs.programs.first?.containers["a"]?.text)
    for _ in 0..<40 {
      text.text = String(repeating: "x", count: 100_000)
      desk.turn()
    }
    for _ in 0..<3 {
      desk.type("y")
      desk.pass(milliseconds: 301)
    }
    desk.type("yy")
    #expect(text.storage.count == 100_005)
    var lines: [String] = []
    #expect(
      desk.loop.run {
        lines += program.lines()
        return lines.contains { $0.contains(#""method":"resync""#) }
      })
    #expect(lines.filter { $0.contains("shouldChange") && $0.contains("\"id\"") }.count == 3)
  }

  @Test(
    "FLD-14b, FLD-14c, FLD-17a, RSP-4b Return, clear, begin and end consult a program that opted in"
  )
  func others() throws {
    try field(
      #""field.shouldReturn":true,"field.shouldClear":true,"focus.shouldBegin":true,"focus.shouldEnd":true"#,
      #","text":"abc""#)
    desk.press("\r", "\r")
    answer(2, "false")
    let untold = program.lines()
    #expect(!untold.contains { $0.contains("didEndOnExit") }, "\(untold)")
    desk.press("\r", "\r")
    answer(3, "true")
    let reported = program.lines()
    #expect(reported.contains { $0.contains("didEndOnExit") }, "\(reported)")
    let cleared = desk.exchange(
      program, "text.clear", #"{"container":"a"}"#, then: line(4, "false"))
    #expect(cleared.contains { $0.contains("field.shouldClear") } && text == "abc")
    let kept = desk.exchange(program, "focus.release", then: line(5, "false"))
    #expect(kept.last?.contains(#""released":false"#) == true && desk.engine.hasFirstResponder)
    let forced = try desk.ask(program, "endEditing", #"{"container":"a","force":true}"#)
    #expect(forced.contains(#""released":true"#) && !desk.engine.hasFirstResponder)
  }

  @Test("A response that was sent together with its request and more lines is read in time")
  func togetherWithMore() throws {
    try desk.ask(
      program, "container.create", #"{"container":"a","questions":{"focus.shouldBegin":true}}"#)
    // A client is served a few lines at a time, and the first part ends after the request.
    for pings in 0..<8 {
      let ping = "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n"
      let request =
        #"{"jsonrpc":"2.0","id":"f","method":"focus.request","params":{"container":"a"}}"#
      program.send(
        String(repeating: ping, count: pings) + request + "\n" + line(pings + 1, "true"))
      desk.turn()
      let lines = program.lines()
      #expect(
        lines.contains { $0.contains(#""id":"f""#) && $0.contains(#""outcome":"granted""#) },
        "\(pings): \(lines)")
      try desk.ask(program, "focus.release")
    }
  }

  @Test("A program that floods while it owes a response does not delay other programs")
  func floodInRequest() throws {
    try field(#""text.shouldChange":false"#)
    desk.type("x")
    let request = #"{"jsonrpc":"2.0","id":9,"method":"grace","params":{"seconds":0}}"# + "\n"
    program.send(String(repeating: request, count: 800))
    let other = try desk.greet("other")
    #expect(try desk.ask(other, "container.create", #"{"container":"b"}"#).contains("result"))
    var answers = 0
    _ = desk.loop.run {
      answers += program.lines().count { $0.contains(#""id":9"#) }
      return answers == 800
    }
    #expect(answers == 800 && desk.engine.pendingKeystroke != nil)
    desk.pass(milliseconds: 301)
    #expect(text == "" && desk.engine.pendingKeystroke == nil)
  }

  @Test(
    "While a program's request waits for consent, only a limited number of bytes is read from it")
  func floodBehindParked() throws {
    var limits = ProgramHub.Limits()
    limits.connection.lineBytes = 4096
    let desk = try Desk(limits: limits)
    let program = try desk.greet("till")
    _ = try desk.ask(
      program, "container.create",
      #"{"container":"a","text":"old","questions":{"field.shouldClear":false}}"#)
    program.send(
      #"{"jsonrpc":"2.0","id":8,"method":"text.clear","params":{"container":"a"}}"# + "\n")
    let request = #"{"jsonrpc":"2.0","id":9,"method":"grace","params":{"seconds":0}}"# + "\n"
    program.send(String(repeating: request, count: 800))
    desk.turn()
    let waiting = desk.programs.programs.first?.connection?.pending.count ?? 0
    #expect(waiting > 0 && waiting < 500)
    desk.pass(milliseconds: 301)
    var answers = 0
    _ = desk.loop.run {
      answers += program.lines().count { $0.contains(#""id":9"#) }
      return answers == 800
    }
    #expect(answers == 800)
  }

  @Test(
    "Programs that hang while they wait for the focus delay it by their deadlines only"
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
    #expect(asked() == 1 && !desk.engine.hasFirstResponder)
    for _ in hung { desk.pass(milliseconds: 301) }
    #expect(try desk.reported(honest).contains("focus.didBegin"))
    desk.type("x")
    #expect(desk.programs.programs.last?.containers["a"]?.text.text == "x")
  }

  @Test("A switch to another program cancels a focus request that still waits for a response")
  func switchedWhileAsked() throws {
    try desk.ask(
      program, "container.create", #"{"container":"a","questions":{"focus.shouldBegin":true}}"#)
    let other = try desk.greet("other")
    try desk.ask(other, "container.create", #"{"container":"b"}"#)
    program.send(
      #"{"jsonrpc":"2.0","id":80,"method":"focus.request","params":{"container":"a"}}"# + "\n")
    desk.turn()
    #expect(desk.programs.turns.isHolder(desk.programs.programs[0]))
    desk.press("\t", "", .command)
    desk.turn()
    #expect(desk.programs.turns.isHolder(desk.programs.programs[1]))
    answer(1, "true")
    #expect(program.lines().contains { $0.contains("\"id\":80") && !$0.contains("granted") })
    desk.type("x")
    #expect(desk.programs.programs[1].containers["b"]?.text.text == "x" && text == "")
  }
}
