// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
package import Keys

/// A timer of its own in the loop, for what no stage has a deadline for; unset, it wakes nobody.
package final class LoopTimer {
  private let loop: any DescriptorLoop
  private let descriptor: OwnedDescriptor

  /// Makes a timer that is not set.
  ///
  /// - Parameters:
  ///   - loop: the loop that waits.
  ///   - body: what is called whenever the time has come.
  /// - Throws: `systemCall` where the kernel has none to give.
  package init(
    loop: any DescriptorLoop, _ body: @escaping () -> Void
  ) throws(DeviceError) {
    self.loop = loop
    descriptor = try OwnedDescriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC)), from: "timerfd_create")
    let number = descriptor.value
    loop.watch(number, for: .read) { _ in
      var expirations: UInt64 = 0
      // Set anew since the loop saw it, its time has not come.
      let size = MemoryLayout.size(ofValue: expirations)
      if read(number, &expirations, size) == size { body() }
    }
  }

  deinit {
    loop.unwatch(descriptor.value)
  }

  /// Sets when the time will have come, on the clock of the loop; nil for never.
  ///
  /// - Parameters:
  ///   - time: the first time.
  ///   - period: after how many microseconds it comes again, and so on; nil for once. Times that a busy
  ///     loop missed are made up for by one call.
  package func set(_ time: Timestamp?, every period: Int64? = nil) {
    var setting = itimerspec()
    if let period { setting.it_interval = timespec(Timestamp(microseconds: period)) }
    // Zero would take the timer back.
    if let time { setting.it_value = timespec(max(time, Timestamp(microseconds: 1))) }
    _ = timerfd_settime(descriptor.value, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
