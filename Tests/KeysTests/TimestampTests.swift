// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@Suite struct TimestampTests {
  @Test(
    "The difference of two timestamps is exact, and clamped to the limits",
    arguments: [
      (5, 3, 2), (3, 5, -2), (-3, 5, -8), (.max, .max, 0), (.min, .min, 0), (.max, 0, .max),
      (.max, -1, .max), (.max, .min, .max), (0, .min, .max), (-1, .min, .max),
      (.min, 0, .min), (.min, 1, .min), (.min, .max, .min), (-2, .max, .min),
    ] as [(Int64, Int64, Int64)])
  func since(later: Int64, earlier: Int64, difference: Int64) {
    #expect(
      Timestamp(microseconds: later).microseconds(since: Timestamp(microseconds: earlier))
        == difference)
  }

  @Test(
    "Advancing a timestamp is clamped to the limits",
    arguments: [
      (5, 3, 8), (5, -8, -3), (.max, 1, .max), (.min, -1, .min), (.min, .max, -1),
    ] as [(Int64, Int64, Int64)])
  func advanced(from: Int64, by: Int64, to: Int64) {
    #expect(Timestamp(microseconds: from).advanced(byMicroseconds: by).microseconds == to)
  }

  @Test("Any timestamp can be printed")
  func description() {
    let times: [Int64] = [.min, -1, 0, 12_000_345, .max]
    #expect(
      times.map { Timestamp(microseconds: $0).description } == [
        "-9223372036854.775808", "-0.000001", "0.000000", "12.000345", "9223372036854.775807",
      ])
  }
}
