// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Live runs whose output is not read: they still end and release the keyboards.
@Suite(.onTestbed, .notInFastRuns) struct StuckReaderTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let path: String
  private let reader: Int32

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/fifo"
    try #require(testbed_active())
    try #require(mkfifo(path, 0o600) == 0)
    reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    while write(writer, "\n", 1) == 1 {}
    close(writer)
    machine.plug(1, "Board")
  }

  /// Starts the program with a full pipe as its output.
  private func start(_ arguments: [String], errors: Bool = false) throws -> LiveChild {
    let script = "exec \"$@\" >'\(path)'" + (errors ? " 2>&1" : "")
    return try machine.start(arguments, prefix: ["sh", "-c", script, "sh"])
  }

  /// Reads the available bytes; nil if the pipe has no writers.
  private func drained() -> String? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reader, &block, block.count)
    return count == 0 ? nil : String(decoding: block.prefix(max(count, 0)), as: UTF8.self)
  }

  private func panic() {
    for code: UInt16 in [14, 1, 28] { machine.key(1, code, 1) }
  }

  /// Checks that the program has ended with a message.
  private func expectGivingUp(_ child: LiveChild) throws {
    #expect(try child.end() == 1)
    #expect(
      child.errors.contains("keybridge: the reader of the output is stuck: "), "\(child.errors)")
    #expect(!machine.isGrabbed(1))
    close(reader)
  }

  @Test(
    "the panic chord ends the program although its output is not read",
    arguments: [
      ["run", "--mirror", "json"], ["run", "--mirror", "keystrokes"], ["monitor", "--grab"],
    ])
  func panic(_ arguments: [String]) throws {
    let child = try start(arguments)
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "stuck")
    panic()
    try expectGivingUp(child)
  }

  @Test("a signal ends the program although its output is not read", arguments: [SIGTERM, SIGINT])
  func signals(_ signal: Int32) throws {
    let child = try start(["run", "--mirror", "json"])
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "stuck")
    child.signal(signal)
    try expectGivingUp(child)
  }

  @Test("a signal ends a recording although its output is not read", arguments: [SIGTERM, SIGINT])
  func record(_ signal: Int32) throws {
    let child = try start(["record"])
    try child.expectError("Control-C ends it\n")
    machine.type(1, "stuck")
    child.signal(signal)
    try expectGivingUp(child)
  }

  @Test("a late reader receives all lines without another key press")
  func lateReader() throws {
    let child = try start(["run", "--mirror", "keystrokes"])
    try eventually("the grab") { machine.isGrabbed(1) }
    for _ in 0..<20 { machine.type(1, "a") }
    var output = ""
    try eventually("all of it") {
      output += drained() ?? ""
      return output.split(separator: "\n").count == 20 && output.hasSuffix("\n")
    }
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    close(reader)
    #expect(child.errors == "")
    #expect(output.split(separator: "\n").allSatisfy { $0.contains("\"KEY_A\"") })
  }

  @Test("unread error messages delay neither the grab nor the end")
  func troubles() throws {
    machine.unplug(1)
    let child = try start(["run", "--mirror", "json"], errors: true)
    // The message about the missing keyboard goes to the same pipe.
    try eventually("udev's events to arrive") {
      machine.plug(1, "Board")
      var isGrabbed = false
      for _ in 0..<100 where !isGrabbed {
        poll(nil, 0, 2)
        isGrabbed = machine.isGrabbed(1)
      }
      if !isGrabbed { machine.unplug(1) }
      return isGrabbed
    }
    panic()
    try eventually("the keyboard to be released") { !machine.isGrabbed(1) }
    // The last message is sent when it can be read.
    try eventually("the end") { drained() == nil }
    #expect(try child.end() <= 1, "0, or 1 if the reader was too late")
    close(reader)
  }

  @Test("the panic chord works although the terminal does not read, and the terminal is restored")
  func terminal() throws {
    // The testbed has no terminals, and does not intercept the real ones under this path.
    let outside = "/proc/self/root"
    let master = open(outside + "/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(master) }
    var (number, unlock): (Int32, Int32) = (0, 0)
    // `TIOCSPTLCK` and `TIOCGPTN`.
    try #require(ioctl(master, 0x4004_5431, &unlock) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open(
      outside + "/dev/pts/\(number)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(slave) }
    try eventually("the terminal to be full") {
      while write(slave, "x", 1) == 1 {}
      var waiting: Int32 = 0
      // Bytes that have arrived at the other end make room at this one.
      return ioctl(master, UInt(FIONREAD), &waiting) == 0 && waiting >= 4095
    }
    while write(slave, "x", 1) == 1 {}
    let child = try LiveChild([
      "sh", "-c",
      "exec \(machine.shellPrefix) TERM=xterm '\(Program.path)' run >'/dev/pts/\(number)'",
    ])
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "stuck")
    panic()
    #expect(try child.end() == 1)
    #expect(
      child.errors.contains("keybridge: the reader of the output is stuck: "), "\(child.errors)")
    #expect(!machine.isGrabbed(1))
    var last = ""
    try eventually("the terminal to be restored") {
      var block = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(master, &block, block.count)
      last += String(decoding: block.prefix(max(count, 0)), as: UTF8.self)
      return last.hasSuffix("\u{1b}[?1049l\u{1b}[23;0;0t")
    }
    close(reader)
  }
}
