// SPDX-License-Identifier: Apache-2.0

/// That the service manager wants signs of life: `sd_watchdog_enabled(3)`.
package struct Watchdog: Hashable, Sendable {
  /// After how many microseconds without one the program counts as hung.
  package let limit: Int64

  /// Reads what the environment says; nil where no signs are wanted, or not of this process.
  ///
  /// - Parameters:
  ///   - limit: what `WATCHDOG_USEC` holds.
  ///   - process: what `WATCHDOG_PID` holds: the process that is meant, any where it is not set.
  ///   - own: the number of this process.
  package init?(limit: String?, process: String?, own: Int32) {
    guard let limit = limit.flatMap(Int64.init), limit > 0,
      process.map({ Int32($0) == own }) ?? true
    else { return nil }
    self.limit = limit
  }

  /// Every how many microseconds a sign goes out: one may get lost.
  package var pulse: Int64 { max(limit / 3, 1) }
}
