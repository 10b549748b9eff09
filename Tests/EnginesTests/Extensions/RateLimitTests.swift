// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Engines

/// How often something may happen.
@Suite struct RateLimitTests {
  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1000)
  }

  @Test("In any span as many times pass as are allowed, and a refused time does not count")
  func span() {
    var limit = RateLimit(2, in: .seconds(1))
    let taken = [0, 900, 999, 1000, 1899, 1900].filter { limit.take(at: time($0)) }
    #expect(taken == [0, 900, 1000, 1900])
  }

  @Test("One time in a span passes without a number")
  func one() {
    var limit = RateLimit(in: .seconds(60))
    let taken = [0, 59_999, 60_000].filter { limit.take(at: time($0)) }
    #expect(taken == [0, 60_000])
  }
}
