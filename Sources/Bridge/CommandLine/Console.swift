// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard output and standard error, by their descriptors.
package enum Console {
  /// What the program was started as.
  private static let program =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "keybridge"

  /// Writes text to standard output.
  ///
  /// A reader that went away, `| head`, ends the writing without a word.
  ///
  /// - Throws: why it could not be written, as on a full disk.
  package static func print(_ text: String) throws(Complaint) {
    let failure = write(text + "\n", to: 1)
    guard failure == 0 || failure == EPIPE else {
      throw Complaint("cannot write: \(systemMessage(failure))")
    }
  }

  /// Writes text to standard error as it is: help that was not asked for.
  package static func explain(_ text: String) {
    _ = write(text + "\n", to: 2)
  }

  /// Writes a line to standard error, with the program's name in front.
  ///
  /// Nothing in it steers a terminal.
  ///
  /// - Parameters:
  ///   - text: the line or lines, without the last one's end.
  ///   - waits: whether for whoever reads it; a live run goes on without having said it.
  package static func complain(_ text: String, waits: Bool = true) {
    var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    guard waits || poll(&entry, 1, 100) > 0 else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).printable
    }
    _ = write("\(program): \(lines.joined(separator: "\n"))\n", to: 2)
  }

  /// Writes over the line of standard error, a terminal's, that it wrote last; empty text leaves none.
  package static func showProgress(_ text: String) {
    _ = write("\r\u{1b}[K" + (text.isEmpty ? "" : "\(program): \(text.printable)"), to: 2)
  }

  /// Whether the program belongs to a terminal, wherever its descriptors lead.
  package static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether standard output may be coloured: a terminal, and `NO_COLOR` is not set.
  package static var isColoured: Bool {
    isTerminal(1) && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// A variable of the environment; nil where it is not set or empty.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A variable as ``environment(_:)`` has it, which from now on is not set.
  package static func takeEnvironment(_ name: String) -> String? {
    defer { unsetenv(name) }
    return environment(name)
  }

  /// Writes everything and returns 0, or an `errno`.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Glibc.write(descriptor, start, rest.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return count < 0 ? errno : EIO }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return 0
    }
  }
}
