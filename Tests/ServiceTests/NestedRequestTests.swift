// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Service
@testable import TextInput

/// Requests of a program during requests to it, and the keys that are typed meanwhile.
@Suite(.heldToSchema) struct NestedRequestTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  // MARK: The program

  private func create(_ name: String, _ questions: [String], _ more: String = "") throws {
    let list = questions.map { "\"\($0)\":true" }.joined(separator: ",")
    try desk.ask(
      program, "container.create",
      "{\"container\":\"\(name)\",\"questions\":{\(list)}\(more)}")
  }

  /// Creates a field `a` that has the focus, and a field `v`.
  private func start(_ questions: [String]) throws {
    try create("a", questions)
    try create("v", questions)
    try desk.ask(program, "focus.request", #"{"container":"a"}"#)
  }

  private func send(_ method: String, _ parameters: String, id: Int? = nil) {
    let id = id.map { "\"id\":\($0)," } ?? ""
    program.send("{\"jsonrpc\":\"2.0\",\(id)\"method\":\"\(method)\",\"params\":\(parameters)}\n")
  }

  /// Responds to the last request of a method, and lets the service read it.
  private func respond(_ result: String, to method: String) {
    send(result, to: method)
    desk.turn()
  }

  private func send(_ result: String, to method: String) {
    let request = requests.last { $0.contains("\"method\":\"\(method)\"") }
    guard let request else {
      Issue.record("\(method) was not sent")
      return
    }
    let id = request.dropFirst(7).prefix { $0 != "\"" }
    program.send("{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\"result\":\(result)}\n")
  }

  /// The requests that the program has received.
  private var requests: [String] {
    log.lines += program.lines()
    return log.lines.filter { $0.hasPrefix(#"{"id":"q"#) }
  }

  private final class Log {
    var lines: [String] = []
  }
  private let log = Log()

  private func asked(_ method: String) -> Int {
    requests.count { $0.contains("\"method\":\"\(method)\"") }
  }

  /// Agrees to every change that is asked about, until none is.
  private func agreeToChanges() {
    var count = -1
    while count != asked("text.shouldChange") {
      count = asked("text.shouldChange")
      if desk.engine.pendingKeystroke != nil { respond("true", to: "text.shouldChange") }
    }
  }

  private func text(_ name: String) -> String {
    desk.programs.programs.first?.containers[name]?.text.text ?? "?"
  }

  private static let all = ["text.shouldChange", "field.shouldReturn", "focus.shouldEnd"]

  // MARK: Keys behind Return

  @Test(
    "FLD-14c keys after ⏎ go to the field that the program moves to, in any order of its responses",
    arguments: [true, false], [0, 1, 2])
  func movesAtReturn(asksAboutChanges: Bool, order: Int) throws {
    try start(asksAboutChanges ? Self.all : Array(Self.all.dropFirst()))
    desk.type("x")
    agreeToChanges()
    desk.press("\r", "\r")
    desk.type("y")
    send("focus.request", #"{"container":"v"}"#, id: 70)
    switch order {
    case 0:
      respond("false", to: "field.shouldReturn")
      desk.type("z")
      respond("true", to: "focus.shouldEnd")
    case 1:
      desk.turn()
      desk.type("z")
      respond("true", to: "focus.shouldEnd")
      respond("false", to: "field.shouldReturn")
    default:
      // The response to Return never comes.
      desk.turn()
      desk.type("z")
      respond("true", to: "focus.shouldEnd")
      desk.pass(milliseconds: 301)
    }
    desk.type("w")
    agreeToChanges()
    #expect(text("a") == "x" && text("v") == "yzw")
    #expect(desk.engine.isIdle && desk.engine.keyQueue.isEmpty)
  }

  @Test("FLD-14c if the field keeps the focus, keys after ⏎ go to it", arguments: [true, false])
  func staysAtReturn(respondsFirst: Bool) throws {
    try start(Self.all)
    desk.press("\r", "\r")
    desk.type("yz")
    send("focus.request", #"{"container":"v"}"#, id: 70)
    desk.turn()
    if respondsFirst {
      respond("false", to: "field.shouldReturn")
      #expect(asked("text.shouldChange") == 0)
      respond("false", to: "focus.shouldEnd")
    } else {
      respond("false", to: "focus.shouldEnd")
      #expect(asked("text.shouldChange") == 0)
      respond("false", to: "field.shouldReturn")
    }
    agreeToChanges()
    #expect(text("a") == "yz" && text("v") == "")
  }

  @Test("FLD-20c everything that a program sends before its response precedes the next key")
  func everythingBefore() throws {
    try start(["field.shouldReturn", "focus.shouldEnd"])
    desk.press("\r", "\r")
    desk.type("yz")
    send("focus.request", #"{"container":"v"}"#, id: 70)
    send("text.set", #"{"container":"v","text":"new "}"#, id: 71)
    send("false", to: "field.shouldReturn")
    desk.turn()
    // The key waits for both requests, although the response has arrived.
    #expect(text("a") == "" && text("v") == "")
    respond("true", to: "focus.shouldEnd")
    #expect(text("a") == "" && text("v") == "new yz")
  }

  @Test("FLD-20c keys wait for the response, although the field of ⏎ has lost the focus")
  func afterTheMove() throws {
    try start(["field.shouldReturn"])
    desk.press("\r", "\r")
    desk.type("yz")
    send("focus.request", #"{"container":"v"}"#)
    desk.turn()
    #expect(desk.programs.programs.first?.focusedName == "v" && text("v") == "")
    send("text.set", #"{"container":"v","text":"new "}"#)
    desk.turn()
    #expect(text("v") == "new ")
    respond("true", to: "field.shouldReturn")
    #expect(text("a") == "" && text("v") == "new yz")
    // Return had no effect, because its field lost the focus.
    #expect(!log.lines.contains { $0.contains("didEndOnExit") })
  }

  @Test(
    "FLD-20c a program that moves the focus without responding delays keys by its deadline only"
  )
  func neverResponds() throws {
    try start(["field.shouldReturn"])
    for _ in 0..<5 {
      try desk.ask(program, "focus.request", #"{"container":"a"}"#)
      desk.press("\r", "\r")
      desk.type("y")
      send("focus.request", #"{"container":"v"}"#)
      desk.turn()
      desk.pass(milliseconds: 301)
    }
    #expect(text("v") == "yyyyy")
    // Its response was not needed, so it is not late.
    _ = requests
    #expect(!log.lines.contains { $0.contains("question.preset") })
  }

  @Test(
    "FLD-20c a response that arrived in time is used, even if its key has to wait longer"
  )
  func delayedResponse() throws {
    try start(["field.shouldReturn", "field.shouldClear"])
    try desk.ask(program, "text.set", #"{"container":"v","text":"old"}"#)
    desk.press("\r", "\r")
    desk.pass(milliseconds: 100)
    send("text.clear", #"{"container":"v"}"#, id: 70)
    desk.turn()
    respond("false", to: "field.shouldReturn")
    desk.pass(milliseconds: 201)
    desk.type("x")
    #expect(text("a") == "x" && text("v") == "old")
    respond("true", to: "field.shouldClear")
    #expect(text("v") == "")
    _ = requests
    #expect(!log.lines.contains { $0.contains("question.preset") || $0.contains("OnExit") })
  }

  @Test("FLD-20c a response after a request that waits takes effect after that request")
  func responseDuringRequest() throws {
    try start(["text.shouldChange", "field.shouldClear"])
    try desk.ask(program, "text.set", #"{"container":"v","text":"old"}"#)
    desk.type("x")
    #expect(asked("text.shouldChange") == 1)
    send("text.clear", #"{"container":"v"}"#, id: 70)
    desk.turn()
    #expect(asked("field.shouldClear") == 1)
    respond("true", to: "text.shouldChange")
    #expect(text("a") == "" && text("v") == "old")
    let before = log.lines.count
    respond("true", to: "field.shouldClear")
    agreeToChanges()
    #expect(text("a") == "x" && text("v") == "")
    _ = requests
    let order = log.lines.dropFirst(before).compactMap { line in
      ["\"id\":70", "\"string\":\"x\""].firstIndex { line.contains($0) }
    }
    #expect(order == [0, 1], "\(log.lines.dropFirst(before))")
  }

  @Test("FLD-20c a response behind a request that has to wait is used when its time has ended")
  func responseBehindRequest() throws {
    try start(["field.shouldReturn", "field.shouldClear"])
    try desk.ask(program, "text.set", #"{"container":"v","text":"old"}"#)
    desk.press("\r", "\r")
    desk.pass(milliseconds: 100)
    send("text.clear", #"{"container":"v"}"#, id: 70)
    send("text.replace", #"{"container":"v","range":[0,0],"text":"+"}"#, id: 71)
    send("false", to: "field.shouldReturn")
    desk.turn()
    #expect(desk.engine.pendingKeystroke != nil)
    desk.pass(milliseconds: 201)
    #expect(desk.engine.pendingKeystroke == nil)
    respond("false", to: "field.shouldClear")
    #expect(desk.loop.run { text("v") == "+old" })
    _ = requests
    #expect(!log.lines.contains { $0.contains("question.preset") || $0.contains("OnExit") })
  }

  // MARK: Ends

  @Test(
    "Keys behind ⏎ are typed into the program's field when it disconnects, wherever it waits",
    arguments: 0..<4)
  func disconnects(at point: Int) throws {
    let desk = try Desk()
    let program = try desk.greet("till", #","grace":5"#)
    for name in ["a", "v"] {
      try desk.ask(
        program, "container.create",
        "{\"container\":\"\(name)\",\"questions\":"
          + #"{"field.shouldReturn":false,"focus.shouldEnd":true}}"#)
    }
    try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    desk.press("\r", "\r")
    desk.type("yz")
    if point > 0 {
      program.send(
        #"{"jsonrpc":"2.0","id":70,"method":"focus.request","params":{"container":"v"}}"# + "\n")
      desk.turn()
    }
    if point > 1 {
      program.send(#"{"jsonrpc":"2.0","id":"q1","result":false}"# + "\n")
      desk.turn()
    }
    if point > 2 {
      program.send(#"{"jsonrpc":"2.0","id":"q2","result":false}"# + "\n")
      desk.turn()
    }
    program.stopSending()
    #expect(
      desk.loop.run {
        desk.turn()
        return desk.programs.programs[0].state == .awaited
      })
    let texts = ["a", "v"].map { desk.programs.programs[0].containers[$0]?.text.text ?? "?" }
    // The default answer lets the field end editing.
    #expect(texts == (1...2 ~= point ? ["", "yz"] : ["yz", ""]), "\(texts)")
    #expect(desk.engine.isIdle && desk.engine.operations.pending.isEmpty)
  }

  @Test("Keys behind ⏎ go to a field that is created in place of the removed one")
  func removed() throws {
    try start(["field.shouldReturn"])
    desk.press("\r", "\r")
    desk.type("yz")
    send("container.remove", #"{"container":"a"}"#)
    send("container.create", #"{"container":"n"}"#)
    send("focus.request", #"{"container":"n"}"#)
    send("true", to: "field.shouldReturn")
    desk.turn()
    #expect(text("n") == "yz")
  }

  @Test("Keys behind ⏎ go to the program that gets the keyboard next, once it has agreed")
  func handOver() throws {
    try start(["field.shouldReturn"])
    let other = try desk.greet("other")
    try desk.ask(
      other, "container.create", #"{"container":"o","questions":{"focus.shouldBegin":false}}"#)
    try desk.ask(other, "focus.request", #"{"container":"o"}"#)
    desk.press("\r", "\r")
    desk.type("y")
    send("focus.release", "{}")
    send("true", to: "field.shouldReturn")
    desk.turn()
    // The keyboards stay grabbed meanwhile.
    #expect(!desk.engine.hasFirstResponder && desk.engine.grabsKeyboards)
    desk.type("z")
    let line = other.lines().last { $0.contains("focus.shouldBegin") } ?? ""
    let id = line.dropFirst(7).prefix { $0 != "\"" }
    other.send("{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\"result\":true}\n")
    desk.turn()
    #expect(desk.programs.programs[1].containers["o"]?.text.text == "yz" && text("a") == "")
  }

  // MARK: Changes of the text while a key waits

  @Test(
    "A key that the program accepts is subject to the limits that it has set meanwhile",
    arguments: [
      #""properties":{"maximumLength":1}"#, #""properties":{"isEnabled":false}"#,
      #""traits":{"keyboardType":"numberPad","restrictToKeyboardType":true}"#,
    ])
  func newLimits(_ change: String) throws {
    try start(["text.shouldChange"])
    try desk.ask(program, "text.set", #"{"container":"a","text":"ab"}"#)
    desk.type("x")
    #expect(asked("text.shouldChange") == 1)
    send("container.set", "{\"container\":\"a\",\(change)}")
    respond("true", to: "text.shouldChange")
    #expect(text("a") == "ab" && desk.engine.isIdle)
  }

  @Test("FLD-2d a key that waits while its text becomes secret is typed, and not shown to others")
  func newSecret() throws {
    try start(["text.shouldChange"])
    desk.type("x")
    send("container.set", #"{"container":"a","traits":{"isSecureTextEntry":true}}"#)
    respond("true", to: "text.shouldChange")
    let field = try #require(desk.programs.programs.first?.containers["a"]?.text)
    #expect(field.text == "x" && field.isSecret && field.sharedText == "•")
  }

  @Test("FLD-20b thousands of keys behind a slow program are typed, with its default answers")
  func tooManyKeys() throws {
    try start(["text.shouldChange"])
    var entries: [String] = []
    desk.programs.log = { entries.append($0.fields.map { "\($0)" }.joined()) }
    desk.type(String(repeating: "k", count: 2500))
    #expect(text("a").count > 400)
    _ = requests
    let reports = log.lines.filter { $0.contains("question.preset") }
    #expect(!reports.isEmpty && reports.allSatisfy { $0.contains(#""reason":"tooManyKeys""#) })
    #expect(entries.contains { $0.contains("tooManyKeys") })
    // It is slow, but not late.
    #expect(desk.programs.programs.first?.punctuality.isAlwaysLate == false)
    for _ in 0..<3 { desk.pass(milliseconds: 301) }
    #expect(text("a") == String(repeating: "k", count: 2500))
  }
}
