// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import KeyCommands
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Requests on the control socket, and their responses.
@Suite(.heldToSchema) struct ControlHubTests {
  private func answers(_ text: String, to client: Observer, _ desk: Desk) -> [String] {
    client.send(text)
    desk.loop.settle()
    return client.lines()
  }

  @Test("JSON-RPC a response has the id of its request, and a notification has no response")
  func numbers() throws {
    let desk = try Desk()
    let client = try desk.connectControl()
    for id in ["1", "-7", "\"seven\"", "null"] {
      let lines = answers(
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"commands.active\",\"params\":{}}\n",
        to: client, desk)
      #expect(
        lines.count == 1 && lines[0].hasPrefix("{\"id\":\(id),\"jsonrpc\":\"2.0\",\"result\":["))
    }
    let silent = answers(
      "{\"jsonrpc\":\"2.0\",\"method\":\"commands.active\"}\n", to: client, desk)
    #expect(silent == [], "a notification has no response")
  }

  @Test(
    "JSON-RPC an invalid request gets an error with the matching code",
    arguments: [
      ("{", -32700), ("\u{0}", -32700), ("[]", -32600), ("7", -32600), ("{}", -32600),
      ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}", -32601),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"container.create\"}", -32001),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\",\"params\":[1]}", -32602),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\",\"params\":{\"x\":1}}", -32602),
      (String(repeating: "[", count: 2000), -32700),
      (String(repeating: "[", count: 60_000), -32000),
      ("{\"jsonrpc\":\"2.0\",\"id\":1e999,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"x\"}", -32601),
      (String(repeating: "x", count: 70_000), -32000),
    ])
  func mistakes(_ line: String, _ code: Int) throws {
    let desk = try Desk()
    let client = try desk.connectControl()
    let lines = answers(line + "\n", to: client, desk)
    #expect(lines.count == 1 && lines[0].contains("\"code\":\(code),"), "\(lines)")
    // The connection stays open.
    #expect(answers(Self.question, to: client, desk).count == 1)
  }

  private static let question = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"commands.active\"}\n"

  @Test("A request that arrives byte by byte gets its whole response")
  func pieces() throws {
    let desk = try Desk()
    let client = try desk.connectControl()
    for byte in Self.question.utf8.dropLast() {
      #expect(answers(String(UnicodeScalar(byte)), to: client, desk) == [])
    }
    let lines = answers("\n" + Self.question, to: client, desk)
    #expect(lines.map { $0.contains("result") } == [true, true])
  }

  /// Reads lines until the client has this many answers.
  private func read(_ client: Observer, at desk: Desk, until answers: Int) -> [String] {
    var lines: [String] = []
    let isRead = desk.loop.run {
      lines += client.lines()
      return lines.filter { $0.contains("\"result\":") }.count >= answers
    }
    #expect(isRead)
    return lines
  }

  /// A desk whose list of commands is a long line.
  private func longListed(_ count: Int, limit: Int = 10_000) throws -> Desk {
    let desk = try Desk(controlLimits: ConnectionLimits(queuedBytes: limit))
    let user = Responder(name: "user")
    for number in 0..<count {
      user.addKeyCommand(
        KeyCommand(
          id: "command-\(number)", input: .function(1 + number % 12), modifiers: [.command],
          title: "Command \(number)"
        ) {
          $0.continuation = [Chord("\(number)")]
          $0.isGlobal = true
        }
      ) { _ in }
    }
    desk.engine.userCommands = user
    return desk
  }

  @Test("A client that does not read its responses is not read from, and delays no other client")
  func flood() throws {
    let desk = try longListed(200, limit: 1000)
    let client = try desk.connectControl()
    let other = try desk.connectControl()
    for _ in 0..<10 {
      client.send(String(repeating: Self.question, count: 3))
      desk.loop.settle()
    }
    #expect(answers(Self.question, to: other, desk).count == 1)
    _ = read(client, at: desk, until: 30)
  }

  @Test("A client that stops sending after its request still gets the whole of a long response")
  func long() throws {
    let desk = try longListed(5000)
    let client = try desk.connectControl()
    client.send(Self.question)
    client.stopSending()
    desk.loop.settle()
    let lines = read(client, at: desk, until: 1)
    #expect(lines.last?.utf8.count ?? 0 > 500_000 && lines.last?.hasSuffix("}]}") == true)
    #expect(desk.loop.run { desk.connections == 0 })
    _ = client.lines()
    #expect(client.isAtEnd)
  }

  @Test("A client that closes its connection is removed, even with unread responses")
  func gone() throws {
    let desk = try longListed(5000)
    var client: Observer? = try desk.connectControl()
    client?.send(Self.question + Self.question)
    desk.loop.settle()
    #expect(desk.connections == 1)
    client = nil
    #expect(desk.loop.run { desk.connections == 0 })
    #expect(client == nil)
  }

  @Test("MOD-2, F035 the user's client sets the mode by name or language; a program may not")
  func modes() throws {
    let modes = try ["en-US", "sv-SE", "de-DE"].map {
      TextInputMode(try #require(LanguageTag($0)), displayName: $0)
    }
    let desk = try Desk(engine: TextEngine(modes: ModeList(modes)))
    let user = try desk.connectControl()
    let program = try desk.greet("till")
    #expect(try desk.ask(user, "mode.set", #"{"mode":"sv"}"#).contains(#""current":"sv-SE""#))
    #expect(desk.engine.modes.current.id == "sv-SE")
    #expect(program.lines().contains { $0.contains(#""method":"mode.didChange""#) })
    let refusal = try desk.ask(program, "mode.set", #"{"mode":"de-DE"}"#)
    #expect(refusal.contains(#""name":"notPermitted""#))
    #expect(desk.engine.modes.current.id == "sv-SE")
    #expect(try desk.ask(user, "mode.next").contains(#""current":"de-DE""#))
    let unknown = try desk.ask(user, "mode.set", #"{"mode":"sv-SX"}"#)
    #expect(unknown.contains(#""place":"/params/mode""#) && unknown.contains("did you mean sv-SE?"))
  }

  @Test(
    "F017 modes can be listed, enabled, ordered and disabled; a new mode is the last of the cycle")
  func arrangingModes() throws {
    let desk = try Desk()
    let user = try desk.connectControl()
    let program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"a"}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    #expect(
      try desk.ask(user, "mode.list").contains(#""mode":"sv-SE""#), "a mode that can be enabled")
    _ = try desk.ask(user, "mode.enable", #"{"mode":"de"}"#)
    let enabled = try desk.ask(user, "mode.enable", #"{"mode":"sv-SE"}"#)
    #expect(desk.engine.modes.list.modes.map(\.id) == ["en-US", "de-DE", "sv-SE"], "\(enabled)")
    var cycle: [String] = []
    for _ in 0..<3 {
      desk.press(" ", " ", [.control, .option])
      cycle.append(desk.engine.modes.current.id)
    }
    #expect(cycle == ["de-DE", "sv-SE", "en-US"])
    _ = try desk.ask(user, "mode.enable", #"{"mode":"sv","place":0}"#)
    #expect(desk.engine.modes.list.modes.map(\.id) == ["sv-SE", "en-US", "de-DE"])
    for mode in ["en-US", "de"] {
      _ = try desk.ask(user, "mode.disable", "{\"mode\":\"\(mode)\"}")
    }
    #expect(desk.engine.modes.current.id == "sv-SE")
    let last = try desk.ask(user, "mode.disable", #"{"mode":"sv"}"#)
    #expect(last.contains(#""name":"failed","place":"/params/mode""#))
    let unknown = try desk.ask(user, "mode.enable", #"{"mode":"sv-SX"}"#)
    #expect(unknown.contains(#""name":"unknownName""#) && unknown.contains("did you mean sv-SE?"))
    #expect(try desk.ask(program, "mode.enable", #"{"mode":"sv"}"#).contains("notPermitted"))
  }

  @Test("F016 settings are read and set by name; an invalid value changes nothing")
  func settings() throws {
    let desk = try Desk()
    let user = try desk.connectControl()
    #expect(try desk.ask(user, "settings.get").contains(#""statusRow":true"#))
    #expect(
      try desk.ask(user, "settings.set", #"{"statusRow":false}"#).contains(#""statusRow":false"#))
    #expect(!desk.engine.settings.statusRow)
    for wrong in [#"{"statusRow":true,"revealLast":"yes"}"#, #"{"revealLast":null}"#] {
      let refusal = try desk.ask(user, "settings.set", wrong)
      #expect(refusal.contains(#""name":"invalidParameter","place":"/params/revealLast""#))
      #expect(desk.engine.settings.changes(from: TextInputSettings()) == ["statusRow"])
    }
    let unknown = try desk.ask(user, "settings.set", #"{"statusRov":true}"#)
    #expect(unknown.contains("did you mean statusRow?"))
  }

  @Test(
    "F016 a setting takes effect in the next engine with the same memory, a refused one does not")
  func keptSettings() throws {
    let memory = VolatileMemory()
    let desk = try Desk(engine: TextEngine(memory: memory))
    let user = try desk.connectControl()
    _ = try desk.ask(user, "settings.set", #"{"discoverabilityDelay":700,"statusRow":false}"#)
    _ = try desk.ask(user, "settings.set", #"{"holdForAccents":false,"revealLast":7}"#)
    _ = try desk.ask(
      user, "settings.set", #"{"swapsOptionAndCommand":true,"holdForAccents":false}"#)
    let next = TextEngine(memory: memory)
    next.restoreSettings()
    #expect(
      next.settings.changes(from: TextInputSettings()) == ["statusRow", "discoverabilityDelay"])
    #expect(next.settings.discoverabilityDelay == 700)
  }

  @Test(
    "F016 a setting without effect is unsupported, with a reason and a hint, and is not listed",
    arguments: TextInputSettings.unsupported.keys.sorted())
  func unsupportedSettings(_ name: String) throws {
    let desk = try Desk()
    let user = try desk.connectControl()
    let reason = try #require(TextInputSettings.unsupported[name])
    // This setting is checked first, so that mistakes in the others do not hide the reason.
    for value in ["true", "7", "null"] {
      let refusal = try desk.ask(
        user, "settings.set", "{\"\(name)\":\(value),\"aaa\":true,\"statusRow\":false}")
      #expect(refusal.contains("\"name\":\"unsupported\",\"place\":\"/params/\(name)\""))
      #expect(refusal.contains("\"code\":-32006"))
      #expect(
        refusal.contains(
          "\"message\":\"\(name) is unsupported: \(reason);"
            + " settings.get lists the settings that have an effect\""), "\(refusal)")
    }
    #expect(desk.engine.settings == TextInputSettings())
    #expect(!(try desk.ask(user, "settings.get").contains(name)))
    #expect(!(try desk.ask(user, "settings.set", #"{"statusRow":true}"#).contains(name)))
  }

  @Test("A reload that fails reports why")
  func reload() throws {
    let desk = try Desk()
    let user = try desk.connectControl()
    #expect(try desk.ask(user, "reload").contains(#""messages":["read again"]"#))
    desk.reloadFailure = ReloadFailure(lines: ["till.yaml:3:1: no"])
    let failure = try desk.ask(user, "reload")
    #expect(failure.contains(#""name":"failed""#) && failure.contains("till.yaml:3:1: no"))
  }

  @Test(
    "A reload that takes several turns is answered at its end, before the client's next request, also if the client has closed its sending side",
    arguments: [true, false])
  func longReload(_ closes: Bool) throws {
    let desk = try Desk()
    desk.reloadsLater = true
    let (user, other) = (try desk.connectControl(), try desk.connectControl())
    user.send(
      #"{"jsonrpc":"2.0","id":"r","method":"reload"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":"p","method":"ping"}"# + "\n")
    if closes { user.stopSending() }
    desk.loop.settle()
    #expect(user.lines() == [])
    #expect(try desk.ask(other, "ping").contains("result"), "other clients do not wait")
    desk.endReload()
    desk.loop.settle()
    let lines = user.lines()
    #expect(lines.count == 2 && lines.first?.contains("read again") == true, "\(lines)")
    #expect(lines.last?.contains(#""id":"p""#) == true && user.isAtEnd == closes)
  }

  @Test("A client that disconnects during a reload is forgotten, and the reload ends")
  func abandonedReload() throws {
    let desk = try Desk()
    desk.reloadsLater = true
    var user: Observer? = try desk.connectControl()
    user?.send(#"{"jsonrpc":"2.0","id":"r","method":"reload"}"# + "\n")
    desk.loop.settle()
    user = nil
    #expect(desk.loop.run { desk.connections == 0 })
    desk.endReload()
    desk.turn()
    #expect(user == nil)
  }

  @Test("The monitor shows the result of each key, and nothing of a secret (FLD-2d)")
  func monitor() throws {
    let desk = try Desk()
    let user = try desk.connectControl()
    let program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"open"}"#)
    _ = try desk.ask(
      program, "container.create",
      #"{"container":"pin","traits":{"isSecureTextEntry":true}}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"open"}"#)
    _ = try desk.ask(user, "monitor")
    desk.type("a")
    let lines = user.lines()
    #expect(lines.count == 1 && lines[0].contains(#""text":"a""#), "\(lines)")
    #expect(lines.first?.contains(#""outcome":"text""#) == true)
    _ = try desk.ask(program, "focus.request", #"{"container":"pin"}"#)
    desk.type("7")
    #expect(user.lines() == [])
  }

  @Test("F026 the monitor shows strokes and gestures as it shows keys, and nothing of a secret")
  func monitorInk() throws {
    let desk = try Desk()
    let user = try desk.connectControl()
    let program = try desk.greet("till")
    for (name, isSecure) in [("open", false), ("pin", true)] {
      try desk.ask(
        program, "container.create",
        #"{"container":"\#(name)","traits":{"isSecureTextEntry":\#(isSecure)}}"#)
    }
    try desk.ask(program, "focus.request", #"{"container":"open"}"#)
    try desk.ask(user, "monitor")
    desk.control.note(pad: DeviceInfo(id: DeviceID(rawValue: 9), name: "Pad", path: ""))
    func show(_ action: InkEvent.Action) -> [String] {
      let ink = InkEvent(
        time: Timestamp(microseconds: 70_000), device: DeviceID(rawValue: 9),
        surface: InkEvent.Surface(width: 100, height: 100), action: action)
      desk.control.monitor(ink, "handled", [])
      desk.turn()
      return user.lines()
    }
    let stroke = Stroke([
      Stroke.Point(x: 1, y: 2, time: Timestamp(microseconds: 50_000)),
      Stroke.Point(x: 30, y: 4, time: Timestamp(microseconds: 70_000)),
    ])
    #expect(
      show(.stroke(stroke)) == [
        #"{"jsonrpc":"2.0","method":"ink","params":{"action":"stroke","device":"Pad","#
          + #""duration":20000,"events":[],"from":[1,2],"outcome":"handled","points":2,"#
          + #""time":70000,"to":[30,4]}}"#
      ])
    #expect(
      show(.takeFirst) == [
        #"{"jsonrpc":"2.0","method":"ink","params":{"action":"takeFirst","device":"Pad","#
          + #""events":[],"outcome":"handled","time":70000}}"#
      ])
    for action in [InkEvent.Action.begin, .drop, .stroke(Stroke([]))] {
      #expect(show(action) == [])
    }
    try desk.ask(program, "focus.request", #"{"container":"pin"}"#)
    #expect(show(.stroke(stroke)) == [])
  }

  // MARK: Active commands

  @Test(
    "CMD-20a, CMD-20b commands are listed with all their keys, then the available text commands")
  func active() throws {
    let engine = TextEngine()
    let view = TextView(name: "view")
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    view.text = "abc"
    let user = Responder(name: "user")
    for (index, chord) in [Chord("k", .command), Chord("x", .command)].enumerated() {
      user.addKeyCommand(
        KeyCommand(id: "mine", input: chord.input, modifiers: chord.modifiers, title: "Mine") {
          $0.wantsPriority = true
          $0.source = "f:\(index):1"
        }
      ) { _ in }
    }
    user.addKeyCommand(
      KeyCommand(id: "secret", input: "j", modifiers: .command, title: "") {
        $0.attributes = .hidden
      }
    ) { _ in }
    engine.userCommands = user
    func row(_ id: String) -> ListedCommand? {
      ListedCommand.active(in: engine).first { $0.id == id }
    }
    #expect(row("mine")?.chords == ["cmd+k", "cmd+x"] && row("mine")?.where == "anywhere")
    #expect(row("secret") == nil)
    // Nothing is selected, and no responder handles a search.
    #expect(row("copy") == nil && row("find") == nil && row("select-all")?.chords == ["cmd+a"])
    view.select(Selection(anchor: 0, head: 3))
    #expect(row("copy")?.source == "built-in" && row("copy")?.where == "text")
    #expect(row("cut") == nil, "⌘X now runs a command with priority")
    engine.application.addKeyCommand(KeyCommand(id: "find", input: "", title: "Find")) { _ in }
    #expect(row("find")?.chords == ["cmd+f"])
    engine.setActive(false)
    #expect(ListedCommand.active(in: engine).isEmpty)
  }

  @Test("The listed keys are those that run a command now: mirrored in a right-to-left language")
  func mirrored() throws {
    let arabic = TextInputMode(try #require(LanguageTag("ar")), displayName: "ar")
    for (modes, chord) in [(ModeList(), "cmd+["), (ModeList([arabic]), "cmd+]")] {
      let engine = TextEngine(modes: modes)
      engine.application.addKeyCommand(
        KeyCommand(id: "back", input: "[", modifiers: .command, title: "Back")
      ) { _ in }
      #expect(ListedCommand.active(in: engine).map(\.chords) == [[chord]])
    }
  }

  @Test("A refused client reads the reason, although its request cannot be sent any more")
  func refusedBeforeSending() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let server = try ListeningSocket(path: path)
    let client = try LineReader(path: path)
    let descriptor = try #require(server.accept())
    let line = Array(#"{"method":"refused","params":{"reason":"tooManyConnections"}}"#.utf8) + [10]
    #expect(send(descriptor, line, line.count, 0) == line.count)
    close(descriptor)
    try client.send("status", [:])
    let refusal = ServiceError.refused(
      path: path, message: "the service has too many connections; try again later")
    #expect(throws: refusal) { try client.next(before: nil) }
  }

  @Test("A client reports why it could not get the list of commands")
  func client() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    #expect(throws: ServiceError.connectionFailed(path: path, call: "connect", errno: ENOENT)) {
      try ServiceClient(path: path).activeCommands()
    }
    #expect(throws: ServiceError.pathNotUsable(path: "", limit: 107)) {
      try ServiceClient(path: "").activeCommands()
    }
    // Another server listens there and never answers.
    let deaf = try ListeningSocket(path: path)
    #expect(throws: ServiceError.noResponse(path: path)) {
      try ServiceClient(path: path, limit: .milliseconds(20)).activeCommands()
    }
    withExtendedLifetime(deaf) {}
  }

  @Test("A monitoring client ends when the service ends, and reports the reason if it is refused")
  func ended() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let listening = try ListeningSocket(path: path)
    let descriptor = listening.descriptor
    let service = Task.detached {
      for line in ["", #"{"id":1,"jsonrpc":"2.0","error":{"code":1,"message":"not now"}}"# + "\n"] {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
        let connection = accept(descriptor, nil, nil)
        var request = [UInt8](repeating: 0, count: 1000)
        _ = recv(connection, &request, request.count, 0)
        _ = send(connection, line, line.utf8.count, Int32(MSG_NOSIGNAL))
        close(connection)
      }
    }
    var hasBegun = false
    try ServiceClient(path: path).monitor(begun: { hasBegun = true }) { _ in true }
    #expect(!hasBegun)
    #expect(throws: ServiceError.refused(path: path, message: "not now")) {
      try ServiceClient(path: path).monitor(begun: {}) { _ in true }
    }
    await service.value
    withExtendedLifetime(listening) {}
  }

  @Test("The time limit for a response also applies while other lines keep arriving")
  func busy() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let busy = try ListeningSocket(path: path)
    let descriptor = busy.descriptor
    let sending = Task.detached {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, -1)
      let connection = accept(descriptor, nil, nil)
      let line = "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n"
      // Until the client has gone, or half a minute.
      for _ in 0..<3000 where send(connection, line, line.utf8.count, Int32(MSG_NOSIGNAL)) > 0 {
        usleep(10_000)
      }
      // Too late.
      let answer = "{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":[]}\n"
      _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
    #expect(throws: ServiceError.noResponse(path: path)) {
      try ServiceClient(path: path, limit: .milliseconds(100)).activeCommands()
    }
    await sending.value
    withExtendedLifetime(busy) {}
  }
}
