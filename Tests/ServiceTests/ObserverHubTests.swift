// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeyCommands
import Keys
import Mirrors
import Service
import TestSupport
import Testing
import TestTraits

@testable import TextInput

@Suite(.heldToSchema) struct ObserverHubTests {
  // MARK: The lines

  @Test("an observer receives the state first, then every update")
  func following() throws {
    let server = try Server()
    server.type("before ")
    let observer = try server.connect()
    server.type("é😀")
    server.type("!")
    var follower = Follower()
    try follower.follow(observer.lines())
    #expect(
      follower.events == [
        "hello", "selection.didChange", "text.didChange", "selection.didChange", "text.didChange",
      ])
    #expect(follower.text == "before é😀!")
  }

  @Test("FLD-2d a snapshot contains the length of a secret, never its text")
  func secretSnapshot() {
    let engine = TextEngine()
    let (open, secret) = (TextField(), TextField())
    secret.traits.isSecureTextEntry = true
    for field in [open, secret] { engine.window.addSubview(field) }
    (open.text, secret.text) = ("a😀", "b😀")
    open.setMarkedText("k", selectedRange: TextRange(caret: 1))
    let reported = [Snapshot.Contents(of: open), Snapshot.Contents(of: secret)]
    #expect(reported.map(\.text) == ["a😀k", "•••"])
    #expect(reported.map(\.selection.head) == [4, 3])
    #expect(reported[0].marked == TextRange(3, 4) && reported[1].container == secret.id)
  }

  @Test(
    "an observer that connects within a frame does not receive that frame's updates twice")
  func connectingInAFrame() throws {
    let server = try Server()
    let first = try server.connect()
    server.document.text = "x"
    server.socket.receive(
      .textDidChange(.main, range: TextRange(caret: 0), text: "x", origin: .user))
    let second = try server.connect()
    server.socket.frameEnded()
    server.type("y")
    for observer in [first, second] {
      var follower = Follower()
      try follower.follow(observer.lines())
      #expect(follower.text == "xy")
    }
  }

  @Test("an observer first receives exactly what the protocol's page shows")
  func page() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = contents(of: "/" + folder + "/Documentation/Protocol.md")
    let examples = page.split(separator: "\n").map(String.init)
      .drop { !$0.hasPrefix("## Observers") }.prefix { !$0.hasPrefix("## Control") }
      .filter { $0.hasPrefix("{") && !$0.contains("container.created") }
    let server = try Server(limits: .init(connections: 1, queuedBytes: 100))
    server.document.text = "abc"
    server.socket.receive(.deviceAttached(.desk))
    let observer = try server.connect()
    let refused = try server.connect()
    let hello = observer.lines()
    // More than the socket and the queue hold together, then back to the same text.
    server.document.text = ""
    server.type(String(repeating: "x", count: 2_000_000))
    server.type("y")
    server.document.text = "abc"
    server.socket.receive(.deviceDetached(.desk))
    server.socket.frameEnded()
    var last: [String] = []
    #expect(
      server.loop.run {
        last += observer.lines()
        return last.last?.contains("resync") == true
      })
    #expect([hello.last, last.last] == examples)
    #expect(refused.lines().last.map(page.contains) == true)
  }

  @Test("one snapshot is encoded for all observers that connect in one turn")
  func sharing() throws {
    let server = try Server()
    // All of them connect in one turn.
    let observers = try (0..<50).map { _ in try Observer(path: server.path, at: .observers) }
    server.loop.settle()
    #expect(server.document.snapshots == 1)
    server.type("x")
    let lines = observers.map { $0.lines().suffix(2) }
    #expect(lines.allSatisfy { $0 == lines[0] && $0.count == 2 })
  }

  @Test("an observer receives the scans of its events, but only the length of a secret scan")
  func scans() throws {
    let server = try Server()
    let everything = try server.connect()
    let (scans, texts) = (try server.connect(), try server.connect())
    for (observer, events) in [(scans, "scan"), (texts, "text.*")] {
      observer.send(
        #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"events":["\#(events)"]}}"# + "\n")
      #expect(server.loop.run { observer.lines().contains { $0.contains("result") } })
    }
    _ = everything.lines()
    var scan = Scan(
      device: DeviceInfo.desk.id, text: "4006381", time: Timestamp(microseconds: 1_000_250),
      duration: .milliseconds(123), end: .key(.enter))
    for isSecret in [false, true] {
      scan.isSecret = isSecret
      // As the pipeline does.
      server.socket.receive(server.socket.interest.contains(.secrets) ? scan : scan.shared)
    }
    server.socket.frameEnded()
    for observer in [everything, scans] {
      let lines = observer.lines()
      #expect(lines.allSatisfy { $0.contains(#""method":"scan""#) } && lines.count == 2)
      #expect(lines.first?.contains(#""duration":123000,"end":"enter","text":"4006381""#) == true)
      #expect(lines.last?.contains(#""text":"•••••••""#) == true, "\(lines)")
    }
    #expect(texts.lines() == [])
  }

  // MARK: Many, slow and gone

  @Test("an observer that does not read delays no other, and gets one resync for the missed lines")
  func stuckReader() throws {
    let server = try Server(limits: .init(queuedBytes: 16 << 10))
    let stuck = try server.connect()
    let readers = try (0..<8).map { _ in try server.connect() }
    var followers = Array(repeating: Follower(), count: readers.count)
    for number in 0..<2500 {
      server.type("line \(number)\n")
      server.loop.settle()
      if number % 100 == 0 {
        for index in readers.indices { try followers[index].follow(readers[index].lines()) }
      }
    }
    for index in readers.indices {
      try followers[index].follow(readers[index].lines())
      #expect(followers[index].text == server.document.text)
      #expect(followers[index].resyncs == 0)
    }
    // Now it reads, a little at a time, while typing goes on.
    var late = Follower()
    for number in 0..<1000 {
      if number % 100 == 0 { server.type("more ") }
      try late.follow(stuck.lines(atMost: 1000))
      server.loop.settle()
    }
    try late.follow(stuck.lines())
    server.loop.settle()
    try late.follow(stuck.lines())
    #expect(late.text == server.document.text)
    #expect(late.resyncs >= 1)
    #expect(late.events.count < 5000, "the backlog was dropped")
  }

  @Test("all observers end with the same document, whenever they read")
  func randomReaders() throws {
    for seed in 0..<6 {
      var random = SeededGenerator(seed: UInt64(seed))
      let server = try Server(limits: .init(queuedBytes: 4096))
      var readers: [(observer: Observer, follower: Follower)] = []
      for _ in 0..<300 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where readers.count < 6: readers.append((try server.connect(), Follower()))
        case 1 where !readers.isEmpty:
          // The observer disconnects in the middle of a line, read or not.
          let index = Int.random(in: 0..<readers.count, using: &random)
          _ = readers[index].observer.lines(atMost: Int.random(in: 0...100, using: &random))
          readers.remove(at: index)
        case 2 where server.document.text.utf8.count < 100_000:
          let size = Int.random(in: 1000...9000, using: &random)
          server.type(String(repeating: "é", count: size))
        case 3, 4:
          for index in readers.indices where Bool.random(using: &random) {
            let limit = Int.random(in: 1...100_000, using: &random)
            try readers[index].follower.follow(readers[index].observer.lines(atMost: limit))
          }
        case 5: readers.randomElement(using: &random)?.observer.send("nonsense\n{}")
        default: server.type(["a", "\n", "\"\\", "😀"].randomElement(using: &random) ?? "")
        }
        if Bool.random(using: &random) { server.loop.settle() }
      }
      for index in readers.indices {
        #expect(
          server.loop.run {
            let lines = readers[index].observer.lines()
            try? readers[index].follower.follow(lines)
            return readers[index].follower.text == server.document.text
          })
      }
      // A process that another test is starting holds copies of the closed descriptors until it
      // runs.
      let expected = readers.count + 1
      #expect(server.loop.run { server.loop.watched.count == expected })
    }
  }

  @Test("an observer that closes, or stops sending, is disconnected")
  func leaving() throws {
    let server = try Server()
    var observer: Observer? = try server.connect()
    let other = try server.connect()
    #expect(server.loop.watched.count == 3)
    observer = nil
    server.type("x")
    #expect(server.loop.run { server.loop.watched.count == 2 })
    other.stopSending()
    #expect(server.loop.run { server.loop.watched.count == 1 })
    _ = other.lines()
    #expect(other.isAtEnd)
    #expect(observer == nil)
  }

  @Test("input from observers is read one piece per turn, and delays no other client")
  func input() throws {
    let server = try Server()
    let observer = try server.connect()
    observer.send(String(repeating: "x", count: 100_000))
    server.loop.turn()
    server.type("y")
    server.loop.settle()
    var follower = Follower()
    try follower.follow(observer.lines())
    #expect(follower.text == "y")
  }

  @Test("an observer beyond the limit is refused with a reason, and the others stay connected")
  func tooMany() throws {
    let server = try Server(limits: .init(connections: 2))
    let served = try [server.connect(), server.connect()]
    let refused = try server.connect()
    let line = try #require(refused.lines().first)
    #expect(try Line(line).reason == "tooManyConnections")
    _ = refused.lines()
    #expect(refused.isAtEnd)
    server.type("x")
    #expect(served.allSatisfy { $0.lines().count == 3 })
  }

  @Test("if descriptors run out, the loop does not spin, and a later frame accepts again")
  func noDescriptors() async throws {
    // In a separate process, because the limit applies to a process.
    await #expect(processExitsWith: .success) {
      let server = try Server()
      var old = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
      let waiting = try Observer.connect(to: server.path)
      // No descriptor can be opened from here on.
      var limit = rlimit(rlim_cur: 3, rlim_max: old.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      for _ in 0..<100 { server.loop.turn() }
      precondition(server.loop.calls == 1, "spins")
      for _ in 0..<100 {
        server.type("x")
        server.loop.turn()
      }
      precondition(server.loop.calls < 50, "tries at every frame")
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
      _ = fcntl(waiting, F_SETFL, O_NONBLOCK)
      var block = [UInt8](repeating: 0, count: 4096)
      var count = -1
      for _ in 0..<1000 where count <= 0 {
        usleep(10_000)
        server.type("y")
        server.loop.settle()
        count = read(waiting, &block, block.count)
      }
      precondition(count > 0 && String(decoding: block[..<count], as: UTF8.self).contains("xy"))
    }
  }

  // MARK: Permissions

  @Test(
    "another user is refused, even if the mode of the socket file admits it", .needsRoot,
    .needs("socat"))
  func otherUser() throws {
    let server = try Server()
    chmod(server.folder.path, 0o755)
    chmod(server.path, 0o666)
    let output = try Self.socat(
      server, prefix: ["setpriv", "--reuid", "65534", "--clear-groups"], until: { true })
    #expect(
      output == #"{"jsonrpc":"2.0","method":"refused","params":{"reason":"notPermitted"}}"# + "\n")
  }

  @Test("only the owner is served, but root is always served")
  func owner() throws {
    let server = try Server(owner: geteuid() + 1)
    let line = try #require(try server.connect().lines().first)
    #expect(try Line(line).event == (geteuid() == 0 ? "hello" : "refused"))
  }

  // MARK: An independent reader

  @Test("socat receives the same lines as a program", .needs("socat"))
  func independentReader() throws {
    let server = try Server()
    server.type("one ")
    var isTyped = false
    let output = try Self.socat(server) {
      if server.loop.watched.count > 1, !isTyped {
        server.type("zwölf\n")
        server.socket.finish()
        isTyped = true
      }
      return isTyped
    }
    var follower = Follower()
    try follower.follow(output.split(separator: "\n").map(String.init))
    #expect(follower.text == "one zwölf\n")
    #expect(follower.events == ["hello", "selection.didChange", "text.didChange"])
  }

  /// Runs the server's loop while socat reads from the server to the end.
  private static func socat(
    _ server: Server, prefix: [String] = [], until isDone: () -> Bool
  ) throws -> String {
    let file = server.folder.path + "/output"
    let pid = try spawn(prefix + ["socat", "-u", "UNIX:" + server.path, "-"], output: file)
    var status: Int32 = 0
    var isOver = false
    #expect(
      server.loop.run {
        let isReady = isDone()
        if !isOver { isOver = waitpid(pid, &status, WNOHANG) == pid }
        return isReady && isOver
      })
    if !isOver {
      kill(pid, SIGKILL)
      waitpid(pid, &status, 0)
    }
    return contents(of: file)
  }

  private static func spawn(_ arguments: [String], output: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    var argv = arguments.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, arguments[0], &actions, nil, &argv, environ)
    guard failure == 0 else { throw SystemFailure(call: arguments[0], errno: failure) }
    return pid
  }
}
