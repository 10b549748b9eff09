// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Testing

@Suite struct TimestampTests {
  @Test(
    "The time of any event is converted, and clamped to the limits",
    arguments: [
      (0, 0, 0), (12, 345, 12_000_345), (-1, 1, -999_999),
      (.max, 0, .max), (.max, .max, .max), (.min, 0, .min), (.min, .min, .min),
      (9_223_372_036_854, 999_999, .max),
    ] as [(Int, Int, Int64)])
  func events(seconds: Int, microseconds: Int, time: Int64) {
    #expect(Timestamp(timeval(tv_sec: seconds, tv_usec: microseconds)).microseconds == time)
  }

  @Test(
    "Any timestamp can be converted to a timespec",
    arguments: [
      (12_000_345, 12, 345_000), (0, 0, 0), (-1, 0, 0), (.min, 0, 0),
      (.max, 9_223_372_036_854, 775_807_000),
    ] as [(Int64, Int, Int)])
  func moments(microseconds: Int64, seconds: Int, nanoseconds: Int) {
    let time = timespec(Timestamp(microseconds: microseconds))
    #expect(time.tv_sec == seconds && time.tv_nsec == nanoseconds)
  }
}
