// SPDX-License-Identifier: Apache-2.0
import Keys

/// Records whether a program responds in time.
struct Punctuality {
  /// After this many late responses within ``period`` the service no longer waits for the program.
  static let limit = 3
  /// In microseconds.
  static let period: Int64 = 60_000_000

  private var lateTimes: [Timestamp] = []
  /// Whether the service no longer waits for the program's responses.
  private(set) var isAlwaysLate = false

  /// Records a response that did not arrive in time.
  mutating func wasLate(at time: Timestamp) {
    lateTimes.removeAll { time.microseconds(since: $0) > Self.period }
    lateTimes.append(time)
    if lateTimes.count >= Self.limit { isAlwaysLate = true }
  }

  /// Records a response that arrived in time.
  mutating func wasInTime() {
    self = Punctuality()
  }
}
