// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Devices
import Engines
import Glibc
import KeyCommands
import Mirrors
import Sandbox
import Service
import Synchronization
import TestSupport
import Testing

@testable import Bridge

/// The service's side of the launcher, with a launcher that a test scripts.
@Suite struct LauncherTests {
  /// Runs a body with a launcher that answers each request with the result of a function.
  ///
  /// - Parameters:
  ///   - limit: the time that a response may take.
  ///   - settingsLimit: the time that the settings may take.
  ///   - isGarbled: whether the responses to the request with a number are cut off.
  ///   - answer: returns the responses to the request with a number.
  ///   - body: uses the launcher.
  /// - Throws: the error of `body`.
  private func withLauncher(
    limit: Duration = .seconds(60), settingsLimit: Duration = .seconds(60),
    isGarbled: @escaping (Int) -> Bool = { _ in false },
    answer: @escaping (Int) -> [LauncherResponse],
    _ body: (Launcher) throws -> Void
  ) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let (own, other) = (ends[0], ends[1])
    let thread = try TestThread {
      var room = [UInt8](repeating: 0, count: LauncherRequest.limit)
      var count = 0
      var received: [Int32] = [-1, -1]
      while keybridge_receive_message(other, &room, room.count, &count, &received) == 0 {
        guard case .object(let members)? = JSONValue(line: Array(room[..<count])),
          case .number(let id)? = members["id"]
        else { continue }
        for response in answer(id) {
          let bytes = Array(response.message.dropLast(isGarbled(id) ? 2 : 0))
          _ = keybridge_send_message(
            other, bytes, bytes.count, response.descriptors, Int32(response.descriptors.count))
        }
      }
      close(other)
    }
    // A process that has ended, in place of the launcher's.
    let process = try ended()
    let launcher = Launcher(
      process: process, socket: own, limit: limit, settingsLimit: settingsLimit)
    defer {
      launcher.end()
      thread.join()
    }
    try body(launcher)
  }

  /// A child that ends at once.
  private func ended() throws -> pid_t {
    try ProcessLauncher.start(["true"], variables: [:], showsOutput: false).get()
  }

  /// A child that does not end.
  private func waiting() throws -> pid_t {
    try ProcessLauncher.start(["sleep", "600"], variables: [:], showsOutput: false).get()
  }

  private func response(_ id: Int, _ change: (inout LauncherResponse) -> Void = { _ in })
    -> LauncherResponse
  {
    var response = LauncherResponse()
    response.id = id
    change(&response)
    return response
  }

  private static let light = CommandStart(words: ["light"], variables: [:])

  /// Starts a command, and waits for the result in a loop.
  private func start(
    _ launcher: Launcher, _ start: CommandStart = light
  ) throws -> Result<pid_t, StartError> {
    let loop = try EventLoop(signals: [])
    launcher.watch(on: loop)
    var result: Result<pid_t, StartError>?
    launcher.start(start, showsOutput: true) { result = $0 }
    while result == nil { _ = try loop.turn(until: nil) }
    return try #require(result)
  }

  @Test("The number of a process, an error and a refusal are the results of a start")
  func results() throws {
    let gone = try ended()
    let answers: [Int: LauncherResponse] = [
      1: response(1) { $0.process = 42 },
      2: response(2) { ($0.errno, $0.process) = (Int(ENOENT), Int(gone)) },
      3: response(3) { $0.refusal = "no such command" },
      4: response(4),
    ]
    try withLauncher(answer: { answers[$0].map { [$0] } ?? [] }) { launcher in
      #expect(try start(launcher) == .success(42))
      #expect(try start(launcher) == .failure(.system(errno: ENOENT)))
      #expect(try start(launcher) == .failure(.launcher("no such command")))
      guard case .failure(.launcher(let reason)) = try start(launcher)
      else { return _ = Issue.record("an empty response is no result") }
      #expect(reason.hasSuffix("sent an invalid response"))
      try eventually("the program that could not be executed is collected") {
        _ = launcher.reap()
        return kill(gone, 0) != 0
      }
    }
  }

  @Test("A command that starts late runs, and no other request waits for it")
  func lateCommand() throws {
    let process = try waiting()
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    let loop = try EventLoop(signals: [])
    try withLauncher(
      limit: .milliseconds(50),
      answer: { id in
        switch id {
        case 1: []
        case 2: [response(2) { $0.user = 2 }]
        default: [response(1) { $0.process = Int(process) }, response(id) { $0.user = id }]
        }
      }
    ) { launcher in
      launcher.watch(on: loop)
      var results: [Result<pid_t, StartError>] = []
      launcher.start(Self.light, showsOutput: true) { results.append($0) }
      #expect(launcher.user(named: "anna") == 2)
      usleep(100_000)
      #expect(launcher.user(named: "anna") == 3)
      #expect(results == [.success(process)])
      #expect(kill(process, 0) == 0)
    }
  }

  @Test("A program that a late response brings is ended and collected, and its descriptors closed")
  func lateEngine() throws {
    let process = try waiting()
    let manifest = EngineManifest(
      name: "a", methods: [], languages: [], verbs: [], program: ["/bin/true"])
    var kept: [LauncherResponse] = []
    let isHeld = Mutex(true)
    try withLauncher(
      limit: .milliseconds(50),
      answer: { id in
        if id == 1 {
          kept = [response(1) { ($0.process, $0.descriptors) = (Int(process), [2, 2]) }]
          while isHeld.withLock({ $0 }) { usleep(1000) }
        }
        defer { kept = [] }
        return kept + (id == 1 ? [] : [response(id) { $0.user = id }])
      }
    ) { launcher in
      guard case .failure(.launcher(let reason)) = launcher.open(manifest)
      else { return _ = Issue.record("there was no response") }
      #expect(reason.hasSuffix("does not respond"))
      // Nothing else waits for a launcher that hangs, and nothing is sent to it.
      let before = ContinuousClock.now
      for _ in 0..<1000 { #expect(launcher.user(named: "anna") == nil) }
      #expect(ContinuousClock.now - before < .seconds(25))
      isHeld.withLock { $0 = false }
      try eventually("an answer in time") { launcher.user(named: "anna") == 2 }
      try eventually("the end of the late process") {
        _ = launcher.reap()
        return kill(process, 0) != 0
      }
    }
  }

  @Test("A command that is being started when the run ends is ended as soon as it runs")
  func endWhileStarting() throws {
    let process = try waiting()
    let loop = try EventLoop(signals: [])
    let processes = try CommandProcesses(loop: loop)
    try withLauncher(
      answer: { id in
        usleep(50_000)
        return [response(id) { $0.process = Int(process) }]
      }
    ) { launcher in
      launcher.watch(on: loop)
      processes.launch = { launcher.start($0, showsOutput: $1, completion: $2) }
      processes.start(
        ProcessEntry(words: ["light"], timeLimit: 9),
        for: KeyCommand(id: "light", input: "l", title: "Light"))
      processes.end()
      launcher.end()
      var status: Int32 = 0
      #expect(waitpid(process, &status, 0) == process)
      #expect(status & 0x7f == SIGTERM)
    }
  }

  @Test("A launcher that ends fails the commands that wait for it")
  func endWithCommands() throws {
    try withLauncher(answer: { _ in [] }) { launcher in
      var results: [Result<pid_t, StartError>] = []
      launcher.start(Self.light, showsOutput: true) { results.append($0) }
      try eventually("its end") { launcher.reap() }
      let reason = "the process keybridge-start has ended; restart keybridge"
      #expect(results == [.failure(.launcher(reason))])
    }
  }

  @Test("An extension is a connection or an error, and has a hash; all of them come in the loop")
  func extensions() throws {
    let answers: [LauncherResponse] = [
      response(1) { ($0.process, $0.descriptors) = (43, [2, 2]) },
      response(2) { $0.refusal = "it has changed" }, response(3) { $0.errno = Int(ENOENT) },
      response(4) { ($0.errno, $0.step) = (Int(EPERM), "namespaces") },
      response(5) { $0.text = "0123" }, response(6) { $0.refusal = "no folder" },
    ]
    try withLauncher(answer: { [answers[$0 - 1]] }) { launcher in
      let loop = try EventLoop(signals: [])
      launcher.watch(on: loop)
      var results: [Result<EngineConnection, EngineStartError>] = []
      for _ in 0..<4 {
        launcher.start("eo", hash: "0123", grants: [.network]) { results.append($0) }
      }
      #expect(results.isEmpty)
      while results.count < 4 { _ = try loop.turn(until: nil) }
      let connection = try results[0].get()
      #expect(connection.process == 43 && connection.errors != nil && connection.refusals == nil)
      [connection.descriptor, connection.errors].compactMap(\.self).forEach { close($0) }
      let errors = results.dropFirst().map {
        if case .failure(let error) = $0 { error } else { nil as EngineStartError? }
      }
      #expect(
        errors == [
          .launcher("it has changed"), .program(errno: ENOENT),
          .sandbox(SandboxError(.namespaces, errno: EPERM)),
        ])
      var hashes: [Result<String, EngineStartError>] = []
      for _ in 0..<2 { launcher.hash(of: "eo") { hashes.append($0) } }
      #expect(hashes.isEmpty)
      while hashes.count < 2 { _ = try loop.turn(until: nil) }
      #expect(hashes == [.success("0123"), .failure(.launcher("no folder"))])
    }
  }

  @Test("A right that extensions cannot have has a reason")
  func lack() throws {
    let answers: [LauncherResponse] = [
      response(1) { $0.refusal = "the network is forbidden" }, response(2),
    ]
    try withLauncher(answer: { [answers[$0 - 1]] }) { launcher in
      #expect(launcher.lack(of: .network) == "the network is forbidden")
      #expect(launcher.lack(of: .network) == nil)
    }
  }

  @Test("A launcher that has ended refuses at once, and is reported once")
  func end() throws {
    try withLauncher(answer: { _ in [] }) { launcher in
      try eventually("its end") { launcher.reap() }
      #expect(!launcher.reap())
      let reason = "the process keybridge-start has ended; restart keybridge"
      #expect(try start(launcher) == .failure(.launcher(reason)))
      #expect(launcher.executable(of: getpid()) == nil)
      #expect(throws: UserFacingError.self) { try launcher.settings(sleep: {}) }
      let manifest = EngineManifest(
        name: "a", methods: [], languages: [], verbs: [], program: ["/bin/true"])
      guard case .failure(.launcher) = launcher.open(manifest) else {
        return _ = Issue.record("there is no launcher")
      }
    }
  }

  @Test("A response that cannot be read fails the request at once, and the next one succeeds")
  func garbled() throws {
    let reason = "the process keybridge-start sent an invalid response"
    try withLauncher(
      isGarbled: { $0 < 4 }, answer: { [response($0) { $0.process = 42 }] }
    ) { launcher in
      let command = try start(launcher)
      #expect(command == .failure(.launcher(reason)))
      #expect(launcher.user(named: "anna") == nil)
      #expect(readSettings(launcher) == "cannot read the settings: \(reason)")
      let next = try start(launcher)
      #expect(next == .success(42))
    }
  }

  @Test("A command that is longer than a message is refused without being sent")
  func tooLong() throws {
    try withLauncher(answer: { [response($0) { $0.process = 42 }] }) { launcher in
      let long = CommandStart(
        words: [String(repeating: "x", count: LauncherRequest.limit)], variables: [:])
      let (refused, next) = (try start(launcher, long), try start(launcher))
      #expect(refused == .failure(.launcher("it is longer than 131072 bytes")))
      #expect(next == .success(42))
    }
  }

  // MARK: The settings, which take long

  private static let refusal = "line 1: not a mapping"

  /// Asks for the settings, which are refused in the end, and makes other requests meanwhile.
  private func readSettings(
    _ launcher: Launcher, naps: Int = 1000, meanwhile: () -> Void = {}
  ) -> String {
    var count = 0
    do throws(UserFacingError) {
      _ = try launcher.settings {
        count += 1
        if count <= naps { meanwhile() }
        usleep(1000)
      }
      return ""
    } catch {
      return error.message
    }
  }

  @Test("Requests that are made while the settings are read have their own responses, in any order")
  func order() throws {
    for early in [true, false] {
      var held: LauncherResponse?
      try withLauncher(
        answer: { id in
          // The settings are answered with the third request, before or after it.
          let other = response(id) { $0.user = 40 + id }
          switch id {
          case 1:
            held = response(1) { $0.refusal = Self.refusal }
            return []
          case 2: return [other]
          case 3: return [held].compactMap { early ? $0 : nil } + [other]
          case 4: return [held].compactMap { early ? nil : $0 } + [other]
          default: return [other]
          }
        }
      ) { launcher in
        var users: [UInt32?] = []
        let message = readSettings(launcher, naps: 3) {
          users.append(launcher.user(named: "anna"))
        }
        #expect(message == Self.refusal)
        #expect(users == [42, 43] || users == [42, 43, 44], "early: \(early)")
        #expect(launcher.user(named: "anna").map { $0 >= 44 } == true)
      }
    }
  }

  @Test("Settings that come too late are an error, and their descriptor is closed")
  func lateSettings() throws {
    var pipeEnds: [Int32] = [-1, -1]
    try #require(pipe(&pipeEnds) == 0)
    defer { close(pipeEnds[0]) }
    var held: [LauncherResponse] = []
    try withLauncher(
      settingsLimit: .milliseconds(20),
      answer: { id in
        if id == 1 {
          held = [response(1) { ($0.text, $0.descriptors) = ("settings.yaml", [pipeEnds[1]]) }]
          return []
        }
        defer { held = [] }
        return held + [response(id) { $0.user = 44 }]
      }
    ) { launcher in
      #expect(
        readSettings(launcher)
          == "cannot read the settings: the process keybridge-start does not respond")
      #expect(launcher.user(named: "anna") == 44)
      close(pipeEnds[1])
      // No writer is left.
      var byte: UInt8 = 0
      #expect(read(pipeEnds[0], &byte, 1) == 0)
    }
  }

  @Test("A launcher that ends while the settings are read ends the reading")
  func endMeanwhile() throws {
    try withLauncher(answer: { _ in [] }) { launcher in
      let message = readSettings(launcher) { _ = launcher.reap() }
      #expect(message.hasPrefix("cannot read the settings: the process keybridge-start has ended"))
    }
  }
}
