// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What can go wrong while showing what happens.
package enum MirrorError: Error, Hashable {
  /// Output could not be written; the number is an `errno`.
  case outputFailed(errno: Int32)
  /// Nobody reads what is written: so many bytes were not taken.
  case readerStuck(bytes: Int)
  /// The descriptor is no terminal, or one that does not let itself be set; the number is an `errno`.
  case notATerminal(errno: Int32)
  /// `TERM` does not name the terminal.
  case terminalNotNamed
  /// The terminfo library is missing, or is another one than this program was built for.
  case terminfoNotLoaded(library: String)
  /// There is no terminfo database.
  case terminfoMissing
  /// The terminfo database has no entry of that name.
  case terminalUnknown(name: String)
  /// The terminal's entry has no way to move the cursor or to clear the screen.
  case cursorNotMovable(name: String)

  /// Whether the reader has gone, which ends a program quietly: `EPIPE`.
  package var isBrokenPipe: Bool {
    self == .outputFailed(errno: EPIPE)
  }
}
