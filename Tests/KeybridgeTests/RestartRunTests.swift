// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `keybridge run` that a service manager restarts: the manager stores the state of programs
/// between the two processes.
@Suite(.onTestbed, .notInFastRuns, .needs("socat")) struct RestartRunTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let manager: NotificationSocket
  private let socket: String
  private let address: String

  init() throws {
    folder = try TemporaryFolder()
    address = folder.path + "/notify"
    socket = folder.path + "/programs.sock"
    manager = try NotificationSocket(address: address)
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  /// Starts the service, and passes it a file as the state of its last run; nil for none.
  private func start(_ state: String? = nil) throws -> LiveChild {
    let passed = "export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=programs-state; exec \"$@\" 3<"
    let child = try machine.start(
      ["run", "--mirror", "none", "--socket", socket],
      prefix: (state.map { ["sh", "-c", passed + $0, "sh"] } ?? [])
        + ["env", "NOTIFY_SOCKET=\(address)"])
    try eventually("the socket") { isListening(at: socket) }
    return child
  }

  /// A program that sends lines, and whose output is the service's lines.
  private func connect(_ lines: String...) throws -> LiveChild {
    let program = try LiveChild(["socat", "UNIX-CONNECT:\(socket)", "-"])
    try send(program, lines)
    return program
  }

  private func send(_ program: LiveChild, _ lines: [String]) throws {
    for line in lines { try program.write("{\"jsonrpc\":\"2.0\",\(line)}\n".utf8) }
  }

  /// Ends the service as the manager does, and returns the descriptor that it has stored.
  private func stop(_ child: LiveChild, with signal: Int32 = SIGTERM) throws -> Int32? {
    child.signal(signal)
    #expect(try child.end() == 0)
    var stored: Int32?
    while let message = manager.message() {
      guard message.text.hasPrefix("FDSTORE=1") else { continue }
      #expect(message.text == "FDSTORE=1\nFDNAME=programs-state")
      stored = message.descriptors.first
    }
    return stored
  }

  private static let hello = #""id":1,"method":"hello","params":{"name":"till","grace":60"#
  private static let create =
    #""id":2,"method":"container.create","params":{"container":"a","traits":{"autocapitalizationType":"none","autocorrectionType":"no"}}"#
  private static let focus = #""id":3,"method":"focus.request","params":{"container":"a"}"#

  /// Starts a service, types into a program, and ends the service; returns the stored descriptor
  /// and the program's token.
  private func firstRun() throws -> (stored: Int32, token: String) {
    let service = try start()
    let program = try connect(Self.hello + "}", Self.create, Self.focus)
    try program.expectOutput(#""outcome":"granted""#)
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "ab")
    try program.expectOutput(#""string":"b""#)
    let token = try #require(program.output.firstMatch(of: /"token":"([0-9a-f]{32})"/)?.1)
    let stored = try #require(try stop(service), "\(service.errors)")
    #expect(service.errors.isEmpty)
    return (stored, String(token))
  }

  @Test("The second process gives the keyboard to the text at once, and the program resumes")
  func restart() throws {
    let (stored, token) = try firstRun()
    defer { close(stored) }
    let service = try start("/proc/\(getpid())/fd/\(stored)")
    try eventually("the grab") { machine.isGrabbed(1) }
    #expect(manager.messages().first == "FDSTOREREMOVE=1\nFDNAME=programs-state")
    machine.type(1, "c")
    let program = try connect(Self.hello + #","resume":true,"token":"\#(token)"}"#)
    try program.expectOutput(#""resumed":true"#)
    // The key may be typed before or after the program has resumed.
    try eventually("the text") {
      program.output.contains(#""text":"abc""#) || program.output.contains(#""string":"c""#)
    }
    machine.type(1, "d")
    try program.expectOutput(#""range":[3,3],"revision":4,"string":"d""#)
    let again = try #require(try stop(service))
    close(again)
  }

  @Test(
    "A file that is not the state of programs is reported, and the service starts",
    arguments: ["/dev/null", "plain", "sealed"])
  func bad(_ kind: String) throws {
    var path = kind
    var memory: Int32 = -1
    defer { if memory >= 0 { close(memory) } }
    if kind == "plain" { path = try folder.write("{\"version\":1}\n".utf8, to: "state") }
    if kind == "sealed" {
      memory = try #require(try emptyState())
      path = "/proc/\(getpid())/fd/\(memory)"
    }
    let service = try start(path)
    let program = try connect(Self.hello + "}", Self.create, Self.focus)
    try program.expectOutput(#""outcome":"granted""#)
    if let stored = try stop(service) { close(stored) }
    #expect(service.errors.contains("the state of programs of the last run is dropped"))
    #expect(service.errors.split(separator: "\n").count == 1, "\(service.errors)")
  }

  /// A sealed file with the state of a later version.
  private func emptyState() throws -> Int32? {
    let path = try folder.write(
      """
      import fcntl, os, socket, sys
      memory = os.memfd_create("state", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
      os.write(memory, b'{"version":99}\\n')
      fcntl.fcntl(memory, fcntl.F_ADD_SEALS, 15)
      with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
          manager.connect(sys.argv[1])
          socket.send_fds(manager, [b"FDSTORE=1"], [memory])
      """.utf8, to: "state.py")
    let child = try LiveChild(["/usr/bin/python3", "-I", "-S", path, address])
    #expect(try child.end() == 0, "\(child.errors)")
    return manager.message()?.descriptors.first
  }

  @Test("Another signal, and a run without programs, store nothing")
  func notStored() throws {
    let service = try start()
    var program = try connect(Self.hello + "}", Self.create, Self.focus)
    try program.expectOutput(#""outcome":"granted""#)
    #expect(try stop(service, with: SIGINT) == nil)
    let alone = try start()
    program = try connect(Self.hello + "}", Self.create, #""id":3,"method":"bye""#)
    try program.expectOutput(#""id":3"#)
    #expect(try program.end() == 0)
    #expect(try stop(alone) == nil)
  }
}
