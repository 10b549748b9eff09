// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import Service
import TestSupport
import Testing
import TextInput

/// A document, a socket that tells of it, and the loop both live in.
private final class Server {
  let folder: TemporaryFolder
  let path: String
  let loop = PollLoop()
  let socket: ObserverSocket
  let document = Document()

  /// The state of the engine that the tests stand for.
  final class Document {
    var text = ""
    var snapshots = 0
  }

  init(
    folder: TemporaryFolder? = nil, limits: ObserverSocket.Limits = .init(),
    owner: UInt32 = geteuid()
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    path = self.folder.path + "/socket"
    socket = try ObserverSocket(
      path: path, loop: loop, encoder: WireEncoder { _ in "NoSymbol" }, limits: limits, owner: owner
    ) { [document] in
      document.snapshots += 1
      let end = document.text.utf16.count
      return Snapshot(containers: [
        .init(container: .main, text: document.text, selection: Selection(caret: end))
      ])
    }
  }

  /// Types at the document's end: one frame, two updates.
  func type(_ text: String) {
    let range = TextRange(caret: document.text.utf16.count)
    document.text += text
    let caret = Selection(caret: document.text.utf16.count)
    socket.receive(.selectionDidChange(.main, caret))
    socket.receive(.textDidChange(.main, range: range, text: text, origin: .user))
    socket.frameEnded()
  }

  func connect() throws -> Observer {
    let observer = try Observer(path: path)
    loop.settle()
    return observer
  }
}

extension ContainerID {
  fileprivate static let main = ContainerID(rawValue: 0)
}

extension DeviceInfo {
  fileprivate static let desk = DeviceInfo(
    id: DeviceID(rawValue: 3), name: "USB Keyboard", path: "/dev/input/event3",
    phys: "usb-0000:00:14.0-2/input0", bus: 3, vendor: 0x046d, product: 0xc31c, version: 0x0110,
    kind: .keyboard)
}

@Suite struct ObserverSocketTests {
  // MARK: The lines

  @Test("an observer gets the state first, then every update")
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

  @Test("what happened before a frame's end is not told twice to one who comes in between")
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

