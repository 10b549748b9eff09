// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Bridge

/// When a progress line appears, and how often it is updated.
@Suite struct ProgressPaceTests {
  @Test("A progress line appears after exactly one second, and is updated every 200 ms")
  func due() {
    var pace = ProgressPace(begin: 5000)
    let times: [Int64] = [5000, 5999, 6000, 6001, 6199, 6200]
    let due = times.filter { pace.isDue(at: $0) }
    #expect(due == [6000, 6200])
  }

  @Test("A progress line is displayed only after its first update")
  func shown() {
    var pace = ProgressPace(begin: 0)
    let isDue = pace.isDue(at: 999)
    #expect(!isDue && !pace.hasShown)
    let isDueLater = pace.isDue(at: 1000)
    #expect(isDueLater && pace.hasShown)
  }
}
