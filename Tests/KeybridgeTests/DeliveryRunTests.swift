// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Codes that must arrive, in the real program with a scanner: the service, the writer and the
/// receiver end at any moment.
@Suite(.onTestbed, .notInFastRuns, .needs("socat")) struct DeliveryRunTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let socket: String
  private let settings: String

  init() throws {
    folder = try TemporaryFolder()
    socket = folder.path + "/programs.sock"
    settings = try folder.write(
      """
      devices:
        - match: "05e0:1200"
          mode: scanner
          scanner: {for: [stock], owed: 100}
      commands:
        - {command: call, chord: f9, title: Call Staff, deliver: [stock], global: true}
      """.utf8, to: "till.yaml")
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.plug(2, "Barcode Scanner", vendor: 0x05e0, product: 0x1200)
  }

  private func start(_ more: String...) throws -> LiveChild {
    unlink(socket)
    let child = try machine.start(
      ["run", "--mirror", "none", "--socket", socket, "--config", settings] + more,
      prefix: ["env", "STATE_DIRECTORY=\(folder.path)/state"])
    try eventually("the socket") { isListening(at: socket) }
    try eventually("the grab") { machine.isGrabbed(2) }
    return child
  }

  private func connect() throws -> LiveChild {
    let program = try LiveChild(["socat", "UNIX-CONNECT:\(socket)", "-"])
    try program.write(
      #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"stock"}}"#.utf8)
    try program.write("\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"delivery.receive\"}\n".utf8)
    return program
  }

  private func acknowledge(_ number: Int, _ program: LiveChild) throws {
    try program.write(
      "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"delivery.ack\",\"params\":{\"through\":\(number)}}\n"
        .utf8)
    try program.expectOutput(#""id":9"#)
  }

  /// The codes, and the titles of commands, that a program has received.
  private func items(_ program: LiveChild) -> [String] {
    program.output.split(separator: "\n").filter { $0.contains("delivery.item") }.compactMap {
      $0.firstMatch(of: /"(?:text|title)":"([^"]*)"/).map { String($0.1) }
    }
  }

  private func wait(for expected: [String], _ program: LiveChild) throws {
    if let last = expected.last { try program.expectOutput("\"\(last)\"") }
    #expect(items(program) == expected)
  }

  /// The processes with a name that belong to this test's service.
  private func writers(of service: LiveChild) -> [pid_t] {
    guard let entries = try? folderEntries("/proc") else { return [] }
    return entries.compactMap { pid_t($0) }.filter { process in
      let status = (try? contents("/proc/\(process)/status")) ?? ""
      return status.hasPrefix("Name:\tkeybridge-keep\n")
        && ((try? contents("/proc/\(process)/environ")) ?? "").contains(folder.path)
    }
  }

  private func contents(_ path: String) throws -> String {
    try Child.run(["cat", path]).output
  }

  private func folderEntries(_ path: String) throws -> [String] {
    try Child.run(["ls", path]).output.split(separator: "\n").map(String.init)
  }

  @Test("codes are kept over kills of the service, and arrive in order")
  func kills() throws {
    var service = try start()
    machine.type(2, "11\n22\n33\n")
    var program = try connect()
    try wait(for: ["11", "22", "33"], program)
    try acknowledge(1, program)
    service.signal(SIGKILL)
    _ = try service.end()
    service = try start("--control", folder.path + "/control.sock")
    machine.type(2, "44\n")
    // The acknowledgement may not have been on the disk when the service was killed.
    try eventually("the codes in the status") {
      let status = try Program.run("status", "--control", folder.path + "/control.sock").output
      return ["3", "4"].contains { status.contains("receiver  stock: \($0) owed, away") }
    }
    program = try connect()
    try program.expectOutput("\"44\"")
    #expect(items(program).drop { $0 == "11" } == ["22", "33", "44"])
    try acknowledge(4, program)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    service = try start()
    program = try connect()
    try program.expectOutput(#""owed":0,"through""#)
    machine.type(2, "55\n")
    try wait(for: ["55"], program)
    service.signal(SIGTERM)
    #expect(try service.end() == 0 && service.errors == "")
  }

  @Test("a writer that is killed is replaced, and codes that are scanned meanwhile arrive")
  func writer() throws {
    let service = try start()
    let program = try connect()
    machine.type(2, "11\n")
    try wait(for: ["11"], program)
    let writer = try #require(writers(of: service).first)
    kill(writer, SIGKILL)
    machine.type(2, "22\n")
    machine.type(2, "33\n")
    try wait(for: ["11", "22", "33"], program)
    try eventually("another writer") { writers(of: service) != [writer] }
    try acknowledge(3, program)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    try eventually("the end of the writers") { writers(of: service) == [] }
  }

  @Test("a command is delivered, also without a sandbox", arguments: [[], ["--no-sandbox"]])
  func command(_ options: [String]) throws {
    let service = try machine.start(
      ["run", "--mirror", "none", "--socket", socket, "--config", settings] + options,
      prefix: ["env", "STATE_DIRECTORY=\(folder.path)/state"])
    try eventually("the socket") { isListening(at: socket) }
    let program = try connect()
    try program.expectOutput(#""owed":0"#)
    machine.key(1, 67, 1)
    machine.key(1, 67, 0)
    try wait(for: ["Call Staff"], program)
    #expect(program.output.contains(#""command":"call""#))
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("a folder that cannot be written is reported once, and codes are sent from memory")
  func memory() throws {
    _ = try folder.write([], to: "state")
    let service = try start("--no-sandbox")
    let program = try connect()
    machine.type(2, "11\n")
    try wait(for: ["11"], program)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    #expect(
      service.errors.split(separator: "\n").count { $0.contains("cannot be kept on the disk") }
        == 1,
      "\(service.errors)")
  }
}
