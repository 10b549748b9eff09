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

  /// Whether the reader has gone, which ends a program quietly: `EPIPE`.
  package var isBrokenPipe: Bool {
    self == .outputFailed(errno: EPIPE)
  }
}
