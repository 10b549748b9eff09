// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits

/// A pseudoterminal: the mirror has the slave end, and the test acts as the terminal.
///
/// A testbed has no terminals, so a test that opens one needs the trait `.awayFromTestbed`.
final class Pseudoterminal {
  private(set) var master: Int32
  let slave: Int32
  let path: String

  init(columns: UInt16 = 20, rows: UInt16 = 5) throws {
    // Not `openpty`, because programs that other tests start meanwhile would inherit the terminal.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, unlock): (Int32, Int32) = (0, 0)
    // `TIOCSPTLCK` and `TIOCGPTN`; `ptsname` has one buffer for all threads.
    guard ioctl(master, 0x4004_5431, &unlock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw SystemFailure(call: "ptmx", errno: errno)
    }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw SystemFailure(call: "open", errno: errno) }
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(slave)
    hangUp()
  }

  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// The output that the terminal has received since the last call.
  func read() -> String {
    String(decoding: drain(master), as: UTF8.self)
  }

  /// Types, and waits until the kernel has delivered it to the other end.
  func type(_ text: String) {
    _ = write(master, text, text.utf8.count)
    var entry = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, 180_000)
  }

  /// The number of bytes that a shell would read now.
  var waiting: Int32 {
    var count: Int32 = 0
    _ = ioctl(slave, UInt(FIONREAD), &count)
    return count
  }

  /// The terminal's state, in a form that can be compared.
  var state: [UInt32] {
    var attributes = termios()
    tcgetattr(slave, &attributes)
    let characters = withUnsafeBytes(of: attributes.c_cc) { $0.map(UInt32.init) }
    return [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
      + characters
  }
}
