// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing

/// A running service with a keyboard, a well-behaved program and misbehaving programs from
/// `Tests/Load`.
struct LoadBench {
  let machine = Machine()
  let folder: TemporaryFolder
  let programs: String
  let observers: String
  private let control: String
  private let reported = Reported()

  static let scripts = Program.root + "/Tests/Load/"

  /// The expected output of the well-behaved program.
  private final class Reported {
    var text = "ready\n"
  }

  init() throws {
    folder = try TemporaryFolder()
    programs = folder.path + "/programs"
    observers = folder.path + "/observers"
    control = folder.path + "/control"
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  // MARK: Processes

  func start(prefix: [String] = []) throws -> LiveChild {
    let settings = try folder.write(
      "assistance: off\nmodes: [en-US, sv-SE]\n".utf8, to: "keybridge.yaml")
    try folder.makeFolder("state")
    let service = try machine.start(
      [
        "run", "--config", settings, "--socket", programs, "--control", control, "--observe",
        observers,
      ], prefix: prefix + ["env", "XDG_STATE_HOME=\(folder.path)/state"])
    try eventually("the sockets") { isListening(at: observers) }
    return service
  }

  var honestCommand: [String] { ["python3", "-B", Self.scripts + "honest.py", programs] }

  func honest(_ question: String...) throws -> LiveChild {
    let honest = try LiveChild(honestCommand + question)
    try honest.expectOutput("ready\n")
    try eventually("the grab") { machine.isGrabbed(1) }
    return honest
  }

  func abuser(_ kind: String, _ count: Int, observers: Bool = false) throws -> LiveChild {
    let paths = [programs] + (observers ? [self.observers] : [])
    let child = try LiveChild(
      ["python3", "-B", Self.scripts + "abuse.py", kind, "\(count)"] + paths)
    try child.expectOutput("ready\n")
    return child
  }

  /// Ends service and program, and checks the output, the end of the grab, and the exit status.
  func end(_ service: LiveChild, _ honest: LiveChild) throws {
    #expect(honest.output == reported.text)
    honest.signal(SIGKILL)
    try eventually("the end of the grab") { !machine.isGrabbed(1) }
    service.signal(SIGTERM)
    #expect(try service.end() == 0, "\(service.errors)")
  }

  // MARK: Typing

  /// Types at most as many keys as a keyboard's node holds, and waits until they have arrived.
  func type(_ text: String, _ honest: LiveChild, on keyboard: Int32 = 1) throws {
    machine.type(keyboard, text)
    try expect(text, honest)
  }

  /// Waits until the typed text has arrived after all earlier text.
  func expect(_ text: String, _ honest: LiveChild) throws {
    reported.text += text
    try honest.expectOutput(reported.text)
  }

  // MARK: The service's state

  func ask(_ words: String...) throws -> Child {
    try Child.run(
      [Program.path] + words + ["--control", control], environment: Program.environment)
  }

  func waitForState(_ state: String, count: Int) throws {
    try eventually("\(count) programs that are \(state)") {
      try ask("status", "--format", "json").output.count(of: "\"state\" : \"\(state)\"") == count
    }
  }

  /// Connects to the programs' socket and sends hello, even if the service cannot accept it yet.
  func connect() throws -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(programs.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw SystemFailure(call: "connect", errno: errno) }
    let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"late"}}"# + "\n"
    _ = send(descriptor, hello, hello.utf8.count, Int32(MSG_NOSIGNAL))
    return descriptor
  }

  func descriptors(of service: LiveChild) -> Int {
    entries(of: "/proc/\(service.pid)/fd").count
  }

  /// Waits until earlier clients of this test are disconnected, and returns the number of
  /// descriptors.
  func quiet(_ service: LiveChild) throws -> Int {
    var last = -1
    try eventually("as many descriptors as before") {
      defer { last = descriptors(of: service) }
      return last == descriptors(of: service)
    }
    return last
  }

  /// Waits until at most as many descriptors as before are open, plus one timer for suspended
  /// programs.
  func waitForDescriptors(_ before: Int, _ service: LiveChild) throws {
    try eventually("their descriptors to be closed") { descriptors(of: service) <= before + 1 }
  }

  /// The anonymous memory of the process in kilobytes.
  func privateMemory(of service: LiveChild) -> Int {
    let status = contents(of: "/proc/\(service.pid)/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
      Int($0)
    } ?? -1
  }

  func isAsleep(_ service: LiveChild) -> Bool {
    let stat = contents(of: "/proc/\(service.pid)/stat")
    return stat.split(separator: ")").last?.hasPrefix(" S") == true
  }
}

extension String {
  /// The number of occurrences of another text in this one.
  fileprivate func count(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
