// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// Tells whether a Linux virtual console is in the foreground; `chvt` and Ctrl+Alt+F2 change that.
///
/// The kernel reports the name of the foreground console in a sysfs file, and signals its changes
/// to `poll`.
final class ForegroundConsole {
  private let name: String
  private let file: Int32

  /// The kernel's file.
  static let path = "/sys/class/tty/tty0/active"

  /// Opens the kernel's file; nil if that fails.
  ///
  /// - Parameters:
  ///   - number: the console's number, 1…63.
  ///   - path: the path of the file.
  init?(number: Int, path: String = ForegroundConsole.path) {
    name = "tty\(number)"
    file = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
  }

  deinit {
    close(file)
  }

  /// Whether the console is in the foreground; reading this re-enables the notification of changes.
  var isInFront: Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(file, &bytes, bytes.count, 0)
    // If it is unknown, the program must not lose the keyboard for ever.
    guard count > 0 else { return true }
    return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self) == name
  }

  /// Calls `body` whenever the foreground console changes, until ``unwatch(on:)``.
  func watch(on loop: any DescriptorLoop, _ body: @escaping () -> Void) {
    loop.watch(file, for: .change) { _ in body() }
  }

  /// Stops watching.
  func unwatch(on loop: any DescriptorLoop) {
    loop.unwatch(file)
  }

  /// Returns the number of the virtual console of a descriptor; nil for other terminals.
  ///
  /// `/dev/tty` and `/dev/console` are resolved.
  static func number(of descriptor: Int32) -> Int? {
    var device: UInt32 = 0
    // `TIOCGDEV`; the number is encoded as in `new_encode_dev` of the kernel.
    guard descriptor >= 0, ioctl(descriptor, 0x8004_5432, &device) == 0 else { return nil }
    let (major, minor) = ((device & 0xf_ff00) >> 8, device & 0xff | (device >> 12) & 0xfff00)
    // `TTY_MAJOR`; its minor numbers from 64 on are serial ports.
    return major == 4 && (1..<64).contains(minor) ? Int(minor) : nil
  }
}
