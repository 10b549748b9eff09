// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import TestTraits

/// A pseudoterminal with keybridge at its other end; the test is the terminal.
final class ProtocolTerminal {
  /// Everything that keybridge has written.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] = []
  private var master: Int32
  private let slave: Int32
  private let child: LiveChild
  private let before: [UInt32]

  /// Starts keybridge with arguments.
  init(_ arguments: [String]) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, unlock): (Int32, Int32) = (0, 0)
    guard ioctl(master, 0x4004_5431, &unlock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw SystemFailure(call: "ptmx", errno: errno)
    }
    let path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 10, ws_col: 70, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    before = Self.state(of: slave)
    let variables = Program.environment.merging(
      ["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"]
    ) { $1 }
    child = try LiveChild(
      ["setsid", "sh", "-c", "exec \"$0\" \"$@\" <'\(path)' >'\(path)' 2>&1", Program.path]
        + arguments, environment: variables)
  }

  deinit {
    close(slave)
    hangUp()
  }

  /// Closes the terminal.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  func type(_ text: String) { _ = write(master, text, text.utf8.count) }

  func signal(_ number: Int32) { child.signal(number) }

  /// Waits for the end of keybridge, and returns its status.
  func end() throws -> Int32 {
    try eventually("the end of keybridge") {
      read()
      return kill(child.pid, 0) != 0 || isZombie
    }
    let status = try child.end()
    read()
    return status
  }

  private var isZombie: Bool {
    contents(of: "/proc/\(child.pid)/stat").contains(") Z ")
  }

  /// Waits until the output meets a condition.
  func expect(_ isRight: (String) -> Bool) throws {
    do {
      try eventually("the output") {
        read()
        return isRight(output)
      }
    } catch {
      throw WrongOutput(output: output)
    }
  }

  struct WrongOutput: Error {
    var output: String
  }

  private func read() {
    var block = [UInt8](repeating: 0, count: 4096)
    while master >= 0, case let count = Glibc.read(master, &block, block.count), count > 0 {
      bytes += block[..<count]
    }
  }

  /// Whether the modes of the terminal are as before.
  var isRestored: Bool { Self.state(of: slave) == before }

  private static func state(of descriptor: Int32) -> [UInt32] {
    var attributes = termios()
    tcgetattr(descriptor, &attributes)
    let characters = withUnsafeBytes(of: attributes.c_cc) { $0.map(UInt32.init) }
    return [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
      + characters
  }
}
