// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard output and standard error, by their descriptors.
enum Console {
  /// Writes text to standard output.
  ///
  /// A reader that went away, `| head`, ends the writing without a word.
  static func print(_ text: String, terminator: String = "\n") {
    write(text + terminator, to: 1)
  }

  /// Writes a line to standard error, with the program's name in front.
  static func complain(_ text: String) {
    write("keybridge: \(text)\n", to: 2)
  }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether standard output may be coloured: a terminal, and `NO_COLOR` is not set.
  static var isColoured: Bool {
    isTerminal(1) && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// A variable of the environment; nil where it is not set or empty.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Glibc.write(descriptor, start, rest.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
