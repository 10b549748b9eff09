// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The virtual consoles of Linux: which is in front, what it shows, and how another comes to the
/// front.
package protocol ConsoleSwitch: AnyObject {
  /// The descriptor of the file that changes when another console comes to the front; -1 for none.
  var changeDescriptor: Int32 { get }
  /// The number of the console in front; nil where that cannot be known.
  var foreground: Int? { get }
  /// Whether a program draws on the console in front itself (`KD_GRAPHICS`), as a compositor does.
  var isGraphical: Bool { get }
  /// Brings another console to the front.
  ///
  /// - Returns: whether the kernel lets this process do that.
  func activate(_ number: Int) -> Bool
}

/// The consoles of this machine, by `console_ioctl(4)`.
///
/// The kernel lets a process switch that is on a console itself, or has the capability
/// `CAP_SYS_TTY_CONFIG`.
package final class VirtualConsole: ConsoleSwitch {
  package let changeDescriptor: Int32
  private let console: Int32

  /// Opens the process's own console, or else the one in front.
  package init() {
    changeDescriptor = Glibc.open("/sys/class/tty/tty0/active", O_RDONLY | O_CLOEXEC)
    let flags = O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    console =
      [("/dev/tty", O_RDWR), ("/dev/tty0", O_WRONLY), ("/dev/tty0", O_RDONLY)].lazy
      .map { Self.openConsole($0, $1 | flags) }.first { $0 >= 0 } ?? -1
  }

  deinit {
    for descriptor in [changeDescriptor, console] where descriptor >= 0 { close(descriptor) }
  }

  /// Opens a terminal that is a virtual console; -1 for none.
  private static func openConsole(_ path: String, _ flags: Int32) -> Int32 {
    let descriptor = Glibc.open(path, flags)
    var kind: CChar = 0
    // `KDGKBTYPE`, which only consoles answer.
    guard descriptor >= 0, ioctl(descriptor, 0x4B33, &kind) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  package var foreground: Int? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(changeDescriptor, &bytes, bytes.count, 0)
    guard count > 3 else { return nil }
    return Int(String(decoding: bytes[3..<count].prefix { $0 != 10 }, as: UTF8.self))
  }

  package var isGraphical: Bool {
    var mode: Int32 = 0
    // `KDGETMODE`; 1 is `KD_GRAPHICS`.
    return console >= 0 && ioctl(console, 0x4B3B, &mode) == 0 && mode == 1
  }

  package func activate(_ number: Int) -> Bool {
    // `VT_ACTIVATE`.
    console >= 0 && ioctl(console, 0x5606, Int32(number)) == 0
  }
}
