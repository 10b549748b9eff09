// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// Tells whether a virtual console of Linux is the one in front, which `chvt` and Ctrl+Alt+F2 change.
///
/// The kernel keeps the name of the one in front in a file of sysfs, and wakes who waits for it.
final class ForegroundConsole {
  private let name: String
  private let file: Int32

  /// Where the kernel tells of it.
  static let path = "/sys/class/tty/tty0/active"

  /// Opens the file that tells.
  ///
  /// - Parameters:
  ///   - number: the console's number, 1…63.
  ///   - path: the file; nil is returned where it cannot be opened.
  init?(number: Int, path: String = ForegroundConsole.path) {
    name = "tty\(number)"
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
  }

  deinit {
    close(file)
  }

  /// Whether it is in front now; the next change is told of after this was asked.
  var isInFront: Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(file, &bytes, bytes.count, 0)
    // Who cannot know must not lose the keyboard for ever.
    guard count > 0 else { return true }
    return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self) == name
  }

  /// Calls `body` whenever another console has come to the front, until ``unwatch(on:)``.
  func watch(on loop: any DescriptorLoop, _ body: @escaping () -> Void) {
    loop.watch(file, for: .change) { _ in body() }
  }

  /// Stops watching.
  func unwatch(on loop: any DescriptorLoop) {
    loop.unwatch(file)
  }

  /// The number of the virtual console that a descriptor is open on; nil for other terminals.
  ///
  /// `/dev/tty` and `/dev/console` are seen through.
  static func number(of descriptor: Int32) -> Int? {
    var device: UInt32 = 0
    // `TIOCGDEV`; the number is encoded as in `new_encode_dev` of the kernel.
    guard descriptor >= 0, ioctl(descriptor, 0x8004_5432, &device) == 0 else { return nil }
    let (major, minor) = ((device & 0xf_ff00) >> 8, device & 0xff | (device >> 12) & 0xfff00)
    // `TTY_MAJOR`; its minor numbers from 64 on are serial ports.
    return major == 4 && (1..<64).contains(minor) ? Int(minor) : nil
  }
}