  @Test("the wire format's page shows exactly what the socket adds to the json mirror")
  func page() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = contents(of: "/" + folder + "/Documentation/WireFormat.md")
    let examples = page.split(separator: "\n").map(String.init)
      .drop { !$0.hasPrefix("## Socket") }.filter { $0.hasPrefix("{") }
    let server = try Server(limits: .init(observers: 1, queuedBytes: 100))
    server.document.text = "abc"
    server.socket.receive(.deviceConnected(.desk))
    let observer = try server.connect()
    let refused = try server.connect()
    let hello = observer.lines()
    // More than socket and queue hold together, then back to the same text.
    server.document.text = ""
    server.type(String(repeating: "x", count: 2_000_000))
    server.type("y")
    server.document.text = "abc"
    server.socket.receive(.deviceDisconnected(.desk))
    server.socket.frameEnded()
    var last: [String] = []
    #expect(
      server.loop.run {
        last += observer.lines()
        return last.last?.contains("resync") == true
      })
    #expect([hello.last, last.last, refused.lines().last] == examples)
    #expect(examples.count == 3)
  }

  @Test("updates are encoded once, and a snapshot once for all who need the same")
  func sharing() throws {
    let server = try Server()
    let observers = try (0..<50).map { _ in try server.connect() }
    #expect(server.document.snapshots == 1)
    server.type("x")
    let lines = observers.map { $0.lines().suffix(2) }
    #expect(lines.allSatisfy { $0 == lines[0] && $0.count == 2 })
  }

  // MARK: Many, slow and gone

  @Test("a reader that does not read delays nobody, and gets one resync for what it missed")
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

  @Test("random readers all end with the document, whatever they read when")
  func randomReaders() throws {
    for seed in 0..<6 {
      var random = SeededGenerator(seed: UInt64(seed))
      let server = try Server(limits: .init(queuedBytes: 4096))
      var readers: [(observer: Observer, follower: Follower)] = []
      for _ in 0..<300 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where readers.count < 6: readers.append((try server.connect(), Follower()))
        case 1 where !readers.isEmpty:
          // Gone in the middle of a line, read or not.
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
      let expected = readers.count + 1
      server.loop.settle()
      #expect(server.loop.watched.count == expected)
    }
  }

  @Test("an observer that closes, or closes its sending side, is let go")
  func leaving() throws {
    let server = try Server()
    var observer: Observer? = try server.connect()
    let other = try server.connect()
    #expect(server.loop.watched.count == 3)
    observer = nil
    server.type("x")
    server.loop.settle()
    #expect(server.loop.watched.count == 2)
    other.stopSending()
    server.loop.settle()
    #expect(server.loop.watched.count == 1)
    _ = other.lines()
    #expect(other.isAtEnd)
    #expect(observer == nil)
  }

  @Test("what observers send is thrown away, a piece for each turn")
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

  @Test("one too many is told so, and the others go on")
  func tooMany() throws {
    let server = try Server(limits: .init(observers: 2))
    let served = try [server.connect(), server.connect()]
    let refused = try server.connect()
    let line = try #require(refused.lines().first)
    #expect(try Line(line).reason == "tooManyObservers")
    _ = refused.lines()
    #expect(refused.isAtEnd)
    server.type("x")
    #expect(served.allSatisfy { $0.lines().count == 3 })
  }

  @Test("without descriptors to spare the loop does not spin, and a later frame tries again")
  func noDescriptors() async throws {
    // In a process of its own: the limit is the process's.
    await #expect(processExitsWith: .success) {
      let server = try Server()
      var old = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
      let waiting = try Observer.connect(to: server.path)
      // No number is free from here on.
      var limit = rlimit(rlim_cur: 3, rlim_max: old.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      for _ in 0..<100 { server.loop.turn() }
      precondition(server.loop.calls == 1, "spins")
      server.type("x")
      for _ in 0..<100 { server.loop.turn() }
      precondition(server.loop.calls == 2, "spins after a frame")
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
      server.type("y")
      server.loop.settle()
      var block = [UInt8](repeating: 0, count: 4096)
      let count = read(waiting, &block, block.count)
      precondition(count > 0 && String(decoding: block[..<count], as: UTF8.self).contains("xy"))
    }
  }

  // MARK: The file

  @Test("the file is for its user alone, from the beginning, and goes with the server")
  func mode() throws {
    let server = try Server()
    var facts = stat()
    #expect(lstat(server.path, &facts) == 0)
    #expect(facts.st_mode == S_IFSOCK | 0o600)
    let observer = try server.connect()
    server.socket.finish()
    #expect(server.loop.watched.isEmpty)
    _ = observer.lines()
    #expect(observer.isAtEnd)
    let path = server.path
    var other: Server? = try Server()
    let otherPath = try #require(other?.path)
    other = nil
    #expect(access(otherPath, F_OK) != 0)
    #expect(access(path, F_OK) != 0, "finish removes it, too")
  }

  @Test("a socket that a dead server left is replaced")
  func staleSocket() throws {
    let folder = try TemporaryFolder()
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array((folder.path + "/socket").utf8))
    }
    let bound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    close(dead)
    let server = try Server(folder: folder)
    #expect(try server.connect().lines().count == 1)
  }

  @Test("a second server at the same path is refused, and the first goes on")
  func secondServer() throws {
    let server = try Server()
    #expect(throws: ServiceError.alreadyServed(path: server.path)) {
      _ = try Server(folder: server.folder)
    }
    server.loop.settle()
    #expect(try server.connect().lines().count == 1)
  }

  @Test("a file that is no socket is left alone")
  func otherFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("precious".utf8, to: "socket")
    #expect(throws: ServiceError.notASocket(path: path)) { _ = try Server(folder: folder) }
    #expect(contents(of: path) == "precious")
  }

  @Test("a file that has taken the socket's place is left alone at the end")
  func replacedFile() throws {
    let folder = try TemporaryFolder()
    var server: Server? = try Server(folder: folder)
    let path = try #require(server?.path)
    unlink(path)
    _ = try folder.write("precious".utf8, to: "socket")
    server = nil
    #expect(contents(of: path) == "precious")
    #expect(server == nil)
  }

  @Test("a path that no socket can have is refused, with the limit")
  func unusablePaths() throws {
    let folder = try TemporaryFolder()
    func serve(_ path: String) throws {
      _ = try ObserverSocket(
        path: path, loop: PollLoop(), encoder: WireEncoder { _ in "" },
        snapshot: { Snapshot(containers: []) })
    }
    let stem = folder.path + "/"
    let longest = stem + String(repeating: "x", count: 107 - stem.utf8.count)
    try serve(longest)
    for path in [longest + "x", "", stem + "a\0b"] {
      #expect(throws: ServiceError.pathNotUsable(path: path, limit: 107)) { try serve(path) }
    }
    let missing = stem + "no/socket"
    #expect(throws: ServiceError.listenFailed(path: missing, call: "bind", errno: ENOENT)) {
      try serve(missing)
    }
  }

  // MARK: Who may listen

  @Test("another user is refused, whatever the file's mode", .enabled(if: geteuid() == 0))
  func otherUser() throws {
    let server = try Server()
    chmod(server.folder.path, 0o755)
    chmod(server.path, 0o666)
    let output = try Self.socat(
      server, prefix: ["setpriv", "--reuid", "65534", "--clear-groups"], until: { true })
    #expect(output == #"{"event":"refused","reason":"notPermitted"}"# + "\n")
  }

  @Test("the owner is the one who is served; root is served by everybody")
  func owner() throws {
    let server = try Server(owner: geteuid() + 1)
    let line = try #require(try server.connect().lines().first)
    #expect(try Line(line).event == (geteuid() == 0 ? "hello" : "refused"))
  }

  // MARK: An independent reader

  static let hasSocat = (try? Child.run(["socat", "-V"]).status) == 0

  @Test("socat reads what a program would", .enabled(if: hasSocat))
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

  /// Lets socat read from a server to the end, and the server's loop turn meanwhile.
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
