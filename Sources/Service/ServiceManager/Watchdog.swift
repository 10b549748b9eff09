// SPDX-License-Identifier: Apache-2.0

/// The service manager's request for regular watchdog notifications: `sd_watchdog_enabled(3)`.
package struct Watchdog: Hashable, Sendable {
  /// After how many microseconds without a notification the program counts as hung.
  package let limit: Int64

  /// Reads the values from the environment; nil if no notifications are requested from this
  /// process.
  ///
  /// - Parameters:
  ///   - limit: the value of `WATCHDOG_USEC`.
  ///   - process: the value of `WATCHDOG_PID`; nil means any process.
  ///   - own: the id of this process.
  package init?(limit: String?, process: String?, own: Int32) {
    guard let limit = limit.flatMap(Int64.init), limit > 0,
      process.map({ Int32($0) == own }) ?? true
    else { return nil }
    self.limit = limit
  }

  /// The interval in microseconds; a third of the limit, so that one notification may be lost.
  package var pulse: Int64 { max(limit / 3, 1) }
}
