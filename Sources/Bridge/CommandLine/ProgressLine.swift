// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A progress line on standard error, if that is a terminal.
///
/// It appears after one second, so that short operations show none, and is updated five times a
/// second.
package final class ProgressLine {
  private let isPossible = Console.isTerminal(2) && Console.environment("TERM") != "dumb"
  private let begin = now()
  private var last: Int64 = 0

  /// Creates a line that is not displayed yet.
  package init() {}

  /// Displays the progress if an update is due.
  ///
  /// The text is evaluated only then.
  package func show(_ text: @autoclosure () -> String) {
    guard isPossible else { return }
    let time = Self.now()
    guard time - begin >= 1000, time - last >= 200 else { return }
    last = time
    Console.showProgress(text())
  }

  /// Clears the line.
  package func end() {
    if last > 0 { Console.showProgress("") }
    last = 0
  }

  /// The monotonic clock, in milliseconds.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
