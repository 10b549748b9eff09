// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

@testable import Mirrors
@testable import Service
@testable import TextInput

/// The state of programs outlives a restart of the service: a second desk takes over that of the
/// first.
@Suite struct RestartTests {
  private let desk: Desk
  private let time = BootTime.now

  init() throws { desk = try Desk() }

  /// Starts the service again after some seconds.
  private func restart(_ desk: Desk, seconds: Int64 = 1) throws -> Desk {
    let next = try Desk()
    if let state = desk.programs.encodeState(at: time) {
      next.programs.restore(state, at: time + .seconds(seconds))
      next.turn()
    }
    return next
  }

  /// The members of a hello that resume a program of the first run.
  private func resuming(_ name: String, in desk: Desk) -> String {
    let program = desk.programs.programs.first { $0.name == name }
    return #","resume":true,"token":"\#(program?.token ?? "none")""#
  }

  private func resume(_ name: String, in desk: Desk, _ more: String = "") throws -> (
    client: Observer, answer: String
  ) {
    let client = try desk.connectProgram()
    let answer = try desk.ask(
      client, "hello", "{\"name\":\"\(name)\"\(resuming(name, in: desk))\(more)}")
    return (client, answer)
  }

  /// The part of a response to `hello` that has the program's state.
  private func snapshot(_ answer: String) -> String {
    answer.firstRange(of: #""snapshot":"#).map { String(answer[$0.upperBound...]) } ?? answer
  }

  @Test("EXT-23 a text of a toolkit is created again, without the text that the program has")
  func external() throws {
    let program = try desk.greet("kiosk", #","grace":60"#)
    for request in [
      #"container.create {"container":"a","kind":"external","properties":{"isMultiline":true}}"#,
      #"focus.request {"container":"a"}"#,
    ] {
      let words = request.split(separator: " ", maxSplits: 1).map(String.init)
      try desk.ask(program, words[0], words[1])
    }
    desk.type("ab")
    let next = try restart(desk)
    next.type("c")
    let client = try next.connectProgram()
    let lines = next.exchange(
      client, "hello", "{\"name\":\"kiosk\"\(resuming("kiosk", in: desk))}")
    let messages = (lines + client.lines()).filter { $0.contains("external.") }
    #expect(messages.count == 1 && messages[0].contains(#""number":1,"text":"c""#), "\(messages)")
    #expect(next.programs.programs.first?.containers["a"]?.external?.text.isMultiline == true)
  }

  /// Definitions of every kind.
  private static let definitions = [
    #"container.create {"container":"name","label":"Name","text":"Ada","traits":{"autocapitalizationType":"words","returnKeyType":"next"},"properties":{"placeholder":"Name","maximumLength":40,"pattern":"[A-Za-z ]*"},"questions":{"text.shouldChange":true,"focus.shouldBegin":false},"cancels":true}"#,
    #"container.create {"container":"notes","kind":"textView","text":"one\ntwo","rows":3}"#,
    #"container.create {"container":"query","kind":"webField","frame":[2,9,20,1]}"#,
    #"container.set {"container":"name","traits":{"keyboardType":"URL"},"properties":{"isEnabled":true}}"#,
    #"label.create {"label":"total","text":"0.00"}"#,
    #"label.set {"label":"total","spans":[{"text":"12.50","color":"red","bold":true}]}"#,
    #"form.create {"form":"address","prototypes":{"words":{"traits":{"autocapitalizationType":"words"}}},"fields":[{"container":"street","label":"Street","prototype":"words","text":"Main"},{"container":"zip","traits":{"keyboardType":"numberPad"}}],"cancels":true}"#,
    #"form.create {"form":"modal","fields":[{"container":"pin","text":"geheim","traits":{"isSecureTextEntry":true}}],"modal":true}"#,
    #"command.register {"command":"pay","chord":"f9","title":"Pay","group":"Till","argument":"7","holdsKeys":true}"#,
    #"command.register {"command":"void","chord":"cmd+k cmd+v","title":"Void","destructive":true}"#,
    #"command.set {"command":"void","disabled":true,"title":"Void it"}"#,
    #"command.register {"command":"next","chord":"f8","form":"address"}"#,
    #"menu.set {"insert":[{"after":"file","items":[{"menu":"orders","title":"Orders","items":[{"command":"pay"}]}]}],"remove":["format"]}"#,
    #"menu.set {"menu":"context","insert":[{"items":[{"command":"void"}]}]}"#,
    #"accessory.set {"items":[{"command":"hash","title":"Hash","chord":"cmd+3"}]}"#,
    #"accessory.set {"container":"notes","expanding":{"container":"query","maximumRows":3}}"#,
    #"inputView.set {"container":"zip","words":["12345","67890"]}"#,
    #"mode.prefer {"language":"de","context":"orders"}"#,
    #"idle.set {"seconds":30}"#,
  ]

  private func define(_ client: Observer, on desk: Desk) throws {
    for request in Self.definitions {
      let parts = request.split(separator: " ", maxSplits: 1)
      let answer = try desk.ask(client, String(parts[0]), String(parts[1]))
      #expect(answer.contains("\"result\""), "\(request): \(answer)")
    }
  }

  // MARK: The state

  @Test(
    "A program resumes after a restart as after a broken connection, with objects of every kind")
  func everything() throws {
    let till = try desk.greet("till", #","grace":60"#)
    try define(till, on: desk)
    _ = try desk.ask(till, "form.remove", #"{"form":"modal"}"#)
    _ = try desk.ask(till, "selection.set", #"{"container":"notes","anchor":1,"head":5}"#)
    _ = try desk.ask(till, "focus.request", #"{"container":"street"}"#)
    till.stopSending()
    #expect(desk.loop.run { desk.programs.programs.first?.state == .awaited })
    let next = try restart(desk)
    let (before, first) = try resume("till", in: desk)
    let (after, second) = try resume("till", in: next)
    #expect(second.contains(#""resumed":true"#))
    #expect(snapshot(second) == snapshot(first))
    for request in [
      #"container.get {"container":"name","properties":["placeholder","maximumLength","pattern"]}"#,
      #"container.get {"container":"query","properties":["isEnabled"]}"#, "commands.active {}",
      "menu.get {}", #"menu.context {"container":"notes"}"#, #"form.get {"form":"address"}"#,
      "snapshot {}",
    ] {
      let parts = request.split(separator: " ", maxSplits: 1)
      let answers = try [(before, desk), (after, next)].map { client, desk in
        try desk.ask(client, String(parts[0]), String(parts[1])).drop { $0 != "r" }
      }
      #expect(answers[0] == answers[1], "\(request)")
    }
    let programs = try [desk, next].map { try #require($0.programs.programs.first) }
    #expect(description(of: programs[0]) == description(of: programs[1]))
  }

  @Test("A modal form is above everything else again, and its secret is empty")
  func modal() throws {
    let till = try desk.greet("till", #","grace":60"#)
    try define(till, on: desk)
    _ = try desk.ask(till, "focus.request", #"{"form":"modal"}"#)
    let state = try #require(desk.programs.encodeState(at: time))
    #expect(!String(decoding: state, as: UTF8.self).contains("geheim"))
    let next = try restart(desk)
    let (again, answer) = try resume("till", in: next)
    #expect(answer.contains(#""focus":"pin""#) && answer.contains(#""hasKeyboard":true"#))
    #expect(answer.contains(#""container":"pin","form":"modal","head":0"#), "\(answer)")
    #expect(
      try next.ask(again, "focus.request", #"{"container":"name"}"#).contains("modal form"))
    // The program knows another text, so its edits must name another revision.
    let pin = try #require(desk.programs.programs.first?.containers["pin"]?.text)
    #expect(
      try next.ask(
        again, "text.set", #"{"container":"pin","text":"x","ifRevision":\#(pin.textRevision)}"#
      ).contains("stale"))
    #expect(next.programs.programs.first?.containers["pin"]?.text.isSecret == true)
  }

  @Test("Keys are typed during the grace period, before the program has resumed, and after it")
  func typing() throws {
    let till = try desk.greet("till", #","grace":60"#)
    _ = try desk.ask(till, "container.create", #"{"container":"a","traits":\#(Self.exact)}"#)
    _ = try desk.ask(
      till, "command.register", #"{"command":"pay","chord":"f9","title":"Pay","repeat":false}"#)
    _ = try desk.ask(till, "focus.request", #"{"container":"a"}"#)
    desk.type("ab")
    _ = try desk.ask(till, "selection.set", #"{"container":"a","anchor":1}"#)
    let next = try restart(desk)
    #expect(next.engine.hasFirstResponder)
    next.type("x")
    let (again, answer) = try resume("till", in: next)
    #expect(answer.contains(#""anchor":2,"container":"a","head":2"#), "\(answer)")
    #expect(answer.contains(#""revision":3,"text":"axb""#), "\(answer)")
    next.type("y")
    #expect(again.lines().contains { $0.contains(#""range":[2,2],"revision":4,"string":"y""#) })
    next.press(.function(9))
    #expect(again.lines().contains { $0.contains(#""id":"pay","target":"till""#) })
    #expect(
      try next.ask(
        again, "text.set", #"{"container":"a","text":"","ifRevision":4}"#
      ).contains(#""revision":5"#))
  }

  private static let exact =
    #"{"autocapitalizationType":"none","autocorrectionType":"no","smartQuotesType":"no"}"#

  @Test("Text that is being composed is committed as it is shown")
  func composing() throws {
    let till = try desk.greet("till", #","grace":60"#)
    _ = try desk.ask(till, "container.create", #"{"container":"a","text":"x"}"#)
    _ = try desk.ask(till, "marked.set", #"{"container":"a","text":"か"}"#)
    let revision = try #require(desk.programs.programs.first?.containers["a"]?.text.textRevision)
    let (_, answer) = try resume("till", in: try restart(desk))
    #expect(
      answer.contains(#""marked":null,"revision":\#(revision + 1),"text":"xか""#), "\(answer)")
  }

  @Test("A field that was about to be cleared is cleared by the next key only if it still was")
  func clearsOnInsertion() throws {
    let till = try desk.greet("till", #","grace":60"#)
    for name in ["a", "b"] {
      _ = try desk.ask(
        till, "container.create",
        #"{"container":"\#(name)","text":"old","traits":\#(Self.exact),"properties":{"clearsOnInsertion":true}}"#
      )
    }
    _ = try desk.ask(till, "focus.request", #"{"container":"a"}"#)
    desk.type("n")
    let next = try restart(desk)
    next.type("m")
    let (again, answer) = try resume("till", in: next)
    #expect(answer.contains(#""text":"nm""#), "\(answer)")
    _ = try next.ask(again, "focus.request", #"{"container":"b"}"#)
    next.type("k")
    #expect(again.lines().contains { $0.contains(#""range":[0,3],"revision":2,"string":"k""#) })
  }

  @Test("A field that is cleared when editing begins keeps its text, and no program is consulted")
  func focusOnce() throws {
    let till = try desk.greet("till", #","grace":60"#)
    _ = try desk.ask(
      till, "container.create",
      #"{"container":"a","properties":{"clearsOnBeginEditing":true},"questions":{"focus.shouldBegin":false}}"#
    )
    let request = desk.exchange(
      till, "focus.request", #"{"container":"a"}"#,
      then: "{\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"result\":true}\n")
    #expect(request.last?.contains("granted") == true, "\(request)")
    desk.type("ab")
    let (_, answer) = try resume("till", in: try restart(desk))
    #expect(answer.contains(#""focus":"a""#) && answer.contains(#""hasKeyboard":true"#))
    #expect(answer.lowercased().contains(#""text":"ab""#), "\(answer)")
  }

  // MARK: The keyboard

  @Test("The queue, and the programs that lost the keyboard to the user's choice, are kept")
  func queue() throws {
    for name in ["first", "second", "third"] {
      let client = try desk.greet(name, #","grace":60"#)
      _ = try desk.ask(client, "container.create", #"{"container":"\#(name)"}"#)
      _ = try desk.ask(client, "focus.request", #"{"container":"\#(name)"}"#)
      kept.append(client)
    }
    // The user switches to the third program, so the first one regains the keyboard later.
    _ = try desk.ask(
      try desk.connectControl(), "programs.activate", #"{"program":3}"#)
    let next = try restart(desk)
    #expect(next.programs.programs.map(\.number) == [1, 2, 3])
    #expect(next.engine.keyWindow === next.programs.programs[2].window)
    let second = try resume("second", in: next)
    let first = try resume("first", in: next)
    let third = try resume("third", in: next)
    #expect(third.answer.contains(#""hasKeyboard":true"#))
    #expect(second.answer.contains(#""hasKeyboard":false"#))
    _ = try next.ask(third.client, "bye")
    next.turn()
    #expect(second.client.lines().contains { $0.contains(#""isActive":true"#) })
    _ = try next.ask(second.client, "bye")
    next.turn()
    #expect(first.client.lines().contains { $0.contains(#""isActive":true"#) })
    #expect(try next.greet("fourth").lines().isEmpty)
    #expect(next.programs.programs.last?.number == 4, "no number is used twice")
  }
  private let kept = Kept()

  /// Keeps clients connected.
  private final class Kept {
    private var clients: [Observer] = []
    func append(_ client: Observer) { clients.append(client) }
  }

  @Test("Presses, the time of idleness, claims and the user's permission are kept")
  func others() throws {
    var scanner = DeviceInfo(id: DeviceID(rawValue: 9), name: "Scanner", path: "/dev/input/event9")
    scanner.isScanner = true
    desk.attach(scanner)
    let till = try desk.greet("till", #","grace":60"#)
    _ = try desk.ask(till, "focus.request", #"{"presses":"all"}"#)
    _ = try desk.ask(till, "idle.set", #"{"seconds":30}"#)
    _ = try desk.ask(till, "scanner.claim", #"{"device":"/dev/input/event9"}"#)
    _ = try desk.ask(till, "fill.provide", #"{"profile":{"email":"ada@example.org"}}"#)
    let control = try desk.connectControl()
    _ = try desk.ask(control, "fill.allow", #"{"program":1,"allowed":true}"#)
    let lead = try desk.greet("lead", #","grace":60"#)
    _ = try desk.ask(lead, "scanner.claim")
    let state = try #require(desk.programs.encodeState(at: time))
    #expect(!String(decoding: state, as: UTF8.self).contains("ada@"))
    let next = try restart(desk)
    scanner = DeviceInfo(id: DeviceID(rawValue: 2), name: "Scanner", path: "/dev/input/event9")
    scanner.isScanner = true
    next.attach(scanner)
    let programs = next.programs.programs
    #expect(programs.map(\.name) == ["till", "lead"])
    #expect(next.programs.scanners.claimant(of: scanner.id) === programs[0])
    #expect(next.programs.scanners.claimant(of: nil) === programs[1])
    let (client, answer) = try resume("till", in: next)
    #expect(answer.contains(#""hasKeyboard":true"#))
    next.type("k")
    #expect(client.lines().contains { $0.contains("press.began") })
    #expect(programs[0].idleSeconds == 30)
    #expect(
      try next.ask(client, "fill.provide", #"{"profile":{"email":"ada@example.org"}}"#)
        .contains(#""allowed":true"#))
  }

  // MARK: Time

  @Test(
    "The time of the restart counts: grace, then keep, then nothing",
    arguments: [(4, "awaited"), (6, "suspended"), (14, "suspended"), (16, nil)]
      as [(Int64, String?)])
  func elapsed(_ seconds: Int64, _ state: String?) throws {
    let till = try desk.greet("till", #","grace":5,"keep":10"#)
    _ = try desk.ask(till, "container.create", #"{"container":"a"}"#)
    _ = try desk.ask(till, "focus.request", #"{"container":"a"}"#)
    let next = try restart(desk, seconds: seconds)
    #expect(next.programs.programs.first?.state.rawValue == state)
    #expect(next.engine.hasFirstResponder == (state == "awaited"))
    guard state != nil else { return }
    let (_, answer) = try resume("till", in: next)
    #expect(answer.contains(#""focus":"a""#))
    #expect(answer.contains("\"hasKeyboard\":\(state == "awaited")"))
  }

  @Test("A program that was disconnected before the restart has the rest of its time")
  func rest() throws {
    let till = try desk.greet("till", #","grace":5,"keep":10"#)
    _ = try desk.ask(till, "container.create", #"{"container":"a"}"#)
    till.stopSending()
    #expect(desk.loop.run { desk.programs.programs.first?.state == .awaited })
    let state = try #require(desk.programs.encodeState(at: .now + .seconds(100)))
    let next = try Desk()
    next.programs.restore(state, at: .now + .seconds(4))
    #expect(next.programs.programs.first?.state == .awaited)
    #expect(next.timers.compactMap { $0?.seconds } == [0])
    next.letTimePass()
    #expect(next.programs.programs.first?.state == .suspended)
    next.letTimePass()
    #expect(next.programs.programs.isEmpty)
  }

  @Test(
    "Nothing is kept of a program that said bye, that keeps nothing, or that has created nothing",
    arguments: [#","grace":0,"keep":0"#, #","grace":0"#])
  func nothing(_ hello: String) throws {
    let till = try desk.greet("till", hello)
    if hello.contains("keep") {
      _ = try desk.ask(till, "container.create", #"{"container":"a"}"#)
    }
    let other = try desk.greet("other", #","grace":60"#)
    _ = try desk.ask(other, "bye")
    #expect(desk.programs.encodeState(at: time) == nil)
  }

  @Test("The state of 64 programs of a user is kept, among them the one with the keyboard")
  func limit() throws {
    for number in 0..<70 {
      let client = try desk.greet("p\(number)", #","grace":60"#)
      _ = try desk.ask(client, "container.create", #"{"container":"a"}"#)
      if number == 0 { _ = try desk.ask(client, "focus.request", #"{"container":"a"}"#) }
      kept.append(client)
    }
    let next = try restart(desk)
    #expect(next.programs.programs.count == 64)
    #expect(try resume("p0", in: next).answer.contains(#""hasKeyboard":true"#))
  }

  // MARK: Bad input

  /// A state with two programs.
  private func state() throws -> [UInt8] {
    for name in ["one", "two"] {
      let client = try desk.greet(name, #","grace":60"#)
      try define(client, on: desk)
      _ = try desk.ask(client, "focus.request", "{}")
      kept.append(client)
    }
    return try #require(desk.programs.encodeState(at: time))
  }

  private func restored(_ bytes: [UInt8], log: (LogEntry) -> Void = { _ in }) throws -> Desk {
    let next = try Desk()
    var entries: [LogEntry] = []
    next.programs.log = { entries.append($0) }
    next.programs.restore(bytes, at: time + .seconds(1))
    next.turn()
    entries.forEach(log)
    return next
  }

  @Test("A state that is cut off anywhere, or has a wrong byte, never breaks the service")
  func damaged() throws {
    let state = try state()
    var random = SeededGenerator(seed: 40)
    for _ in 0..<60 {
      let end = Int.random(in: 0...state.count, using: &random)
      let next = try restored(Array(state[..<end]))
      #expect(next.programs.programs.count <= 2)
      var wrong = state
      let place = Int.random(in: state.indices, using: &random)
      wrong[place] = UInt8.random(in: .min ... .max, using: &random)
      let other = try restored(wrong)
      #expect(other.programs.programs.count <= 2)
      let client = try other.greet("three")
      #expect(try other.ask(client, "ping").contains("result"))
    }
  }

  @Test("A damaged line affects no other program, and is reported without its contents")
  func oneLine() throws {
    var lines = String(decoding: try state(), as: UTF8.self).split(separator: "\n").map(String.init)
    lines[1] = String(lines[1].dropLast(3))
    var entries: [LogEntry] = []
    let next = try restored(Array((lines.joined(separator: "\n") + "\n").utf8)) {
      entries.append($0)
    }
    #expect(next.programs.programs.map(\.name) == ["two"])
    #expect(entries.map(\.event).contains("state.damaged"), "\(entries)")
    #expect(try resume("two", in: next).answer.contains(#""resumed":true"#))
  }

  @Test(
    "The state of another version of the form is dropped, and reported",
    arguments: ["", "x\n", "{}\n", "{\"version\":2}\n", "{\"version\":0}\n", "[]\n", "\u{0}"])
  func otherVersion(_ first: String) throws {
    let rest = String(decoding: try state(), as: UTF8.self).drop { $0 != "\n" }.dropFirst()
    var entries: [LogEntry] = []
    let next = try restored(Array((first + rest).utf8)) { entries.append($0) }
    #expect(next.programs.programs.isEmpty)
    #expect(entries.map(\.event) == ["state.unreadable"])
  }

  @Test("Requests that this version refuses or does not know are left out, and reported once")
  func refused() throws {
    let text = String(decoding: try state(), as: UTF8.self)
      .replacing(#""method":"label.create""#, with: #""method":"sound.create""#)
      .replacing(#""keyboardType":"numberPad""#, with: #""keyboardType":"laterPad""#)
    var entries: [LogEntry] = []
    let next = try restored(Array(text.utf8)) { entries.append($0) }
    #expect(next.programs.programs.map(\.name) == ["one", "two"])
    let reports = entries.filter { $0.event == "program.restoredInPart" }
    #expect(reports.count == 2)
    #expect(reports[0].message.contains("one (program 1)"))
    #expect(reports[0].message.contains("sound.create") || reports[0].message.contains("form."))
    #expect(!reports[0].message.contains("laterPad"))
    let (_, answer) = try resume("one", in: next)
    #expect(answer.contains(#""container":"name""#) && !answer.contains(#""container":"zip""#))
  }

  @Test("Requests that define nothing are not run, whatever the state says")
  func dangerous() throws {
    let old = #"{"method":"mode.prefer","params":{"context":"orders","language":"de"}}"#
    let text = String(decoding: try state(), as: UTF8.self)
    #expect(text.contains(old))
    let next = try restored(
      Array(text.replacing(old, with: #"{"method":"grace","params":{"seconds":600}}"#).utf8))
    #expect(next.programs.programs.map(\.graceSeconds) == [60, 60])
  }

  @Test("The state of another user cannot be resumed with its token")
  func otherUser() throws {
    let text = String(decoding: try state(), as: UTF8.self)
      .replacing("\"user\":\(geteuid())", with: "\"user\":54321")
    let next = try restored(Array(text.utf8))
    #expect(next.programs.programs.map(\.user) == [54321, 54321])
    #expect(try resume("one", in: next).answer.contains(#""resumed":false"#))
  }

  @Test("Values of a program that are out of range make its line damaged")
  func ranges() throws {
    let text = String(decoding: try state(), as: UTF8.self)
    for (old, new) in [
      (#""grace":60"#, #""grace":601"#), (#""keep":60"#, #""keep":-1"#),
      (#""number":1,"#, #""number":0,"#),
      (#""number":1,"#, #""number":2,"#), (#""name":"one""#, #""name":"""#),
      (#""token":""#, #""token":"x"#),
      (#""departure":"#, #""departures":"#),
      (#""departure":"#, #""departure":-9223372036854775808,"x":"#),
      (#""number":1,"#, #""number":9223372036854775807,"#),
      ("\"user\":\(geteuid())", #""user":-1"#),
    ] {
      let range = try #require(text.firstRange(of: old), "\(old)")
      var entries: [LogEntry] = []
      let next = try restored(Array(text.replacingCharacters(in: range, with: new).utf8)) {
        entries.append($0)
      }
      #expect(next.programs.programs.count == 1, "\(new)")
      #expect(entries.contains { $0.event == "state.damaged" }, "\(new)")
    }
  }

  @Test("Revisions and selections that are out of range change nothing else")
  func numbers() throws {
    let till = try desk.greet("till", #","grace":60"#)
    _ = try desk.ask(till, "container.create", #"{"container":"a","text":"abc"}"#)
    let text = String(decoding: try #require(desk.programs.encodeState(at: time)), as: UTF8.self)
    for (old, new, found) in [
      (
        #""selection":[3,3]"#, #""selection":[-5,9223372036854775807]"#,
        #""anchor":0,"container":"a","head":3"#
      ),
      (#""revision":1"#, #""revision":9223372036854775807"#, #""text":"""#),
      (#""revision":1"#, #""revision":-1"#, #""text":"""#),
      (#""revision":1"#, #""revision":0"#, #""text":"abc""#),
    ] {
      #expect(text.contains(old), "\(text)")
      let next = try restored(Array(text.replacing(old, with: new).utf8))
      let (client, answer) = try resume("till", in: next)
      #expect(answer.contains(#""resumed":true"#) && answer.contains(found), "\(new) \(answer)")
      #expect(
        try next.ask(client, "text.set", #"{"container":"a","text":"x"}"#).contains("result"))
    }
  }

  @Test("A state over the limit leaves programs out, and keeps the others")
  func tooLarge() throws {
    let small = KeptProgram(
      number: 1, name: "small", user: 0, token: String(repeating: "0", count: 32), departure: 0,
      graceSeconds: 1, keepSeconds: 1)
    var large = small
    (large.number, large.name) = (2, "large")
    large.texts = [.init(container: "a", text: String(repeating: "x", count: 5000), revision: 1)]
    var last = small
    last.number = 3
    let (bytes, omitted) = KeptPrograms([small, large, last], keyboard: KeptKeyboard(holder: 3))
      .encoded(limit: 2000)
    #expect(omitted == [large] && bytes.count <= 2000)
    var bad: [Int] = []
    let read = try KeptPrograms(reading: bytes, bad: &bad)
    #expect(read == KeptPrograms([small, last], keyboard: KeptKeyboard(holder: 3)) && bad.isEmpty)
  }

  // MARK: A walk

  @Test(
    "After any requests and keys, a restart changes nothing that a broken connection keeps",
    arguments: 0..<12)
  func walk(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let till = try desk.greet("till", #","grace":60"#)
    for _ in 0..<60 {
      var line = Self.walked.randomElement(using: &random) ?? ""
      for mark in ["NAME", "OTHER"] {
        line = line.replacing(
          mark, with: ["a", "b", "c", "d"].randomElement(using: &random) ?? "a")
      }
      if line.hasPrefix("key ") {
        desk.type(String(line.dropFirst(4)))
      } else {
        let parts = line.split(separator: " ", maxSplits: 1)
        _ = try desk.ask(till, String(parts[0]), String(parts[1]))
      }
    }
    till.stopSending()
    #expect(desk.loop.run { desk.programs.programs.first?.state == .awaited })
    let next = try restart(desk)
    let program = try #require(desk.programs.programs.first)
    let again = try #require(next.programs.programs.first)
    #expect(description(of: program) == description(of: again))
    #expect(program.definitions.definitions == again.definitions.definitions)
    let answers = try [desk, next].map { try resume("till", in: $0).answer }
    #expect(snapshot(answers[1]) == snapshot(answers[0]))
  }

  private static let walked = [
    #"container.create {"container":"NAME","traits":{"autocorrectionType":"no"}}"#,
    #"container.create {"container":"NAME","kind":"textView","text":"x\ny"}"#,
    #"container.create {"container":"NAME","frame":[0,3,10,1],"properties":{"placeholder":"p"}}"#,
    #"container.set {"container":"NAME","traits":{"keyboardType":"numberPad"}}"#,
    #"container.set {"container":"NAME","properties":{"isEnabled":false}}"#,
    #"container.set {"container":"NAME","properties":{"isEnabled":true,"text":"t"}}"#,
    #"container.remove {"container":"NAME"}"#,
    #"form.create {"form":"NAME","fields":[{"container":"OTHER","text":"f"},{"container":"x"}]}"#,
    #"form.remove {"form":"NAME"}"#, #"form.set {"form":"NAME","values":{"x":"set"}}"#,
    #"label.create {"label":"NAME","text":"label"}"#, #"label.set {"label":"NAME","text":"new"}"#,
    #"label.remove {"label":"NAME"}"#,
    #"command.register {"command":"NAME","chord":"f5"}"#,
    #"command.register {"command":"NAME","form":"OTHER"}"#,
    #"command.set {"command":"NAME","title":"T","longTitle":null}"#,
    #"command.remove {"command":"NAME"}"#,
    #"accessory.set {"container":"NAME","expanding":{"container":"OTHER"}}"#,
    #"accessory.set {"expanding":{"container":"NAME"}}"#, #"accessory.set {"container":"NAME"}"#,
    #"accessory.set {"items":[{"command":"NAME"}]}"#,
    #"inputView.set {"container":"NAME","words":["w"]}"#,
    #"menu.set {"insert":[{"items":[{"command":"NAME"}]}]}"#,
    #"menu.set {"menu":"context","insert":[{"items":[{"command":"NAME"}]}]}"#,
    #"mode.prefer {"context":"NAME"}"#,
    #"text.set {"container":"NAME","text":"text"}"#,
    #"text.replace {"container":"NAME","range":[0,0],"text":"é"}"#,
    #"selection.set {"container":"NAME","anchor":1,"head":0}"#,
    #"focus.request {"container":"NAME"}"#, #"focus.request {"form":"NAME"}"#,
    "focus.request {}", "focus.release {}", "key k", "key l",
  ]

  /// The objects of a program that no snapshot has.
  private func description(of program: Program) -> String {
    var lines = program.items.map { "\($0.row.view.name) \($0.row.view.frame) \($0.isPlaced)" }
    for container in program.containers.values.sorted(by: { $0.name < $1.name }) {
      let text = container.text
      lines.append(
        "\(container.name) \(text.isEnabled) \(text.declaredTraits == text.traits)"
          // An accessory is laid out when it is shown.
          + " \(program.isInAccessory(container) ? "" : "\(text.frame)")"
          + " \(container.defaultAnswers.sorted { $0.key.rawValue < $1.key.rawValue })"
          + " \(text.inputAccessoryView?.name ?? "") \(text.inputView?.name ?? "")"
          + " \(text.superview?.name ?? "") \(container.reportedRevision) \(text.tag)")
    }
    for command in program.commands { lines.append("\(command)") }
    lines.append("\(program.controller.accessory?.name ?? "") \(program.controller.context ?? "")")
    lines.append("\(program.controller.wantedLanguage ?? "") \(program.idleSeconds)")
    lines.append("\(program.controller.contextMenuChanges)")
    lines.append("\(program.labels.mapValues(\.styledText).sorted { $0.key < $1.key })")
    lines.append("\(program.topController.name) \(program.focusedName ?? "")")
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
    self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
