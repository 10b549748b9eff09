// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Engines
import Glibc
import Keys
import Mirrors
import Service
import TestSupport
import Testing

@testable import Bridge

/// The requests that the launcher's process answers.
@Suite struct LauncherServerTests {
  /// The programs that a server was to start.
  private final class Started: @unchecked Sendable {
    var commands: [CommandStart] = []
    var engines: [String] = []
    /// The error of the next start.
    var errno: Int32?
  }

  private let started = Started()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(Self.text)
  }

  private static let text = """
    allow-processes: true
    commands:
      - {command: light, chord: f9, run: [light, "--on", ""]}
    """

  private var path: String { folder.path + "/keybridge.yaml" }

  private func write(_ text: String) throws {
    _ = try folder.write(text.utf8, to: "keybridge.yaml")
  }

  /// A server whose settings take as long to read as a function returns true.
  private func server(waits: @escaping () -> Bool = { false }) throws -> LauncherServer {
    let (started, path) = (started, path)
    return try LauncherServer(
      settings: LauncherServer.Settings(
        path: { access(path, F_OK) == 0 ? path : nil },
        commands: { (path, pause) throws(UserFacingError) in
          while waits() { pause() }
          guard let path else { return [] }
          let bytes = try readFile(path)
          guard let settings = try? SettingsFile.read(bytes) else {
            throw UserFacingError("\(path) has errors", hint: "correct it")
          }
          return settings.commandStarts
        }),
      engines: {
        EngineList([
          EngineManifest(
            name: "libime", methods: ["pinyin"], languages: ["zh"], verbs: [.convert],
            program: ["/usr/lib/keybridge/libime"])
        ])
      },
      starter: LauncherServer.Starter(
        command: { start, _ in
          started.commands.append(start)
          return started.errno.map { .failure(SystemError(errno: $0, ended: 7)) } ?? .success(42)
        },
        engine: { manifest in
          started.engines.append(manifest.name)
          let ends = (dup(2), dup(2))
          return started.errno.map { .failure(.program(errno: $0)) }
            ?? .success(EngineConnection(process: 43, descriptor: ends.0, errors: ends.1))
        },
        extensions: ExtensionStarter(
          folders: { [folder = folder.path] in [folder] },
          state: { [folder = folder.path] in folder + "/state" })))
  }

  /// Returns the response to a message.
  private func reply(of server: LauncherServer, _ message: [UInt8]?) throws -> LauncherResponse {
    var received: LauncherResponse?
    server.answer(message) { received = $0 }
    while received == nil { try server.turn() }
    return try #require(received)
  }

  private static let light = CommandStart(
    words: ["light", "--on", ""], variables: ["KEYBRIDGE_COMMAND": "light"])

  // MARK: Answers

  @Test("A command of the settings is started once for each request; its errors are reported")
  func command() throws {
    let server = try server()
    let request = LauncherRequest.command(Self.light, showsOutput: true)
    let response = try reply(of: server, request.message(3))
    #expect((response.id, response.process, response.errno) == (3, 42, nil))
    started.errno = ENOENT
    let failed = try reply(of: server, request.message(4))
    #expect((failed.id, failed.process, failed.errno) == (4, 7, Int(ENOENT)))
    #expect(started.commands == [Self.light, Self.light])
  }

  @Test("Any other command, variable or engine is refused with a reason, and nothing is started")
  func refused() throws {
    let server = try server()
    let requests: [LauncherRequest] = [
      .command(CommandStart(words: ["light"], variables: Self.light.variables), showsOutput: true),
      .command(
        CommandStart(
          words: Self.light.words, variables: ["KEYBRIDGE_COMMAND": "light", "LD_PRELOAD": "/x.so"]),
        showsOutput: true),
      .engine(name: "/bin/sh"), .engine(name: "libime2"),
      .holder(device: "/home/ann/.ssh/id_rsa"), .holder(device: "/dev/input/../sda"),
      .holder(device: "/dev/input/../\u{301}/sda"),
    ]
    for (number, request) in requests.enumerated() {
      let response = try reply(of: server, request.message(number))
      #expect(response.id == number && response.refusal?.isEmpty == false, "\(request)")
      #expect(response.process == nil && response.descriptors.isEmpty, "\(request)")
    }
    #expect(started.commands.isEmpty && started.engines.isEmpty)
  }

  @Test(
    "A message that is no request is refused with a reason",
    arguments: [
      "", "x", "null", "[]", "{}", #"{"id":1}"#, #"{"id":"1","settings":true}"#,
      #"{"settings":true}"#, #"{"id":1,"settings":false}"#, #"{"id":1,"settings":true,"x":1}"#,
      #"{"id":1,"command":[],"output":true,"variables":{}}"#,
      #"{"id":1,"command":"light","output":true,"variables":{}}"#,
      #"{"id":1,"command":["light"],"output":true}"#,
      #"{"id":1,"command":["light"],"variables":{}}"#,
      #"{"id":1,"command":["light",1],"output":true,"variables":{}}"#,
      #"{"id":1,"command":["light"],"output":true,"variables":{"A":1}}"#,
      #"{"id":1,"command":["light\u0000"],"output":true,"variables":{}}"#,
      #"{"id":1,"command":["light"],"output":true,"variables":{"A":"b\u0000"}}"#,
      #"{"id":1,"command":["light"],"output":true,"variables":{},"engine":"libime"}"#,
      #"{"id":1,"command":["light"],"output":true,"variables":{},"user":0}"#,
      #"{"id":1,"engine":["libime"]}"#, #"{"id":1,"engine":"libime","program":["/bin/sh"]}"#,
      #"{"id":1,"user":0}"#, #"{"id":1,"user":"a","settings":true}"#,
      #"{"id":1,"executable":"1"}"#, #"{"id":1,"holder":1}"#,
      #"{"id":1,"extension":"eo"}"#, #"{"id":1,"extension":"eo","hash":"0","grants":["all"]}"#,
      #"{"id":1,"extension":"eo","hash":"0","grants":"network"}"#,
      #"{"id":1,"extension":"eo","hash":"0","grants":[],"folder":"/tmp"}"#,
      #"{"id":1,"extension":1,"hash":"0","grants":[]}"#, #"{"id":1,"extension-hash":1}"#,
      #"{"id":1,"extension-hash":"eo","grants":[]}"#, #"{"id":1,"extension-lack":"all"}"#,
      #"{"id":1,"extension-lack":1}"#, #"{"id":1,"extension-lack":"network","grants":[]}"#,
    ])
  func malformed(_ message: String) throws {
    let server = try server()
    let response = try reply(of: server, Array(message.utf8))
    #expect(response.refusal?.isEmpty == false && response.process == nil)
    #expect(started.commands.isEmpty && started.engines.isEmpty)
  }

  @Test("An extension is started with the hash of its folder, which the launcher reads itself")
  func extensions() throws {
    let server = try server()
    try folder.makeFolder("eo")
    let manifest = """
      title: Esperanto
      version: 1
      program: [sleep, "60"]
      modes: [{ id: x, language: eo, title: X }]
      requests: [shared-storage]
      """
    _ = try folder.write(manifest.utf8, to: "eo/extension.yaml")
    for path in [folder.path, folder.path + "/eo"] { chmod(path, 0o755) }
    let hash = try #require(
      try reply(of: server, LauncherRequest.extensionHash(name: "eo").message(1)).text)
    #expect(try FolderHash(of: folder.path + "/eo").text == hash)
    let none = try reply(of: server, LauncherRequest.extensionHash(name: "none").message(1))
    #expect(none.text == nil && none.refusal == "no extension has the name none")
    func start(_ hash: String, _ grants: Set<ExtensionGrant>) throws -> LauncherResponse {
      try reply(
        of: server, LauncherRequest.extension(name: "eo", hash: hash, grants: grants).message(2))
    }
    let started = try start(hash, [.sharedStorage])
    let process = try #require(started.process.flatMap { pid_t(exactly: $0) })
    #expect(started.descriptors.count == 2)
    started.descriptors.forEach { close($0) }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    #expect(try start(hash, [.network]).refusal == "its manifest does not request network")
    _ = try folder.write("new".utf8, to: "eo/words")
    let changed = try start(hash, [])
    #expect(changed.refusal == "it has changed since it was enabled; enable it again")
    #expect(changed.process == nil && changed.descriptors.isEmpty)
  }

  @Test("A right that an extension cannot have is refused with a reason")
  func lacks() throws {
    let server = try server()
    func lack(_ grant: ExtensionGrant) throws -> String? {
      try reply(of: server, LauncherRequest.extensionLack(grant).message(1)).refusal
    }
    #expect(try lack(.contacts) == "there is no source for it")
    #expect(try lack(.sharedStorage) == nil)
    #expect(try lack(.network) == nil)
    // The kernel of this machine decides; both answers are tested under systemd.
    #expect(try lack(.privateBus) == ExtensionGrant.privateBus.lack)
  }

  @Test("While the folder of an extension is read, other requests are answered")
  func longFolder() throws {
    let server = try server()
    try folder.makeFolder("eo")
    _ = try folder.write(
      "title: E\nversion: 1\nprogram: [true]\nmodes: [{ id: x, language: eo, title: X }]\n".utf8,
      to: "eo/extension.yaml")
    // A file without blocks, whose reading takes longer than a turn all the same.
    try #require(truncate(try folder.write([UInt8](), to: "eo/words"), 60 << 20) == 0)
    var responses: [LauncherResponse] = []
    server.answer(LauncherRequest.extensionHash(name: "eo").message(1)) { responses.append($0) }
    let start = LauncherRequest.extension(name: "eo", hash: "", grants: [])
    server.answer(start.message(2)) { responses.append($0) }
    let user = try reply(of: server, LauncherRequest.user(name: "root").message(3))
    #expect(user.user == 0)
    #expect(responses.isEmpty)
    while responses.count < 2 { try server.turn() }
    #expect(Set(responses.map(\.id)) == [1, 2])
    #expect(responses.contains { $0.text?.utf8.count == 64 })
  }

  @Test("A message that is too long is refused")
  func tooLong() throws {
    let server = try server()
    #expect(try reply(of: server, nil).refusal == "the message is longer than 131072 bytes")
  }

  @Test("A request is parsed as it was written")
  func roundTrip() throws {
    let requests: [LauncherRequest] = [
      .command(Self.light, showsOutput: false), .engine(name: "libime"), .settings, .reloaded,
      .user(name: "root"), .executable(process: 7), .holder(device: "/dev/input/event3"),
      .extension(name: "eo", hash: "0123", grants: [.network, .sharedStorage]),
      .extension(name: "eo", hash: "", grants: []), .extensionHash(name: "eo"),
      .extensionLack(.privateBus),
    ]
    for request in requests {
      #expect(try LauncherRequest(parsing: JSONValue(line: request.message(9))) == request)
    }
    var response = LauncherResponse()
    (response.id, response.process, response.errno) = (1, 2, 3)
    response.user = 4
    (response.step, response.text, response.refusal, response.hint) = ("calls", "t", "r", "h")
    #expect(LauncherResponse(parsing: response.message, descriptors: []) == response)
    #expect(LauncherResponse(parsing: Array("{}".utf8), descriptors: []) == nil)
  }

  @Test("The settings file is opened for the service, with its errors, and created or replaced")
  func settings() throws {
    let server = try server()
    func read() throws -> (text: String?, bytes: String?, refusal: String?) {
      let response = try reply(of: server, LauncherRequest.settings.message(1))
      defer { response.descriptors.forEach { close($0) } }
      let bytes = response.descriptors.first.flatMap { try? RegularFile.read($0) }
      return (response.text, bytes.map { String(decoding: $0, as: UTF8.self) }, response.refusal)
    }
    #expect(try read() == (path, Self.text, nil))
    _ = try reply(of: server, LauncherRequest.reloaded.message(1))
    try write("layout: de\ncommands: x\n")
    #expect(try read() == (nil, nil, "\(path) has errors"))
    _ = try reply(of: server, LauncherRequest.reloaded.message(1))
    // The previous commands stay permitted, as the service keeps the previous settings.
    let light = LauncherRequest.command(Self.light, showsOutput: true)
    #expect(try reply(of: server, light.message(1)).process == 42)
    unlink(path)
    #expect(try read() == (nil, nil, nil))
    mkfifo(path, 0o600)
    #expect(try read().refusal?.contains("not a regular file") == true)
  }

  @Test("While settings are read, known commands start, and a second reading is refused")
  func slowSettings() throws {
    var isSlow = false
    let server = try server { isSlow }
    _ = try reply(of: server, LauncherRequest.settings.message(1))
    _ = try reply(of: server, LauncherRequest.reloaded.message(2))
    isSlow = true
    var settings: [LauncherResponse] = []
    server.answer(LauncherRequest.settings.message(3)) { settings.append($0) }
    let light = LauncherRequest.command(Self.light, showsOutput: true)
    #expect(try reply(of: server, light.message(4)).process == 42)
    let second = try reply(of: server, LauncherRequest.settings.message(5))
    #expect(second.refusal == "the settings are being read already" && second.descriptors.isEmpty)
    #expect(settings.isEmpty)
    isSlow = false
    while settings.isEmpty { try server.turn() }
    settings.flatMap(\.descriptors).forEach { close($0) }
    #expect(settings.map(\.id) == [3] && settings.first?.refusal == nil)
  }

  @Test("A user has the number of this machine, and an unknown user none")
  func user() throws {
    let server = try server()
    #expect(try reply(of: server, LauncherRequest.user(name: "root").message(1)).user == 0)
    #expect(
      try reply(of: server, LauncherRequest.user(name: "no such user").message(1)).user == nil)
  }

  @Test("The program of a process is named; a process that does not exist has none")
  func executable() throws {
    let server = try server()
    let own = try reply(of: server, LauncherRequest.executable(process: Int(getpid())).message(1))
    #expect(own.text?.hasPrefix("/") == true)
    for number in [-1, 0, Int.max] {
      let other = try reply(of: server, LauncherRequest.executable(process: number).message(1))
      #expect(other.id == 1 && other.text == nil && other.refusal == nil, "\(number)")
    }
  }

  // MARK: The socket

  private func withServer(_ body: (Int32) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let (own, other) = (ends[0], ends[1])
    let server = try server()
    let thread = try TestThread {
      server.serve(on: other)
    }
    defer {
      // This ends the server.
      close(own)
      thread.join()
      close(other)
    }
    try body(own)
  }

  private func receive(_ socket: Int32) -> LauncherResponse? {
    var room = [UInt8](repeating: 0, count: 4096)
    var count = 0
    var descriptors = [Int32](repeating: -1, count: 2)
    guard keybridge_receive_message(socket, &room, room.count, &count, &descriptors) == 0 else {
      return nil
    }
    return LauncherResponse(
      parsing: Array(room[..<count]), descriptors: descriptors.filter { $0 >= 0 })
  }

  @Test("A flood of wrong, empty and long messages with descriptors ends nothing and leaks nothing")
  func flood() throws {
    try withServer { socket in
      let before = entries(of: "/proc/self/fd").count
      var generator = SeededGenerator(seed: 36)
      let noise = (0...LauncherRequest.limit).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      for round in 0..<2000 {
        let length = [0, 1, 100, LauncherRequest.limit + 1].randomElement(using: &generator) ?? 0
        let first = Int.random(in: 0...noise.count - length, using: &generator)
        let bytes = Array(noise[first..<first + length])
        let descriptors: [Int32] = round % 3 == 0 ? [2, 2] : []
        #expect(
          keybridge_send_message(
            socket, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0)
        #expect(receive(socket)?.refusal != nil)
      }
      let request = LauncherRequest.command(Self.light, showsOutput: true).message(77)
      #expect(keybridge_send_message(socket, request, request.count, nil, 0) == 0)
      let response = receive(socket)
      #expect((response?.id, response?.process) == (77, 42))
      // Other tests open descriptors meanwhile, but not that many.
      #expect(entries(of: "/proc/self/fd").count - before < 300)
    }
  }

  @Test("The descriptors of an engine arrive, and the end of the socket ends the launcher")
  func engine() throws {
    try withServer { socket in
      let request = LauncherRequest.engine(name: "libime").message(5)
      #expect(keybridge_send_message(socket, request, request.count, nil, 0) == 0)
      let response = try #require(receive(socket))
      defer { response.descriptors.forEach { close($0) } }
      #expect((response.id, response.process) == (5, 43))
      #expect(response.descriptors.count == 2)
      for descriptor in response.descriptors {
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
      }
    }
    #expect(started.engines == ["libime"])
  }
}
