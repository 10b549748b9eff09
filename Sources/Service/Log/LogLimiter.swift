// SPDX-License-Identifier: Apache-2.0
import Keys

/// Limits the rate of log entries of one kind, so that a loose plug or a misbehaving program cannot
/// fill the log.
struct LogLimiter {
  /// How many entries of a kind are written in one ``interval``.
  static let burst = 10
  static let interval = Duration.seconds(60)

  private struct Kind {
    var begun: BootTime
    var admitted = 0
    var leftOut = 0
  }

  private var kinds: [String: Kind] = [:]

  /// Decides whether an entry may be written.
  ///
  /// - Returns: how many earlier entries of this kind were suppressed; nil if this entry is
  ///   suppressed too.
  mutating func admit(_ event: String, at now: BootTime) -> Int? {
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

  /// Returns and resets the numbers of suppressed entries that are not reported yet, by kind.
  mutating func takeLeftOut() -> [(event: String, count: Int)] {
    defer { kinds = [:] }
    return kinds.filter { $0.value.leftOut > 0 }.map { ($0.key, $0.value.leftOut) }
      .sorted { $0.0 < $1.0 }
  }
}
