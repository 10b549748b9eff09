// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys

/// Replays a capture in real time.
final class RealTime {
  private var origin: (capture: Timestamp, clock: Timestamp)?

  /// Sleeps until a time of the capture; the first time that is passed counts as now.
  func wait(until time: Timestamp) {
    guard let origin else {
      origin = (time, .monotonicNow)
      return
    }
    let elapsed = time.microseconds(since: origin.capture)
    var end = timespec(origin.clock.advanced(byMicroseconds: elapsed))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
  }
}
