// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// CMD-34: commands that hold the keys typed after them until the program has responded.
@Suite(.heldToSchema) struct HeldCommandTests {
  private let desk: Desk
  private let till: Observer

  init() throws {
    desk = try Desk()
    till = try desk.greet("till")
    try desk.ask(
      till, "form.create", #"{"form":"sale","fields":[{"container":"name"},{"container":"sum"}]}"#)
    try register("pay", "f9")
    try desk.ask(till, "focus.request", #"{"form":"sale"}"#)
    _ = till.lines()
  }

  private func register(_ name: String, _ chord: String, _ more: String = "") throws {
    let answer = try desk.ask(
      till, "command.register",
      #"{"command":"\#(name)","chord":"\#(chord)","title":"Pay","argument":"1","holdsKeys":true"#
        + more + "}")
    #expect(answer.contains("result"), "\(answer)")
  }

  private func text(_ name: String) -> String {
    desk.programs.programs.first?.containers[name]?.text.text ?? "?"
  }

  /// The requests to the program since the last call: id and method.
  private func requests() -> [String] {
    till.lines().filter { $0.contains(#""method":"command.invoke""#) }
  }

  private func respond(_ id: String, _ more: String = #""result":true"#) {
    till.send("{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\(more)}\n")
    desk.turn()
  }

  private let clear = #"{"form":"sale","values":{"name":"","sum":""}}"#

  @Test("CMD-34 keys typed ahead of the program are kept: a program that takes 150 ms keeps Jo")
  func typedAhead() throws {
    desk.type("Anna")
    desk.press(.tab, "\t")
    desk.type("12")
    _ = till.lines()
    desk.press(.function(9))
    #expect(
      till.lines() == [
        #"{"id":"q1","jsonrpc":"2.0","method":"command.invoke","params":{"argument":"1","#
          + #""id":"pay","target":"till","title":"Pay"}}"#
      ])
    desk.type("Jo")
    desk.pass(milliseconds: 150)
    #expect(text("sum") == "12")
    let values = try desk.ask(till, "form.get", #"{"form":"sale"}"#)
    #expect(values.contains(#""values":{"name":"Anna","sum":"12"}"#))
    try desk.ask(till, "form.set", clear)
    try desk.ask(till, "focus.request", #"{"container":"name"}"#)
    respond("q1")
    #expect(text("name") == "Jo" && text("sum") == "")
    #expect(!desk.engine.isHoldingKeys && desk.engine.isIdle)
  }

  @Test(
    "CMD-34 any response ends the wait: a value, null or an error",
    arguments: [
      #""result":false"#, #""result":null"#, #""result":{"a":[1]}"#,
      #""error":{"code":1,"message":"no"}"#,
    ])
  func anyResponse(_ response: String) throws {
    desk.press(.function(9))
    desk.type("Jo")
    #expect(text("name") == "")
    respond("q1", response)
    #expect(text("name") == "Jo")
    #expect(try !desk.reported(till).contains("question.preset"))
  }

  @Test("CMD-34 without a response, keys go after 300 ms to the text that has the focus then")
  func late() throws {
    desk.press(.function(9))
    desk.type("Jo")
    try desk.ask(till, "focus.request", #"{"container":"sum"}"#)
    // Pressing and releasing the keys took some milliseconds.
    desk.pass(milliseconds: 290)
    #expect(text("sum") == "" && desk.engine.isHoldingKeys)
    desk.pass(milliseconds: 10)
    #expect(text("sum") == "Jo" && text("name") == "")
    let preset = till.lines().first { $0.contains("question.preset") }
    #expect(
      preset?.contains(
        #""params":{"answer":true,"command":"pay","question":"command.invoke","reason":"late"}"#)
        == true, "\(preset ?? "none")")
    // The late response ends nothing.
    desk.press(.function(9))
    desk.type("x")
    respond("q1")
    #expect(text("sum") == "Jo")
    respond("q2")
    #expect(text("sum") == "Jox")
  }

  @Test("CMD-34 a program that is always late receives every command, and its keys do not wait")
  func alwaysLate() throws {
    for _ in 1...3 {
      desk.press(.function(9))
      desk.pass(milliseconds: 301)
    }
    #expect(requests().count == 3)
    for _ in 1...3 {
      desk.press(.function(9))
      desk.type("a")
    }
    #expect(text("name") == "aaa")
    let ids = requests()
    #expect(ids.count == 3)
    // A response in time to the first of them makes keys wait again.
    respond("q4")
    desk.press(.function(9))
    desk.type("b")
    #expect(text("name") == "aaa")
    respond("q7")
    #expect(text("name") == "aaab")
  }

  @Test("CMD-34 the text that is being composed is reported before the command")
  func order() throws {
    let name = try #require(desk.programs.programs.first?.containers["name"])
    name.text.setMarkedText("k", selectedRange: TextRange(caret: 1))
    desk.turn()
    _ = till.lines()
    desk.press(.function(9))
    let methods = till.lines()
    let request = methods.firstIndex { $0.contains("command.invoke") }
    #expect(request == methods.count - 1)
    respond("q1")
  }

  @Test("CMD-34 commands typed one after the other run one after the other, in order with the keys")
  func several() throws {
    try register("next", "f8")
    desk.press(.function(9))
    desk.type("a")
    desk.press(.function(8))
    desk.type("b")
    #expect(requests().count == 1)
    respond("q1")
    #expect(text("name") == "a")
    #expect(requests().first?.contains(#""id":"next""#) == true)
    try desk.ask(till, "form.set", clear)
    respond("q2")
    #expect(text("name") == "b")
  }

  @Test("CMD-34 a command of a form, of a sequence and of a menu holds keys as well")
  func otherPlaces() throws {
    try register("of-form", "f7", #","form":"sale""#)
    desk.press(.function(7))
    desk.type("a")
    #expect(text("name") == "" && requests().first?.contains(#""target":"sale""#) == true)
    respond("q1")
    #expect(text("name") == "a")
    try register("in-turn", "f6 f6")
    desk.press(.function(6))
    desk.press(.function(6))
    desk.type("b")
    #expect(text("name") == "a" && requests().count == 1)
    respond("q2")
    #expect(text("name") == "ab")
    // A program that performs its command itself waits for its own response; keys do not.
    try desk.ask(
      till, "menu.set", #"{"insert":[{"items":[{"command":"pay"}]}]}"#)
    let response = #"{"jsonrpc":"2.0","id":"q3","result":true}"# + "\n"
    let lines = desk.exchange(till, "menu.perform", #"{"command":"pay"}"#, then: response)
    #expect(lines.contains { $0.contains(#""method":"command.invoke""#) }, "\(lines)")
    #expect(lines.last?.contains(#""performed":true"#) == true, "\(lines)")
  }

  @Test("CMD-34 keys for another program do not wait for the command")
  func otherProgram() throws {
    let other = try desk.greet("other")
    try desk.ask(other, "container.create", #"{"container":"o"}"#)
    desk.press(.function(9))
    let user = try desk.connectControl()
    try desk.ask(user, "programs.activate", #"{"program":2}"#)
    desk.type("z")
    let typed = try #require(desk.programs.programs.last?.containers["o"]?.text)
    #expect(typed.text == "z")
    respond("q1")
    #expect(typed.text == "z" && text("name") == "")
  }

  @Test("CMD-34 a program that disconnects or ends while keys wait loses none of them")
  func disconnected() throws {
    desk.press(.function(9))
    desk.type("Jo")
    try desk.ask(till, "grace", #"{"seconds":5}"#)
    till.stopSending()
    #expect(desk.loop.run { desk.programs.programs.first?.connection == nil })
    desk.turn()
    #expect(text("name") == "Jo" && !desk.engine.isHoldingKeys)
  }

  @Test("CMD-34 a command that nothing can wait for leaves no request open, answered or not")
  func performedElsewhere() throws {
    let program = try #require(desk.programs.programs.first)
    let command = try #require(program.command(id: "pay")?.command)
    for number in 1...50 {
      // Neither a key nor a request performs it, so there is no operation that could wait.
      #expect(desk.engine.perform(command, from: program.controller))
      desk.turn()
      #expect(requests().count == 1)
      #expect(desk.programs.requests.openCount == 0)
      if number.isMultiple(of: 2) { respond("q\(number)") }
    }
    #expect(try !desk.reported(till).contains("question.preset"))
    // The next key waits as usual.
    desk.press(.function(9))
    desk.type("Jo")
    #expect(desk.programs.requests.openCount == 1 && text("name") == "")
    respond("q51")
    #expect(desk.programs.requests.openCount == 0 && text("name") == "Jo")
  }

  @Test("CMD-34 a command that is replaced or removed holds no keys, and others cost nothing")
  func removed() throws {
    #expect(desk.engine.allowsLateAnswers)
    // command.set changes nothing about it.
    try desk.ask(till, "command.set", #"{"command":"pay","title":"Pay Now"}"#)
    #expect(desk.engine.allowsLateAnswers)
    try desk.ask(till, "command.register", #"{"command":"pay","chord":"f9"}"#)
    #expect(!desk.engine.allowsLateAnswers)
    desk.press(.function(9))
    desk.type("Jo")
    #expect(text("name") == "Jo")
    #expect(try desk.reported(till).contains("command.invoked"))
    try register("pay", "f9")
    try desk.ask(till, "command.remove", #"{"command":"pay"}"#)
    #expect(!desk.engine.allowsLateAnswers)
    try register("pay", "f9", #","form":"sale""#)
    try desk.ask(till, "form.remove", #"{"form":"sale"}"#)
    #expect(!desk.engine.allowsLateAnswers)
    try register("pay", "f9")
    try desk.ask(till, "bye")
    #expect(desk.loop.run { desk.programs.programs.isEmpty })
    #expect(!desk.engine.allowsLateAnswers)
  }

  @Test("CMD-34 a held key does not repeat the command, unless the program wants it")
  func repeats() throws {
    func hold(_ count: Int) {
      for phase in [KeyEvent.Phase.press] + Array(repeating: .repeat, count: count) + [.release] {
        let event = KeyEvent(
          time: Timestamp(microseconds: 2_000_000), device: DeviceInfo.desk.id,
          code: KeyCode(rawValue: 67), phase: phase)
        desk.engine.handle(
          Keystroke(event: event, charactersIgnoringModifiers: .function(9)))
        desk.turn()
      }
    }
    hold(3)
    respond("q1")
    #expect(requests().count == 1 && desk.engine.isIdle)
    try register("pay", "f9", #","repeat":true"#)
    hold(1)
    respond("q2")
    respond("q3")
    #expect(requests().count == 2 && desk.engine.isIdle)
  }

  @Test("Other clients receive command.invoked of a command that holds keys")
  func observers() throws {
    let user = try desk.connectControl()
    try desk.ask(user, "subscribe", #"{"events":["command.*"]}"#)
    desk.press(.function(9))
    #expect(try desk.reported(user) == ["command.invoked"])
    respond("q1")
  }
}

/// `ifRevisions` of `form.set`.
@Suite(.heldToSchema) struct FormRevisionTests {
  private let desk: Desk
  private let till: Observer

  init() throws {
    desk = try Desk()
    till = try desk.greet("till")
    try desk.ask(
      till, "form.create", #"{"form":"sale","fields":[{"container":"a"},{"container":"b/c"}]}"#)
    try desk.ask(till, "focus.request", #"{"form":"sale"}"#)
    desk.type("x")
  }

  private func set(_ revisions: String) throws -> String {
    try desk.ask(
      till, "form.set",
      "{\"form\":\"sale\",\"values\":{\"a\":\"1\",\"b/c\":\"2\"},\"ifRevisions\":\(revisions)}")
  }

  private func text(_ name: String) -> String {
    desk.programs.programs.first?.containers[name]?.text.text ?? "?"
  }

  @Test("One stale field refuses all, and the error names it")
  func stale() throws {
    let late = try set(#"{"a":0,"b/c":0}"#)
    #expect(
      late.contains(
        #""data":{"name":"stale","place":"/params/ifRevisions/a","revision":1},"#
          + #""message":"a now has revision 1, not 0""#), "\(late)")
    #expect(text("a") == "x" && text("b/c") == "")
    let other = try set(#"{"a":1,"b/c":7}"#)
    #expect(other.contains(#""place":"/params/ifRevisions/b~1c","revision":0"#), "\(other)")
    #expect(text("a") == "x" && text("b/c") == "")
    #expect(try set(#"{"a":1,"b/c":0}"#).contains("result"))
    #expect(text("a") == "1" && text("b/c") == "2")
    // A field may be named that is not set, and one that is set may be left out.
    #expect(try set(#"{"b/c":1}"#).contains("result"))
    #expect(try set(#"{"b/c":null}"#).contains("result"))
  }

  @Test("Text that is being composed in a field makes it stale")
  func composing() throws {
    let a = try #require(desk.programs.programs.first?.containers["a"])
    a.text.setMarkedText("k", selectedRange: TextRange(caret: 1))
    let late = try set(#"{"a":1}"#)
    #expect(late.contains(#""name":"stale""#) && late.contains("being composed in a;"), "\(late)")
    #expect(text("a") == "xk")
  }

  @Test(
    "An unknown field or an invalid revision is refused",
    arguments: [
      (#"{"q":1}"#, "/params/ifRevisions/q", "unknownName"),
      (#"{"a":-1}"#, "/params/ifRevisions/a", "invalidParameter"),
      (#"{"a":"1"}"#, "/params/ifRevisions/a", "invalidParameter"),
      ("[1]", "/params/ifRevisions", "invalidParameter"),
    ])
  func invalid(_ revisions: String, _ place: String, _ name: String) throws {
    let answer = try set(revisions)
    #expect(answer.contains("\"place\":\"\(place)\"") && answer.contains(name), "\(answer)")
    #expect(text("a") == "x")
  }
}
