// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A progress line on standard error, if that is a terminal.
///
/// It appears after one second, so that short operations show none, and is updated five times a
/// second.
package final class ProgressLine {
  private let isPossible = Console.isTerminal(2) && Console.environment("TERM") != "dumb"
  private var pace = ProgressPace(begin: now())

  /// Creates a line that is not displayed yet.
  package init() {}

  /// Displays the progress if an update is due.
  ///
  /// The text is evaluated only then.
  package func show(_ text: @autoclosure () -> String) {
    guard isPossible, pace.isDue(at: Self.now()) else { return }
    Console.showProgress(text())
  }

  /// Clears the line.
  package func end() {
    if pace.hasShown { Console.showProgress("") }
    pace.hasShown = false
  }

  /// The monotonic clock, in milliseconds.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// When a progress line appears, and how often it is updated; all times are in milliseconds.
struct ProgressPace {
  private let begin: Int64
  private var last: Int64?
  /// Whether the line is displayed.
  var hasShown = false

  /// Creates the pace of a line that is not displayed yet.
  ///
  /// - Parameter begin: the time at which the operation began.
  init(begin: Int64) {
    self.begin = begin
  }

  /// Reports whether an update is due, and counts it as made: the first one a second after the
  /// beginning, each other one 200 ms after the one before.
  ///
  /// - Parameter time: the current time.
  /// - Returns: whether an update is due.
  mutating func isDue(at time: Int64) -> Bool {
    guard time - begin >= 1000, last.map({ time - $0 >= 200 }) ?? true else { return false }
    last = time
    hasShown = true
    return true
  }
}
