// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The signals that end a program whose write fails: a closed pipe, a file size limit.
///
/// While they are ignored, the write fails with an error, which the program reports.
package enum WriteSignals {
  /// Ignores the signals; called before any file is written.
  package static func ignore() { _ = previous }

  /// Restores the actions from before, for a program that replaces this one: it would inherit
  /// ignored signals.
  package static func restore() {
    for (number, handler) in previous { signal(number, handler) }
  }

  private static let previous: [(Int32, __sighandler_t?)] = [SIGPIPE, SIGXFSZ].map {
    ($0, signal($0, SIG_IGN))
  }
}
