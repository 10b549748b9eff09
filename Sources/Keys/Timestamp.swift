// SPDX-License-Identifier: Apache-2.0

/// A moment on the clock of a key source, in microseconds.
///
/// An attached keyboard uses `CLOCK_MONOTONIC`; a capture uses the times that it holds. Only
/// differences are meaningful. The C counterpart is the `time` of `struct input_event`.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's arbitrary zero.
  public var microseconds: Int64

  /// Creates a timestamp from microseconds.
  ///
  /// - Parameter microseconds: the microseconds since the clock's arbitrary zero; they may be
  ///   negative.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The clock's zero.
  public static let zero = Timestamp(microseconds: 0)

  /// A moment that never comes.
  public static let distantFuture = Timestamp(microseconds: .max)

  /// Orders moments by time.
  ///
  /// - Parameters:
  ///   - left: a moment.
  ///   - right: another moment.
  /// - Returns: whether the left moment is the earlier one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Returns the earlier of two optional moments; nil if both are.
  ///
  /// Uses no array, because it is called for every frame.
  package static func earlier(_ first: Timestamp?, _ second: Timestamp?) -> Timestamp? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Returns the moment a number of microseconds later; limited to the range of `Int64`.
  package func advanced(byMicroseconds amount: Int64) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(amount)
    if overflow { return amount > 0 ? .distantFuture : Timestamp(microseconds: .min) }
    return Timestamp(microseconds: sum)
  }

  /// Returns the microseconds from another moment to this one; negative if the other is later.
  ///
  /// The result is limited to the range of `Int64`, because times from files and devices can be
  /// arbitrary.
  package func microseconds(since other: Timestamp) -> Int64 {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
    if overflow { return self > other ? .max : .min }
    return difference
  }
}

extension Timestamp: InstantProtocol {
  /// Returns the moment a duration later, or earlier if the duration is negative.
  ///
  /// Fractions of a microsecond are dropped, and the result is limited to the range of `Int64`.
  ///
  /// - Parameter duration: the duration to add.
  /// - Returns: the moment.
  public func advanced(by duration: Duration) -> Timestamp {
    advanced(byMicroseconds: duration.inMicroseconds)
  }

  /// Returns the duration from this moment to another; negative if the other is earlier.
  ///
  /// - Parameter other: the other moment.
  /// - Returns: the duration, in whole microseconds.
  public func duration(to other: Timestamp) -> Duration {
    .microseconds(other.microseconds(since: self))
  }
}

extension Duration {
  /// The whole microseconds, limited to the range of `Int64`.
  package var inMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
  }
}

extension Timestamp: CustomStringConvertible {
  /// The seconds with six decimals, as `evtest` prints them: `12.000345`.
  public var description: String {
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 6 - digits.count)
    return "\(microseconds < 0 ? "-" : "")\(seconds).\(zeros)\(digits)"
  }
}
