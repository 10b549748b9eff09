// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Access to standard output and standard error by their descriptors.
package enum Console {
  /// The name that the program was started with.
  private static let program =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "keybridge"

  /// Writes text and a newline to standard output.
  ///
  /// A closed pipe, as with `| head`, is not an error.
  ///
  /// - Throws: why writing failed, for example because the disk is full.
  package static func print(_ text: String) throws(UserFacingError) {
    let failure = write(text + "\n", to: 1)
    guard failure == 0 || failure == EPIPE else {
      throw UserFacingError("cannot write: \(systemMessage(failure))")
    }
  }

  /// Writes text to standard error without the program's name, for example help after wrong usage.
  package static func explain(_ text: String) {
    _ = write(text + "\n", to: 2)
  }

  /// Writes a line to standard error, preceded by the program's name.
  ///
  /// Control characters are replaced, so the text cannot control a terminal.
  ///
  /// - Parameters:
  ///   - text: one or more lines, without the last newline.
  ///   - waits: whether to wait until the text can be written. A live run passes false, which drops
  ///     the text after 100 ms.
  package static func printError(_ text: String, waits: Bool = true) {
    var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    guard waits || poll(&entry, 1, 100) > 0 else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).printable
    }
    _ = write("\(program): \(lines.joined(separator: "\n"))\n", to: 2)
  }

  /// Replaces the last line on standard error, which must be a terminal; an empty text clears it.
  package static func showProgress(_ text: String) {
    _ = write("\r\u{1b}[K" + (text.isEmpty ? "" : "\(program): \(text.printable)"), to: 2)
  }

  /// Whether the process has a controlling terminal, whatever its descriptors are connected to.
  package static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns the help of one subcommand.
  ///
  /// If `program` is nil, the subcommand is a program of its own.
  package static var isColoured: Bool {
    isTerminal(1) && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// The value of an environment variable; nil if it is unset or empty.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns an environment variable like ``environment(_:)``, and unsets it.
  package static func takeEnvironment(_ name: String) -> String? {
    defer { unsetenv(name) }
    return environment(name)
  }

  /// Writes the whole text and returns 0, or an `errno`.
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
