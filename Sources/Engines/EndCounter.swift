// SPDX-License-Identifier: Apache-2.0
import Keys

/// Counts the ends of an engine, which rests after too many of them.
struct EndCounter {
  /// The time in which ``limit`` ends make an engine rest, and the time that it rests.
  static let restTime = Duration.seconds(60)
  /// The number of ends in ``restTime`` after which an engine rests.
  static let limit = 3

  private var ends: [Timestamp] = []
  private var restsUntil: Timestamp?

  /// Reports whether the engine must not be started; after the rest it may be.
  ///
  /// - Parameter now: the current time.
  /// - Returns: whether it rests.
  func isResting(at now: Timestamp) -> Bool { restsUntil.map { now < $0 } ?? false }

  /// Counts an end.
  ///
  /// - Parameter now: the current time.
  /// - Returns: whether a rest begins.
  mutating func note(at now: Timestamp) -> Bool {
    if let restsUntil, now >= restsUntil { (ends, self.restsUntil) = ([], nil) }
    ends = ends.filter { now < $0.advanced(by: Self.restTime) } + [now]
    guard ends.count >= Self.limit, restsUntil == nil else { return false }
    restsUntil = now.advanced(by: Self.restTime)
    return true
  }
}
