// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Testing

@Suite struct BootTimeTests {
  @Test("The clock advances as CLOCK_BOOTTIME does")
  func now() {
    let (before, early) = (kernelTime(), BootTime.now)
    usleep(2000)
    let (late, after) = (BootTime.now, kernelTime())
    #expect(late - early >= .milliseconds(2))
    #expect(late - early <= after - before)
  }

  @Test(
    "A moment after a duration is that duration later",
    arguments: [0, 1, -1, 1_000_000_007, -86_400_000_000_001] as [Int64])
  func advanced(nanoseconds: Int64) {
    let start = BootTime.now
    let end = start + .nanoseconds(nanoseconds)
    #expect(end - start == .nanoseconds(nanoseconds))
    #expect(start.duration(to: end) == .nanoseconds(nanoseconds))
    #expect((end > start) == (nanoseconds > 0))
  }

  @Test("A moment after a duration of centuries is later than any other")
  func limits() {
    let start = BootTime.now
    for seconds in [1 << 40, .max] as [Int64] {
      #expect(start + .seconds(seconds) > start + .seconds(1 << 30))
      #expect(start + .seconds(-seconds) < start + .seconds(-1 << 30))
    }
  }

  private func kernelTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
