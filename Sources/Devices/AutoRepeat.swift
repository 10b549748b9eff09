// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Makes the repeats of held keys for devices whose kernel driver does not (no `EV_REP`, K-8).
///
/// A value without a clock: it is told events and the time, and states its next deadline, so a live
/// run and a replay repeat alike.
///
/// ```
/// 1  a▔▔▔▔▔▔▔▔▔   first repeat after the delay, then one each period, until the release
/// 2  a▔▔▔b▔▔▔▔▔   the key pressed last repeats; the one before never again
/// 3  a▔▔b▔▔a┌▔▔   releasing another key changes nothing for b
/// 4  a▔▔⇧▔▔▔▔▔▔   a press of a key that does not repeat ends the repeating too, as in the kernel
/// 5  a▔▔ unplug    cancelled keys stop
/// ```
package struct AutoRepeat {
  private let delay: Int64
  private let period: Int64
  private let repeats: (PhysicalKey) -> Bool
  private var current: PhysicalKey?
  /// When the next repeat is due; nil while nothing repeats.
  package private(set) var nextDeadline: Timestamp?

  /// Makes a machine in which nothing repeats yet.
  ///
  /// The times default to the kernel's own, so that a keyboard without `EV_REP` feels like others.
  ///
  /// - Parameters:
  ///   - delay: microseconds from the press to the first repeat; at least a millisecond.
  ///   - period: microseconds between repeats; at least a millisecond.
  ///   - repeats: whether a key of a device is to repeat: the device has no `EV_REP`, and the layout
  ///     lets the key repeat.
  package init(
    delay: Int64 = 250_000, period: Int64 = 33_000,
    repeats: @escaping (PhysicalKey) -> Bool
  ) {
    self.delay = max(delay, 1000)
    self.period = max(period, 1000)
    self.repeats = repeats
  }

  /// Takes the next event of any device.
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

  /// Gives the repeat that is due at a time, if one is.
  ///
  /// A program that was held up does not catch up: what it missed is left out.
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
