// SPDX-License-Identifier: Apache-2.0

/// A moment on the clock of a key source, in microseconds.
///
/// For an attached keyboard the clock is `CLOCK_MONOTONIC`; for a capture it is whatever the capture
/// says. Only differences mean anything. Corresponds to the `time` of the C `struct input_event`.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's arbitrary zero.
  public var microseconds: Int64

  /// Makes a timestamp from microseconds.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The clock's zero.
  public static let zero = Timestamp(microseconds: 0)

  /// A moment that never comes.
  public static let distantFuture = Timestamp(microseconds: .max)

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment a number of microseconds later, stopping at ``distantFuture``.
  package func advanced(byMicroseconds amount: Int64) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(amount)
    if overflow { return amount > 0 ? .distantFuture : Timestamp(microseconds: .min) }
    return Timestamp(microseconds: sum)
  }

  /// How many microseconds this is later than another moment, negative if it is earlier.
  ///
  /// Stops at the limits of `Int64`: times come from files and devices, and those can be anything.
  package func microseconds(since other: Timestamp) -> Int64 {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
    if overflow { return self > other ? .max : .min }
    return difference
  }
}

extension Timestamp: InstantProtocol {
  /// The moment a duration later, or earlier for a negative one; stops at ``distantFuture``.
  ///
  /// Parts of a microsecond are left out.
  public func advanced(by duration: Duration) -> Timestamp {
    advanced(byMicroseconds: duration.inMicroseconds)
  }

  /// How long it is from this moment to another, negative if the other is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .microseconds(other.microseconds(since: self))
  }
}

extension Duration {
  /// The whole microseconds; beyond the limits of `Int64`, the limit.
  package var inMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
  }
}

extension Timestamp: CustomStringConvertible {
  /// Seconds with six decimals, as `evtest` prints them: `12.000345`.
  public var description: String {
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 6 - digits.count)
    return "\(microseconds < 0 ? "-" : "")\(seconds).\(zeros)\(digits)"
  }
}
