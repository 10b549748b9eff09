// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A failure of a mirror.
package enum MirrorError: Error, Hashable {
  /// Output could not be written; the number is an `errno`.
  case outputFailed(errno: Int32)
  /// The reader does not accept output; this number of bytes is unwritten.
  case readerStuck(bytes: Int)
  /// The descriptor is not a terminal, or cannot be configured; the number is an `errno`.
  case notATerminal(errno: Int32)
  /// `TERM` is not set.
  case terminalNotNamed
  /// The terminfo library is missing, or differs from the one that this program was built for.
  case terminfoNotLoaded(library: String)
  /// No terminfo database was found.
  case terminfoMissing
  /// The terminfo database has no entry with this name.
  case terminalUnknown(name: String)
  /// The terminal's entry has no sequence to move the cursor or to clear the screen.
  case cursorNotMovable(name: String)

  /// Whether the reader closed its end, which ends a program silently: `EPIPE`.
  package var isBrokenPipe: Bool {
    self == .outputFailed(errno: EPIPE)
  }
}
