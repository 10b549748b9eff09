// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Requests of programs on their socket, and the notifications they receive.
@Suite(.heldToSchema) struct ProgramHubTests {
  private func contents(_ desk: Desk, _ program: Observer, _ container: String) throws -> String {
    try desk.ask(program, "container.get", "{\"container\":\"\(container)\"}")
  }

  // MARK: Connecting and disconnecting

  @Test("CIV-17 a program refuses input extensions in hello", arguments: [nil, true, false])
  func extensions(_ allows: Bool?) throws {
    let desk = try Desk()
    let program = try desk.connectProgram()
    let member = allows.map { ",\"extensions\":\($0)" } ?? ""
    _ = try desk.ask(program, "hello", #"{"name":"till"\#(member)}"#)
    let window = try #require(desk.programs.programs.first).window
    #expect(window.allowsThirdPartyInputMethods == allows ?? true)
  }

  @Test("hello must come first, and its response describes the service")
  func hello() throws {
    let desk = try Desk()
    let program = try desk.connectProgram()
    let early = try desk.ask(program, "container.create", #"{"container":"name"}"#)
    #expect(early.contains(#""name":"notYet""#))
    let hello = try desk.ask(program, "hello", #"{"name":"till"}"#)
    for part in [
      #""version":"1.1""#, #""server":"keybridge""#, #""container.create""#,
      #""text.shouldChange""#, #""answerMilliseconds":300"#, #""resumed":false"#,
      #""name":"USB Keyboard""#, #""hasKeyboard":false"#,
    ] {
      #expect(hello.contains(part), "\(part) in \(hello)")
    }
    #expect(try desk.ask(program, "hello", #"{"name":"till"}"#).contains(#""name":"failed""#))
  }

  @Test(
    "A wrong hello is refused with the place of the mistake",
    arguments: [
      (#"{}"#, "/params/name"), (#"{"name":7}"#, "/params/name"), (#"{"name":""}"#, "/params/name"),
      (#"{"name":"a","version":"2.0"}"#, "/params/version"),
      (#"{"name":"a","grace":-1}"#, "/params/grace"),
      (#"{"name":"a","events":["text.didChange","text.didChnge"]}"#, "/params/events/1"),
      (#"{"name":"a","nam":1}"#, "/params/nam"),
    ])
  func wrongHello(_ parameters: String, _ place: String) throws {
    let desk = try Desk()
    let program = try desk.connectProgram()
    #expect(try desk.ask(program, "hello", parameters).contains("\"place\":\"\(place)\""))
    #expect(desk.programs.programs.isEmpty)
    // The program may try again.
    #expect(try desk.ask(program, "hello", #"{"name":"till"}"#).contains("result"))
  }

  @Test("A program receives the text and selection of its field under its own name for it")
  func typing() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"customer"}"#)
    let lines = desk.exchange(program, "focus.request", #"{"container":"customer"}"#)
    #expect(lines.last?.contains(#""outcome":"granted""#) == true)
    // The notifications that the request caused precede its response.
    #expect(lines.contains { $0.contains(#""method":"focus.didBegin""#) })
    #expect(lines.contains { $0.contains(#""method":"program.didBecomeActive""#) })
    desk.type("Ada")
    let reported = program.lines()
    #expect(
      reported.contains(
        #"{"jsonrpc":"2.0","method":"text.didChange","params":{"container":"customer","#
          + #""origin":"user","range":[2,2],"revision":3,"string":"a"}}"#), "\(reported)")
    #expect(try contents(desk, program, "customer").contains(#""text":"Ada""#))
  }

  @Test("A program is notified only of its own containers, and cannot reach another's")
  func apart() throws {
    let desk = try Desk()
    let (first, second) = (try desk.greet("first"), try desk.greet("second"))
    for program in [first, second] {
      _ = try desk.ask(program, "container.create", #"{"container":"same"}"#)
    }
    _ = try desk.ask(first, "container.create", #"{"container":"other"}"#)
    _ = try desk.ask(first, "focus.request", #"{"container":"same"}"#)
    _ = (first.lines(), second.lines())
    desk.type("x")
    #expect(try desk.reported(first).contains("text.didChange"))
    #expect(second.lines() == [])
    #expect(try contents(desk, second, "same").contains(#""text":"""#))
    let missing = try contents(desk, second, "other")
    #expect(missing.contains(#""name":"unknownName""#))
  }

  @Test("FLD-2d, F133 a secret is sent in clear to its owner only")
  func secret() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    let user = try desk.connectControl()
    _ = try desk.ask(user, "subscribe")
    _ = try desk.ask(
      program, "container.create", #"{"container":"pin","traits":{"isSecureTextEntry":true}}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"pin"}"#)
    desk.type("s3")
    #expect(program.lines().contains { $0.contains(#""string":"s""#) })
    #expect(try contents(desk, program, "pin").contains(#""text":"s3""#))
    let others = user.lines()
    #expect(others.contains { $0.contains(#""string":"•""#) })
    #expect(!others.contains { $0.contains(#""string":"s""#) || $0.contains("s3") })
    #expect(try !desk.ask(user, "snapshot").contains("s3"))
  }

  @Test("NTF-1, F070 each event reaches only the programs that subscribed to it")
  func subscriptions() throws {
    let desk = try Desk()
    let program = try desk.greet("till", #","events":["text.didChange","keyboard.*"]"#)
    _ = try desk.ask(program, "container.create", #"{"container":"a"}"#)
    _ = desk.exchange(program, "focus.request", #"{"container":"a"}"#)
    desk.type("x")
    _ = try desk.ask(program, "subscribe", #"{"events":["selection.didChange"]}"#)
    _ = program.lines()
    desk.type("y")
    #expect(try desk.reported(program) == ["selection.didChange"])
    _ = try desk.ask(program, "subscribe")
    desk.type("z")
    #expect(
      Set(try desk.reported(program)).isSuperset(of: ["selection.didChange", "text.didChange"]))
  }

  // MARK: The keyboard

  @Test(
    "The first program that requests the keyboard gets it; the others get it in order of waiting")
  func turns() throws {
    let desk = try Desk()
    let programs = try ["a", "b", "c"].map { try desk.greet($0) }
    for program in programs {
      _ = try desk.ask(program, "container.create", #"{"container":"field"}"#)
    }
    let outcomes = try programs.map {
      try desk.ask($0, "focus.request", #"{"container":"field"}"#)
    }
    #expect(outcomes[0].contains("granted"))
    #expect(outcomes[1].contains("waits") && outcomes[2].contains("waits"))
    desk.type("1")
    _ = try desk.ask(programs[0], "focus.release")
    desk.type("2")
    _ = try desk.ask(programs[1], "focus.release")
    desk.type("3")
    for (program, text) in zip(programs, ["1", "2", "3"]) {
      #expect(try contents(desk, program, "field").contains("\"text\":\"\(text)\""))
    }
    _ = try desk.ask(programs[2], "focus.release")
    #expect(!desk.engine.hasFirstResponder, "no program has the keyboard")
  }

  @Test("⌘⇥ switches between programs, and the user's client activates any program (CMD-13d)")
  func switching() throws {
    let desk = try Desk()
    let programs = try ["a", "b"].map { try desk.greet($0) }
    for program in programs {
      _ = try desk.ask(program, "container.create", #"{"container":"field"}"#)
      // No program can bind these keys.
      _ = try desk.ask(
        program, "command.register",
        #"{"command":"mine","chord":"cmd+tab","title":"Mine","priority":true}"#)
      _ = try desk.ask(program, "focus.request", #"{"container":"field"}"#)
    }
    desk.type("1")
    desk.press("\t", "", .command)
    desk.type("2")
    desk.press("\t", "", .command)
    desk.type("3")
    #expect(try contents(desk, programs[0], "field").contains(#""text":"13""#))
    #expect(try contents(desk, programs[1], "field").contains(#""text":"2""#))
    let user = try desk.connectControl()
    let number = desk.programs.programs[1].number
    #expect(try desk.ask(user, "programs.activate", "{\"program\":\(number)}").contains("result"))
    desk.type("4")
    #expect(try contents(desk, programs[1], "field").contains(#""text":"24""#))
    // The program that lost the keyboard regains it when the other one releases it.
    _ = try desk.ask(programs[1], "focus.release")
    desk.type("5")
    #expect(try contents(desk, programs[0], "field").contains(#""text":"135""#))
  }

  @Test(
    "F157 ⌘⇥ skips a disconnected program, which is granted its queued focus on reconnecting")
  func goneWhileWaiting() throws {
    let desk = try Desk()
    let clients = try ["a", "b", "c"].map { try desk.greet($0, #","grace":30"#) }
    for client in clients {
      _ = try desk.ask(client, "container.create", #"{"container":"field"}"#)
      _ = try desk.ask(client, "focus.request", #"{"container":"field"}"#)
    }
    clients[1].stopSending()
    #expect(desk.loop.run { desk.connections == 2 })
    desk.press("\t", "", .command)
    #expect(desk.programs.audience.holder?.name == "c")
    desk.press("\t", "", .command)
    #expect(desk.programs.audience.holder?.name == "a")
    for client in [clients[0], clients[2]] { _ = try desk.ask(client, "bye") }
    #expect(desk.programs.audience.holder == nil && !desk.engine.hasFirstResponder)
    _ = try desk.greetAgain("b")
    #expect(desk.programs.audience.holder?.name == "b" && desk.engine.hasFirstResponder)
  }

  @Test("F157 released focus skips a disconnected program and returns to the one before it")
  func goneFromHistory() throws {
    let desk = try Desk()
    let clients = try ["a", "b", "c"].map { try desk.greet($0, #","grace":30"#) }
    for client in clients {
      _ = try desk.ask(client, "container.create", #"{"container":"field"}"#)
    }
    _ = try desk.ask(clients[0], "focus.request", #"{"container":"field"}"#)
    for name in ["b", "c"] {
      desk.press("\t", "", .command)
      #expect(desk.programs.audience.holder?.name == name)
    }
    clients[1].stopSending()
    #expect(desk.loop.run { desk.connections == 2 })
    _ = try desk.ask(clients[2], "focus.release")
    #expect(desk.programs.audience.holder?.name == "a")
    desk.type("x")
    #expect(try contents(desk, clients[0], "field").contains(#""text":"x""#))
  }

  @Test("A program whose focus request is refused does not get the keyboard")
  func refusedFocus() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    _ = try desk.ask(
      program, "container.create", #"{"container":"a","properties":{"isEnabled":false}}"#)
    let lines = desk.exchange(program, "focus.request", #"{"container":"a"}"#)
    #expect(lines.count == 1 && lines[0].contains("refused"), "\(lines)")
    #expect(try desk.ask(program, "snapshot").contains(#""hasKeyboard":false"#))
  }

  @Test("F156 the state of a program that has only labels is kept too")
  func labelsKept() throws {
    let desk = try Desk()
    let program = try desk.greet("sign")
    _ = try desk.ask(program, "label.create", #"{"label":"a","text":"b"}"#)
    program.stopSending()
    #expect(desk.loop.run { desk.connections == 0 })
    let again = try desk.greetAgain("sign")
    #expect(try desk.ask(again, "label.set", #"{"label":"a","text":"c"}"#).contains("result"))
  }

  @Test("A program without containers gets the keyboard for its commands and raw presses")
  func presses() throws {
    let desk = try Desk()
    let program = try desk.greet("game")
    _ = try desk.ask(
      program, "command.register", #"{"command":"new","chord":"cmd+n","title":"New Game"}"#)
    let outcome = try desk.ask(program, "focus.request", #"{"presses":true}"#)
    #expect(outcome.contains("granted") && desk.engine.hasFirstResponder)
    _ = program.lines()
    desk.press("w", "w")
    #expect(try desk.reported(program) == ["press.began", "press.ended"])
    desk.press("n", "", .command)
    #expect(
      program.lines().contains {
        $0.contains(#""method":"command.invoked""#) && $0.contains(#""id":"new""#)
      })
  }

  @Test("CMD-31a with presses true, text and the focus precede the program")
  func unhandledPresses() throws {
    let desk = try Desk()
    let program = try desk.greet("form")
    for name in ["a", "b"] {
      try desk.ask(program, "container.create", "{\"container\":\"\(name)\"}")
    }
    try desk.ask(program, "focus.request", #"{"container":"a","presses":true}"#)
    _ = program.lines()
    desk.type("xy")
    desk.press(.tab, "\t")
    #expect(try !desk.reported(program).contains { $0.hasPrefix("press.") })
    desk.press(.function(5))
    #expect(try desk.reported(program) == ["press.began", "press.ended"])
    let containers = desk.programs.programs[0].containers
    #expect(containers["a"]?.text.text == "xy" && containers["b"]?.text.isFirstResponder == true)
  }

  @Test("CMD-31b, CMD-32 with presses all, the program takes the keys of the text")
  func allPresses() throws {
    let desk = try Desk()
    let program = try desk.greet("game")
    try desk.ask(program, "container.create", #"{"container":"a"}"#)
    try desk.ask(program, "focus.request", #"{"container":"a","presses":"all"}"#)
    _ = program.lines()
    desk.press("e", "é", .option)
    let lines = program.lines()
    #expect(
      lines.first
        == #"{"jsonrpc":"2.0","method":"press.began","params":{"code":30,"#
        + #""device":"/dev/input/event3","key":"KEY_A","keysym":"NoSymbol","modifiers":["option"],"#
        + #""repeat":false,"text":"é","time":1001000}}"#)
    #expect(lines.count == 2)
    #expect(desk.programs.programs[0].containers["a"]?.text.text == "")
    // A dead key that the program takes stays pending, so that the next press is composed (CMD-33).
    var abandoned = 0
    desk.engine.compositionAbandoned = { abandoned += 1 }
    let event = KeyEvent(
      time: Timestamp(microseconds: 2_000_000), device: DeviceInfo.desk.id,
      code: KeyCode(rawValue: 40), phase: .press)
    var dead = Keystroke(event: event, charactersIgnoringModifiers: "'")
    dead.composition = .pending(preview: "´")
    desk.engine.handle(dead)
    desk.turn()
    #expect(abandoned == 0 && program.lines().contains { $0.contains("press.began") })
    for presses in ["1", #""some""#, "[]", "{}"] {
      let answer = try desk.ask(program, "focus.request", "{\"presses\":\(presses)}")
      #expect(answer.contains(#""place":"/params/presses""#) && answer.contains("invalidParameter"))
    }
    try desk.ask(program, "focus.request", #"{"container":"a","presses":false}"#)
    desk.press(.function(5))
    #expect(try desk.reported(program) == ["press.unhandled"])
  }

  // MARK: Leaving

  @Test("F156, F159 a program that reconnects finds its text, selection and commands unchanged")
  func resuming() throws {
    let desk = try Desk()
    var program: Observer? = try desk.greet("till", #","keep":60"#)
    _ = try desk.ask(try #require(program), "container.create", #"{"container":"a"}"#)
    _ = try desk.ask(
      try #require(program), "command.register", #"{"command":"pay","chord":"f2","title":"Pay"}"#)
    _ = try desk.ask(try #require(program), "focus.request", #"{"container":"a"}"#)
    desk.type("abc")
    _ = try desk.ask(
      try #require(program), "selection.set", #"{"container":"a","anchor":1,"head":2}"#)
    program = nil
    #expect(desk.loop.run { desk.programs.programs.first?.state == .suspended })
    #expect(!desk.engine.hasFirstResponder, "no program has the keyboard")
    // Another program of that name does not get the state.
    let other = try desk.greet("till")
    #expect(try desk.ask(other, "snapshot").contains(#""containers":[]"#))
    let token = desk.resuming("till")
    let again = try desk.connectProgram()
    let hello = try desk.ask(again, "hello", "{\"name\":\"till\"\(token)}")
    #expect(hello.contains(#""resumed":true"#) && hello.contains(#""text":"abc""#))
    #expect(hello.contains(#""anchor":1,"container":"a","head":2"#), "\(hello)")
    #expect(hello.contains(#""commands":["pay"]"#))
    _ = try desk.ask(again, "focus.request", #"{"container":"a"}"#)
    desk.type("X")
    #expect(try contents(desk, again, "a").contains(#""text":"aXc""#))
    #expect(program == nil)
  }

  @Test("F157 keys reach a disconnected program during its grace period only")
  func grace() throws {
    let desk = try Desk()
    var program: Observer? = try desk.greet("till", #","grace":30"#)
    _ = try desk.ask(try #require(program), "container.create", #"{"container":"a"}"#)
    _ = try desk.ask(try #require(program), "focus.request", #"{"container":"a"}"#)
    desk.type("ab")
    program = nil
    #expect(desk.loop.run { desk.programs.programs.first?.state == .awaited })
    desk.type("cd")
    #expect(desk.timers.compactMap { $0?.seconds } == [30])
    desk.letTimePass()
    #expect(desk.programs.programs.first?.state == .suspended)
    desk.type("ef")
    let again = try desk.greetAgain("till")
    #expect(try contents(desk, again, "a").contains(#""text":"abcd""#))
    #expect(program == nil)
  }

  @Test("F157 a program that is started again without its state takes the keyboard over")
  func startedAgain() throws {
    let desk = try Desk()
    var programs: [String: Observer] = [:]
    func start(_ name: String, as key: String) throws {
      let program = try desk.greet(name, #","grace":30"#)
      _ = try desk.ask(program, "container.create", #"{"container":"a"}"#)
      _ = try desk.ask(
        program, "command.register", #"{"command":"pay","chord":"f2","title":"Pay"}"#)
      programs[key] = program
    }
    func outcome(_ key: String) throws -> String {
      try desk.ask(try #require(programs[key]), "focus.request", #"{"container":"a"}"#)
    }
    try start("till", as: "old")
    #expect(try outcome("old").contains("granted"))
    try start("till", as: "new")
    try start("other", as: "other")
    // A connected program keeps the keyboard.
    #expect(try outcome("new").contains("waits"))
    programs["old"]?.stopSending()
    #expect(desk.loop.run { desk.programs.programs[0].connection == nil })
    #expect(try outcome("other").contains("waits"))
    desk.type("x")
    #expect(try outcome("new").contains("granted"))
    desk.type("y")
    desk.press(.function(2))
    #expect(desk.programs.programs.map { $0.containers["a"]?.text.text } == ["x", "y", ""])
    #expect(try desk.reported(try #require(programs["new"])).contains("command.invoked"))
    // The earlier run is resumed without the keyboard.
    let again = try desk.greetAgain("till")
    #expect(try desk.ask(again, "snapshot").contains(#""hasKeyboard":false"#))
    #expect(try desk.ask(again, "focus.request", #"{"container":"a"}"#).contains("waits"))
  }

  @Test("Nothing of a program is kept after bye, or after its grace period")
  func leaving() throws {
    let desk = try Desk()
    var program: Observer? = try desk.greet("till")
    _ = try desk.ask(try #require(program), "container.create", #"{"container":"a"}"#)
    _ = try desk.ask(try #require(program), "bye")
    #expect(desk.loop.run { desk.programs.programs.isEmpty && desk.connections == 0 })
    program = try desk.greet("till")
    _ = try desk.ask(try #require(program), "container.create", #"{"container":"a"}"#)
    program = nil
    #expect(desk.loop.run { desk.programs.programs.first?.state == .suspended })
    desk.letTimePass()
    #expect(desk.programs.programs.isEmpty && desk.engine.windows.count == 1)
    #expect(desk.timers.allSatisfy { $0 == nil })
    #expect(program == nil)
  }

  @Test(
    "If the program with the focus turns out to be disconnected, the next one is notified at once"
  )
  func goneUnnoticed() throws {
    let desk = try Desk()
    var holder: Observer? = try desk.greet("holder")
    let heir = try desk.greet("heir")
    for program in [try #require(holder), heir] {
      try desk.ask(program, "container.create", #"{"container":"a"}"#)
      try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    }
    _ = heir.lines()
    holder = nil
    // A key arrives in the turn in which the loop would notice the disconnect; all notifications
    // are sent before the loop waits.
    desk.engine.handle(
      Keystroke(
        event: KeyEvent(
          time: Timestamp(microseconds: 9_000_000), device: DeviceInfo.desk.id, code: .a,
          phase: .press), text: "a", charactersIgnoringModifiers: "a"))
    desk.deliver()
    desk.programs.frameEnded()
    let reported = try desk.reported(heir)
    #expect(
      reported.contains("focus.didBegin") && reported.last == "program.didBecomeActive",
      "\(reported)")
    #expect(holder == nil)
  }

  @Test("F157 a program without containers that reconnects to the keyboard is resumed")
  func resumedWithoutContainers() throws {
    let desk = try Desk()
    let program = try desk.greet("till", #","grace":10"#)
    try desk.ask(program, "focus.request")
    program.stopSending()
    desk.loop.settle()
    let token = desk.resuming("till")
    let again = try desk.connectProgram()
    let answer = try desk.ask(again, "hello", "{\"name\":\"till\"\(token)}")
    #expect(answer.contains(#""resumed":true"#) && answer.contains(#""hasKeyboard":true"#))
  }

  @Test("F156 the program that disconnected first is dropped first, whenever it connected")
  func longestGone() throws {
    var limits = ProgramHub.Limits()
    limits.suspendedPrograms = 2
    let desk = try Desk(limits: limits)
    let programs = try ["first", "second", "third"].map { name in
      let program = try desk.greet(name)
      try desk.ask(program, "container.create", #"{"container":"a"}"#)
      return program
    }
    for program in [programs[1], programs[2], programs[0]] {
      program.stopSending()
      desk.loop.settle()
    }
    #expect(desk.programs.programs.map(\.name) == ["first", "third"])
  }
}
