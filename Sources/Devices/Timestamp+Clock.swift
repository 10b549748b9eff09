// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import Keys

/// The clock of attached keyboards.
extension Timestamp {
  /// The current time on `CLOCK_MONOTONIC`, the clock of attached keyboards.
  package static var monotonicNow: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Creates a timestamp from the kernel's time of an event, limited to the range of a timestamp.
  package init(_ time: timeval) {
    let seconds = Int64(time.tv_sec)
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    self.init(microseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    self = advanced(byMicroseconds: Int64(time.tv_usec))
  }
}

extension timespec {
  /// Creates a C time; times before the clock's zero, which C refuses, become zero.
  package init(_ time: Timestamp) {
    let (seconds, rest) = max(time, .zero).microseconds.quotientAndRemainder(
      dividingBy: 1_000_000)
    self.init(tv_sec: Int(clamping: seconds), tv_nsec: Int(rest) * 1000)
  }
}
