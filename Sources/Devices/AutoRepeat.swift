// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A state machine that makes repeats of held keys for devices without kernel repeats (no `EV_REP`,
/// K-8).
///
/// A value without a clock: it receives events and the time, and states its next deadline, so that
/// a live run and a replay repeat alike.
///
/// ```
/// 1  a▔▔▔▔▔▔▔▔▔   first repeat after the delay, then one each period, until the release
/// 2  a▔▔▔b▔▔▔▔▔   the key pressed last repeats; the key before it does not repeat again
/// 3  a▔▔b▔▔a┌▔▔   releasing another key has no effect on b
/// 4  a▔▔⇧▔▔▔▔▔▔   a press of a key that does not repeat also ends the repeats, as in the kernel
/// 5  a▔▔ unplug    cancelled keys stop
/// ```
package struct AutoRepeat {
  private let delay: Int64
  private let period: Int64
  private let repeats: (PhysicalKey) -> Bool
  private var current: PhysicalKey?
  /// The time of the next repeat; nil while nothing repeats.
  package private(set) var nextDeadline: Timestamp?

  /// Creates a state machine in which no key repeats.
  ///
  /// The default times are the kernel's own, so that a keyboard without `EV_REP` behaves like
  /// others.
  ///
  /// - Parameters:
  ///   - delay: the microseconds from the press to the first repeat; at least a millisecond.
  ///   - period: the microseconds between repeats; at least a millisecond.
  ///   - repeats: whether a key of a device should repeat: the device has no `EV_REP`, and the
  ///     layout lets the key repeat.
  package init(
    delay: Int64 = 250_000, period: Int64 = 33_000,
    repeats: @escaping (PhysicalKey) -> Bool
  ) {
    self.delay = max(delay, 1000)
    self.period = max(period, 1000)
    self.repeats = repeats
  }

  /// Processes the next event of any device.
  package mutating func observe(_ event: KeyEvent) {
    switch event.phase {
    case .press:
      guard repeats(event.key) else { return stop() }
      current = event.key
      nextDeadline = event.time.advanced(byMicroseconds: delay)
    case .release, .cancel:
      if current == event.key { stop() }
    case .repeat, .found:
      break
    }
  }

  /// Returns the repeat that is due at a time, if there is one.
  ///
  /// If the program was delayed, the missed repeats are omitted.
  package mutating func advance(to time: Timestamp) -> KeyEvent? {
    guard let current, let due = nextDeadline, due <= time else { return nil }
    let next = due.advanced(byMicroseconds: period)
    nextDeadline = next > time ? next : time.advanced(byMicroseconds: period)
    return KeyEvent(time: due, device: current.device, code: current.code, phase: .repeat)
  }

  private mutating func stop() {
    current = nil
    nextDeadline = nil
  }
}
