// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The virtual consoles of Linux: which one is in the foreground, what it shows, and how to switch.
package protocol ConsoleSwitch: AnyObject {
  /// The descriptor of the file that changes when another console becomes the foreground console;
  /// -1 for none.
  var changeDescriptor: Int32 { get }
  /// The number of the foreground console; nil if it is unknown.
  var foreground: Int? { get }
  /// Whether a program, such as a compositor, draws on the foreground console itself
  /// (`KD_GRAPHICS`).
  var isGraphical: Bool { get }
  /// Makes another console the foreground console.
  ///
  /// - Returns: whether the kernel permits it.
  func activate(_ number: Int) -> Bool
}

/// The consoles of this machine, through `console_ioctl(4)`.
///
/// The kernel permits switching to a process that runs on a console itself or has the capability
/// `CAP_SYS_TTY_CONFIG`.
package final class VirtualConsole: ConsoleSwitch {
  package let changeDescriptor: Int32
  private let console: Int32

  /// Opens the process's own console, or else the foreground console.
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
    // `KDGKBTYPE`, which only consoles support.
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
