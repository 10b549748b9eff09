// SPDX-License-Identifier: Apache-2.0
import Keys

/// The state of a ⌘ key held alone, on either side, until its commands are shown (CMD-19).
///
/// 1. ⌘ is pressed while no other modifier is down: waits until the deadline.
/// 2. Another key is pressed before the deadline, including another modifier or the other ⌘: stops
///    waiting until ⌘ is pressed again. Releases of keys, and repeats of ⌘, are ignored.
/// 3. At the deadline the commands are shown, until ⌘ is released or its keyboard disconnects, or
///    until ``cancel()``.
struct CommandHold: Hashable {
  private enum State: Hashable {
    case idle
    case waiting(PhysicalKey, deadline: Timestamp)
    case held(PhysicalKey)
  }

  private var state = State.idle

  /// Whether ⌘ is down and not cancelled.
  var isWatching: Bool { state != .idle }
  /// Whether ⌘ was held long enough.
  var isHeld: Bool { if case .held = state { true } else { false } }

  /// The time at which to call ``advance(to:)``; nil while not waiting.
  var nextDeadline: Timestamp? {
    if case .waiting(_, let deadline) = state { deadline } else { nil }
  }

  /// Processes a key event; call it for every event.
  ///
  /// - Parameters:
  ///   - keystroke: the event as interpreted by the layout.
  ///   - delay: the time ⌘ must be held, in microseconds.
  /// - Returns: whether a ⌘ that was held long enough was released.
  mutating func handle(_ keystroke: Keystroke, delay: Int64) -> Bool {
    let event = keystroke.event
    switch event.phase {
    case .press: press(keystroke, delay)
    case .repeat, .found:
      if case .waiting(let key, _) = state, key != event.key { state = .idle }
    case .release:
      if key == event.key { return cancel() }
    case .cancel:
      if key?.device == event.device { return cancel() }
    }
    return false
  }

  private mutating func press(_ keystroke: Keystroke, _ delay: Int64) {
    let event = keystroke.event
    switch state {
    case .held: return
    case .waiting(let key, _) where key != event.key: state = .idle
    case .waiting, .idle:
      state =
        keystroke.isCommandKey && keystroke.modifiers.intersection(.chord) == .command
        ? .waiting(event.key, deadline: event.time.advanced(byMicroseconds: delay)) : .idle
    }
  }

  private var key: PhysicalKey? {
    switch state {
    case .idle: nil
    case .waiting(let key, _), .held(let key): key
    }
  }

  /// Advances the time.
  ///
  /// - Returns: whether ⌘ has now been held long enough.
  mutating func advance(to now: Timestamp) -> Bool {
    guard case .waiting(let key, let deadline) = state, now >= deadline else { return false }
    state = .held(key)
    return true
  }

  /// Ignores the held key until it is pressed again.
  ///
  /// - Returns: whether it was held long enough.
  @discardableResult
  mutating func cancel() -> Bool {
    defer { state = .idle }
    return isHeld
  }
}

extension Keystroke {
  /// Whether layouts use the key as ⌘: Super, Meta or Hyper, by its symbol.
  fileprivate var isCommandKey: Bool {
    switch keysym.rawValue {
    case 0xFFE7, 0xFFE8, 0xFFEB...0xFFEE: true
    default: false
    }
  }
}
