// SPDX-License-Identifier: Apache-2.0

/// Lets so many entries of a kind through and no more: a loose plug or a program that goes wild must not
/// fill the log.
struct LogLimiter {
  /// How many of a kind are let through in ``interval``.
  static let burst = 10
  static let interval = Duration.seconds(60)

  private struct Kind {
    var begun: ContinuousClock.Instant
    var admitted = 0
    var leftOut = 0
  }

  private var kinds: [String: Kind] = [:]

  /// Asks whether an entry may be written.
  ///
  /// - Returns: how many of its kind were left out before it; nil where it is left out too.
  mutating func admit(_ event: String, at now: ContinuousClock.Instant) -> Int? {
    var kind = kinds[event] ?? Kind(begun: now)
    var before = 0
    if now - kind.begun >= Self.interval {
      before = kind.leftOut
      kind = Kind(begun: now)
    }
    let isAdmitted = kind.admitted < Self.burst
    if isAdmitted { kind.admitted += 1 } else { kind.leftOut += 1 }
    kinds[event] = kind
    return isAdmitted ? before : nil
  }

  /// Takes how many were left out and not told of, by kind.
  mutating func takeLeftOut() -> [(event: String, count: Int)] {
    defer { kinds = [:] }
    return kinds.filter { $0.value.leftOut > 0 }.map { ($0.key, $0.value.leftOut) }
      .sorted { $0.0 < $1.0 }
  }
}
