// SPDX-License-Identifier: Apache-2.0
import Keys

/// A limit of how often something happens in a span of time.
struct RateLimit {
  private let count: Int
  private let span: Duration
  private var times: [Timestamp] = []

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - count: how often it may happen in the span; at least 1.
  ///   - span: the span.
  init(_ count: Int = 1, in span: Duration) { (self.count, self.span) = (count, span) }

  /// Takes one of the times that are allowed.
  ///
  /// - Parameter now: the current time.
  /// - Returns: false, and nothing is taken, if it has happened as often as it may.
  mutating func take(at now: Timestamp) -> Bool {
    // Only the oldest must have passed, so that a flood costs nothing.
    if times.count == count, now < times[0].advanced(by: span) { return false }
    if times.count == count { times.removeFirst() }
    times.append(now)
    return true
  }
}
