// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Bridge

/// When a progress line appears, and how often it is updated.
@Suite struct ProgressPaceTests {
  @Test("A progress line appears after exactly one second, and is updated every 200 ms")
  func due() {
    var pace = ProgressPace(begin: 5000)
    #expect([5000, 5999].map { pace.isDue(at: $0) } == [false, false] && !pace.hasShown)
    #expect(pace.isDue(at: 6000) && pace.hasShown)
    #expect([6001, 6199].map { pace.isDue(at: $0) } == [false, false])
    #expect(pace.isDue(at: 6200))
  }
}
