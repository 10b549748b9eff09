// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeyCommands
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// What readers of the socket ask, and are answered.
struct RequestTests {
  private func answers(_ text: String, to observer: Observer, _ server: Server) -> [String] {
    observer.send(text)
    server.loop.settle()
    return observer.lines()
  }

  @Test("JSON-RPC an answer bears the number or word of its question, whatever that is")
  func numbers() throws {
    let server = try Server()
    server.listed = [Self.row]
    let observer = try server.connect()
    _ = observer.lines()
    for id in ["1", "-7", "\"seven\"", "null"] {
      let lines = answers(
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"commands.active\",\"params\":{}}\n",
        to: observer,
        server)
      #expect(
        lines.count == 1 && lines[0].hasPrefix("{\"id\":\(id),\"jsonrpc\":\"2.0\",\"result\":[{"))
    }
    let silent = answers(
      "{\"jsonrpc\":\"2.0\",\"method\":\"commands.active\"}\n", to: observer, server)
    #expect(silent == [], "a notification has no answer")
  }

  @Test(
    "JSON-RPC a line that is no request gets the number of what is wrong with it",
    arguments: [
      ("{", -32700), ("\u{0}", -32700), ("[]", -32600), ("7", -32600), ("{}", -32600),
      ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}", -32601),
      (String(repeating: "[", count: 5000), -32700),
      (String(repeating: "[", count: 60_000), -32700),
      ("{\"jsonrpc\":\"2.0\",\"id\":1e999,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"x\"}", -32601),
      (String(repeating: "x", count: 70_000), -32000),
    ])
  func mistakes(_ line: String, _ code: Int) throws {
    let server = try Server()
    let observer = try server.connect()
    _ = observer.lines()
    let lines = answers(line + "\n", to: observer, server)
    #expect(lines.count == 1 && lines[0].contains("\"code\":\(code),"), "\(lines)")
    // It is served on.
    server.type("y")
    server.loop.settle()
    #expect(observer.lines().count == 2)
  }

  @Test("An answer comes behind the updates before it, whole, however the question arrives")
  func pieces() throws {
    let server = try Server()
    let observer = try server.connect()
    _ = observer.lines()
    let question = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"commands.active\"}\n"
    for byte in question.utf8.dropLast() {
      _ = answers(String(UnicodeScalar(byte)), to: observer, server)
    }
    server.type("y")
    let lines = answers("\n" + question, to: observer, server)
    #expect(lines.map { $0.contains("result") } == [false, false, true, true])
  }

  private static let question = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"commands.active\"}\n"

  /// Reads what a server sends until there are so many answers.
  private func read(
    _ observer: Observer, of server: Server, until answers: Int
  ) -> [String] {
    var lines: [String] = []
    let isRead = server.loop.run {
      lines += observer.lines()
      return lines.filter { $0.contains("\"result\":") }.count >= answers
    }
    #expect(isRead)
    return lines
  }

  @Test("Who asks without reading the answers is heard no more until it reads, and nobody waits")
  func flood() throws {
    let server = try Server(limits: .init(observers: 4, queuedBytes: 10_000))
    server.listed = Array(repeating: Self.row, count: 1000)
    let observer = try server.connect()
    let other = try server.connect()
    _ = other.lines()
    for _ in 0..<10 {
      observer.send(String(repeating: Self.question, count: 3))
      server.loop.settle()
    }
    let asked = server.document.asked
    #expect(asked < 30)
    server.type("y")
    server.loop.settle()
    #expect(other.lines().count == 2)
    _ = read(observer, of: server, until: 30)
    #expect(server.document.asked == 30 && server.loop.watched.count == 3)
  }

  @Test("A long answer arrives whole, also at who stops sending behind the question")
  func long() throws {
    let server = try Server(limits: .init(observers: 4, queuedBytes: 10_000))
    server.listed = Array(repeating: Self.row, count: 10_000)
    let observer = try server.connect()
    _ = observer.lines()
    observer.send(Self.question)
    observer.stopSending()
    server.loop.settle()
    let lines = read(observer, of: server, until: 1)
    #expect(lines.last?.utf8.count ?? 0 > 1_000_000 && lines.last?.hasSuffix("}]}") == true)
    #expect(server.loop.run { server.loop.watched.count == 1 })
    _ = observer.lines()
    #expect(observer.isAtEnd)
  }

  @Test("Updates past the bound drop no answer, whether it was begun or not", arguments: [1, 2])
  func bound(_ questions: Int) throws {
    let server = try Server(limits: .init(observers: 4, queuedBytes: 2000))
    server.listed = Array(repeating: Self.row, count: 10_000)
    let observer = try server.connect()
    _ = observer.lines()
    observer.send(String(repeating: Self.question, count: questions))
    server.loop.settle()
    for _ in 0..<100 { server.type("y") }
    var lines = read(observer, of: server, until: questions)
    let isRead = server.loop.run {
      lines += observer.lines()
      return lines.contains { $0.contains("\"resync\"") }
    }
    #expect(isRead)
    var follower = Follower()
    try follower.follow(lines)
    #expect(follower.text == server.document.text)
  }

  @Test("Who asks and goes away is let go, whatever it has not read")
  func gone() throws {
    let server = try Server()
    server.listed = Array(repeating: Self.row, count: 10_000)
    var observer: Observer? = try server.connect()
    observer?.send(Self.question + Self.question)
    server.loop.settle()
    #expect(server.loop.watched.count == 2)
    observer = nil
    #expect(server.loop.run { server.loop.watched.count == 1 })
    #expect(observer == nil)
  }

  // MARK: What would run now

  private static let row = ListedCommand(
    ActiveCommand(
      command: KeyCommand(id: "next", input: "k", modifiers: .command, title: "Next"),
      target: Responder(name: "list"), source: .responder))

  @Test("CMD-20 listed are commands with all their keys, then what the text can do now")
  func active() throws {
    let engine = TextEngine()
    let view = TextView(name: "view")
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    view.text = "abc"
    let user = Responder(name: "user")
    for (index, chord) in [Chord("k", .command), Chord("x", .command)].enumerated() {
      user.addKeyCommand(
        KeyCommand(
          id: "mine", input: chord.input, modifiers: chord.modifiers, title: "Mine",
          wantsPriority: true, source: "f:\(index):1")
      ) { _ in }
    }
    user.addKeyCommand(
      KeyCommand(id: "secret", input: "j", modifiers: .command, title: "", attributes: .hidden)
    ) { _ in }
    engine.userCommands = user
    func row(_ id: String) -> ListedCommand? {
      ListedCommand.active(in: engine).first { $0.id == id }
    }
    #expect(row("mine")?.chords == ["cmd+k", "cmd+x"] && row("mine")?.where == "anywhere")
    #expect(row("secret") == nil)
    // Nothing is selected, and nobody has a search.
    #expect(row("copy") == nil && row("find") == nil && row("select-all")?.chords == ["cmd+a"])
    view.select(Selection(anchor: 0, head: 3))
    #expect(row("copy")?.source == "built-in" && row("copy")?.where == "text")
    #expect(row("cut") == nil, "⌘X is somebody else's now, with priority")
    engine.application.addKeyCommand(KeyCommand(id: "find", input: "", title: "Find")) { _ in }
    #expect(row("find")?.chords == ["cmd+f"])
    engine.setActive(false)
    #expect(ListedCommand.active(in: engine).isEmpty)
  }

  @Test("Listed keys are those that run a command now: mirrored in a language from right to left")
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

  @Test("A client gets the list, or is told why not")
  func client() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    #expect(throws: ServiceError.connectionFailed(path: path, call: "connect", errno: ENOENT)) {
      try RequestClient(path: path).activeCommands()
    }
    #expect(throws: ServiceError.pathNotUsable(path: "", limit: 107)) {
      try RequestClient(path: "").activeCommands()
    }
    // Somebody else listens there, who says nothing.
    let deaf = try ListeningSocket(path: path)
    #expect(throws: ServiceError.noAnswer(path: path)) {
      try RequestClient(path: path, limit: .milliseconds(20)).activeCommands()
    }
    withExtendedLifetime(deaf) {}
  }

  @Test("A client waits no longer for its answer where other lines go on and on")
  func busy() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let busy = try ListeningSocket(path: path)
    let descriptor = busy.descriptor
    let sending = Task.detached {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, -1)
      let connection = accept(descriptor, nil, nil)
      let line = "{\"event\":\"x\"}\n"
      for _ in 0..<100 {
        _ = send(connection, line, line.utf8.count, Int32(MSG_NOSIGNAL))
        usleep(10_000)
      }
      // Too late.
      let answer = "{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":[]}\n"
      _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
    #expect(throws: ServiceError.noAnswer(path: path)) {
      try RequestClient(path: path, limit: .milliseconds(100)).activeCommands()
    }
    await sending.value
    withExtendedLifetime(busy) {}
  }
}
