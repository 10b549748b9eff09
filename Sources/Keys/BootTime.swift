// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A moment on `CLOCK_BOOTTIME`, which also advances while the machine is suspended.
///
/// The standard library's `ContinuousClock` reads the same clock, but is part of `_Concurrency`,
/// which the program is linked without (decision 38).
package struct BootTime: InstantProtocol {
  private let nanoseconds: Int64

  /// The current time.
  package static var now: BootTime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return BootTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The time since the start of the machine, in microseconds.
  package var microsecondsSinceBoot: Int { Int(nanoseconds / 1000) }

  private init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Returns the moment a duration later, or earlier if the duration is negative.
  ///
  /// Fractions of a nanosecond are dropped, and the result is limited to three centuries from the
  /// start of the machine.
  package func advanced(by duration: Duration) -> BootTime {
    let (seconds, attoseconds) = duration.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (length, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !overflows, !overflowsToo else { return seconds < 0 ? .distantPast : .distantFuture }
    let (sum, isOutOfRange) = nanoseconds.addingReportingOverflow(length)
    if isOutOfRange { return length < 0 ? .distantPast : .distantFuture }
    return BootTime(nanoseconds: sum)
  }

  /// Returns the duration from this moment to another; negative if the other is earlier.
  package func duration(to other: BootTime) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// Returns the moment a duration later.
  package static func + (time: BootTime, duration: Duration) -> BootTime {
    time.advanced(by: duration)
  }

  /// Returns the duration from the right moment to the left one.
  package static func - (later: BootTime, earlier: BootTime) -> Duration {
    earlier.duration(to: later)
  }

  /// Orders moments by time.
  package static func < (left: BootTime, right: BootTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  private static let distantPast = BootTime(nanoseconds: .min)
  private static let distantFuture = BootTime(nanoseconds: .max)
}
