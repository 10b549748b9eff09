// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
package import Keys

/// A separate timer in the loop, for times that are no stage's deadline; it causes no wake-ups
/// while unset.
package final class LoopTimer {
  private let loop: any DescriptorLoop
  private let descriptor: OwnedDescriptor

  /// Creates a timer that is not set.
  ///
  /// - Parameters:
  ///   - loop: the loop that waits.
  ///   - body: the function to call when the time is reached.
  /// - Throws: `systemCall` if the kernel cannot create a timer.
  package init(
    loop: any DescriptorLoop, _ body: @escaping () -> Void
  ) throws(DeviceError) {
    self.loop = loop
    descriptor = try OwnedDescriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC)), from: "timerfd_create")
    let number = descriptor.value
    loop.watch(number, for: .read) { _ in
      var expirations: UInt64 = 0
      // If the timer was set again since the loop saw it, its time is not reached.
      let size = MemoryLayout.size(ofValue: expirations)
      if read(number, &expirations, size) == size { body() }
    }
  }

  deinit {
    loop.unwatch(descriptor.value)
  }

  /// Sets the timer.
  ///
  /// - Parameters:
  ///   - time: the first time, on the clock of the loop; nil stops the timer.
  ///   - period: the interval of repetitions in microseconds; nil for none. Several missed times
  ///     cause one call.
  package func set(_ time: Timestamp?, every period: Int64? = nil) {
    var setting = itimerspec()
    if let period { setting.it_interval = timespec(Timestamp(microseconds: period)) }
    // A value of zero would disarm the timer.
    if let time { setting.it_value = timespec(max(time, Timestamp(microseconds: 1))) }
    _ = timerfd_settime(descriptor.value, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
