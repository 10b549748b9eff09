// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A line on standard error that says how far something long is; on no terminal it says nothing.
///
/// It appears after a second and changes five times a second, so that what is short shows none.
package final class ProgressLine {
  private let isPossible = Console.isTerminal(2) && Console.environment("TERM") != "dumb"
  private let begin = now()
  private var last: Int64 = 0

  /// Makes a line that does not show yet.
  package init() {}

  /// Shows how far it is, if the time has come.
  package func show(_ text: @autoclosure () -> String) {
    guard isPossible else { return }
    let time = Self.now()
    guard time - begin >= 1000, time - last >= 200 else { return }
    last = time
    Console.showProgress(text())
  }

  /// Takes the line away.
  package func end() {
    if last > 0 { Console.showProgress("") }
    last = 0
  }

  /// Milliseconds of a clock that never goes back.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
