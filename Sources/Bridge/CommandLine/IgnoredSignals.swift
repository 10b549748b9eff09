// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Signals that this process ignores, but not a program that replaces it.
package struct IgnoredSignals: Sendable {
  /// The signals that end a program whose write fails: a closed pipe, a file size limit.
  ///
  /// While they are ignored, the write fails with an error, which the program reports.
  package static let ofWrites = IgnoredSignals([SIGPIPE, SIGXFSZ])

  /// The signals that stop a program: ⌃Z, and the use of its terminal from the background of a
  /// shell.
  ///
  /// A stopped program would keep its keyboards grabbed, so that no person could type the command
  /// that continues it.
  package static let ofStops = IgnoredSignals([SIGTSTP, SIGTTIN, SIGTTOU])

  private let previous: [(Int32, __sighandler_t?)]

  /// Ignores the signals.
  private init(_ signals: [Int32]) {
    previous = signals.map { ($0, signal($0, SIG_IGN)) }
  }

  /// Ignores the signals if they are not ignored yet; called before one can arrive.
  package func begin() {}

  /// Restores the actions from before, for a program that replaces this one: it would inherit
  /// ignored signals.
  package func restore() {
    for (number, handler) in previous { signal(number, handler) }
  }
}
