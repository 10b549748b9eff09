// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Copies of secrets in the memory of a running service.
@Suite(.onTestbed, .notInFastRuns, .needs("socat"), .needsRoot) struct SecretMemoryTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/keys.sock"
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  /// A program that makes one request after the other.
  private final class Client {
    private let child: LiveChild
    private var last = 0

    init(_ path: String) throws { child = try LiveChild(["socat", "-", "UNIX-CONNECT:\(path)"]) }

    @discardableResult
    func ask(_ method: String, _ parameters: String = "{}") throws -> String {
      last += 1
      let request =
        "{\"jsonrpc\":\"2.0\",\"id\":\(last),\"method\":\"\(method)\",\"params\":\(parameters)}\n"
      try child.write(request.utf8)
      return try line { $0.hasPrefix("{\"id\":\(self.last),") || $0.hasPrefix("{\"error\"") }
    }

    func line(where isWanted: (String) -> Bool) throws -> String {
      while true {
        let line = try child.line()
        if isWanted(line) { return line }
      }
    }
  }

  @Test("once a secret is replaced, removed or left, the service's memory holds no copy of it")
  func wiped() throws {
    let server = try machine.start(["run", "--mirror", "none", "--socket", path])
    try eventually("the socket") { isListening(at: path) }
    let secrets = ["troubadour-and-xylophones", "kx9-set-by-the-program-4711", "q7w-short"]
    let client = try Client(path)
    try client.ask("hello", #"{"name":"till"}"#)
    try client.ask(
      "container.create",
      #"{"container":"pin","traits":{"isSecureTextEntry":true}}"#
    )
    try client.ask("focus.request", #"{"container":"pin"}"#)
    try eventually("the grab") { machine.isGrabbed(1) }
    for letter in secrets[0] {
      machine.type(1, String(letter))
      _ = try client.line { $0.contains("text.didChange") && $0.contains("\"\(letter)\"}") }
    }
    let typed = try client.ask("container.get", #"{"container":"pin"}"#)
    #expect(typed.contains(secrets[0]), "\(typed)")
    #expect(
      try copies(of: secrets[0], in: server.pid) > 0,
      "the search must find a secret that is in memory")
    try client.ask("text.replace", #"{"container":"pin","range":[0,3],"string":"--"}"#)
    for secret in secrets.dropFirst() {
      try client.ask("text.set", "{\"container\":\"pin\",\"string\":\"\(secret)\"}")
      #expect(try client.ask("container.get", #"{"container":"pin"}"#).contains(secret))
    }
    try client.ask("session.end")
    try client.ask("container.remove", #"{"container":"pin"}"#)
    try client.ask("bye")
    // Later input passes through every buffer that is kept.
    let next = try Client(path)
    try next.ask("hello", #"{"name":"other"}"#)
    for secret in secrets { #expect(try copies(of: secret, in: server.pid) == 0, "\(secret)") }
    server.signal(SIGTERM)
    #expect(try server.end() == 0)
  }

  /// Makes requests; a secret must be in memory after the first, and gone after the last.
  private func expectWiped(_ secret: String, _ requests: [(String, String)]) throws {
    let server = try machine.start(["run", "--mirror", "none", "--socket", path])
    try eventually("the socket") { isListening(at: path) }
    let client = try Client(path)
    try client.ask("hello", #"{"name":"till"}"#)
    for (number, request) in requests.enumerated() {
      #expect(try client.ask(request.0, request.1).contains("\"result\""))
      if number == 0 { #expect(try copies(of: secret, in: server.pid) > 0) }
    }
    try client.ask("bye")
    let next = try Client(path)
    try next.ask("hello", #"{"name":"other"}"#)
    #expect(try copies(of: secret, in: server.pid) == 0)
    server.signal(SIGTERM)
    #expect(try server.end() == 0)
  }

  @Test("no copy is left of a secret in the line that makes the first secure field")
  func firstLine() throws {
    let secret = "in-the-line-that-makes-the-field"
    try expectWiped(
      secret,
      [
        (
          "container.create",
          #"{"container":"pin","text":"\#(secret)","traits":{"isSecureTextEntry":true}}"#
        ), ("container.remove", #"{"container":"pin"}"#),
      ])
  }

  @Test("no copy is left of a password that a program provided and withdrew")
  func provided() throws {
    let secret = "a-password-that-is-in-no-field"
    try expectWiped(
      secret,
      [
        (
          "fill.provide",
          #"{"credentials":[{"program":"till","username":"ada","password":"\#(secret)"}]}"#
        ), ("fill.withdraw", "{}"),
      ])
  }

  @Test("lock-memory locks the memory, or reports why it cannot")
  func locked() throws {
    let settings = try folder.write("lock-memory: true\n".utf8, to: "till.yaml")
    chmod(folder.path, 0o755)
    chmod(settings, 0o644)
    let server = try machine.start(["run", "--mirror", "text", "--config", settings])
    try eventually("the grab") { machine.isGrabbed(1) }
    let status = try contents("/proc/\(server.pid)/status")
    let locked = status.split(separator: "\n").first { $0.hasPrefix("VmLck:") } ?? ""
    #expect(locked.contains { "123456789".contains($0) }, "\(locked)")
    server.signal(SIGTERM)
    #expect(try server.end() == 0)
    let refused = try machine.run(
      "run", "--mirror", "text", "--config", settings,
      prefix: Program.unprivileged + ["prlimit", "--memlock=65536"])
    #expect(refused.status == 77, "\(refused.errors)")
    #expect(refused.errors.contains("the memory cannot be locked"))
    #expect(refused.errors.contains("LimitMEMLOCK=infinity"))
  }

  /// Whether the memory of a process of another user can be read by root only: the files in `/proc`
  /// of a process that is not dumpable belong to root.
  private func isProtected(_ process: pid_t) -> Bool {
    var facts = stat()
    return stat("/proc/\(process)/mem", &facts) == 0 && facts.st_uid == 0
  }

  @Test(
    "no process of the user can read the memory of a command that reads keyboards",
    arguments: ["run", "monitor", "record"])
  func unreadable(command: String) throws {
    machine.allow(1, true)
    let child = try machine.start([command], prefix: Program.unprivileged)
    switch command {
    case "run": try eventually("the grab") { machine.isGrabbed(1) }
    case "monitor": #expect(try child.line() == "+ /dev/input/event1 Board")
    default: try child.expectError("recording Board")
    }
    #expect(isProtected(child.pid))
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  @Test("no process of the user can read the memory of a live picture", .needs("tmux"))
  func picture() throws {
    machine.allow(1, true)
    // Lets the other user reach the testbed.
    _ = try machine.run("devices", prefix: Program.unprivileged)
    let pane = try Pane(columns: 80, rows: 24)
    let command = "sh -c 'echo process $$; exec \"\(Program.path)\" layouts show us --live'"
    let user = Program.unprivileged.joined(separator: " ")
    pane.type("clear; \(machine.shellPrefix) TERM=xterm \(user) \(command)")
    try pane.expect { $0.contains("process ") && $0.contains("│A   │") }
    let number = pane.screen.split(separator: "process ").last?.prefix { $0.isNumber }
    let process = try #require(number.flatMap { pid_t($0) })
    #expect(isProtected(process))
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("$ ") }
  }

  // MARK: Reading memory

  private func contents(_ path: String) throws -> String {
    try Child.run(["cat", path]).output
  }

  /// The number of copies of a text in the writable memory of a process.
  private func copies(of text: String, in process: pid_t) throws -> Int {
    let memory = open("/proc/\(process)/mem", O_RDONLY)
    try #require(memory >= 0)
    defer { close(memory) }
    let needle = Array(text.utf8)
    var count = 0
    for line in try contents("/proc/\(process)/maps").split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      guard words[1].hasPrefix("rw"), ends.count == 2 else { continue }
      var bytes = [UInt8](repeating: 0, count: ends[1] - ends[0])
      let read = pread(memory, &bytes, bytes.count, ends[0])
      guard read > 0 else { continue }
      bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        var offset = 0
        while offset + needle.count <= read,
          let found = memchr(base + offset, Int32(needle[0]), read - needle.count - offset + 1)
        {
          if memcmp(found, needle, needle.count) == 0 { count += 1 }
          offset = UnsafeRawPointer(found) - base + 1
        }
      }
    }
    return count
  }
}
