// SPDX-License-Identifier: Apache-2.0
import Keys

/// ⌘ held alone, either of the two, until its commands are shown (CMD-19).
///
/// 1. ⌘ goes down while no other modifier is: it is waited for until the deadline.
/// 2. Any other key before that, another modifier or the other ⌘ too: nothing is waited for until ⌘
///    goes down anew. A key that comes up, or ⌘ that repeats, says nothing.
/// 3. The deadline: the commands show. They do until ⌘ comes up or goes with its keyboard, or until
///    ``cancel()``.
struct CommandHold: Hashable {
  private enum State: Hashable {
    case idle
    case waiting(PhysicalKey, deadline: Timestamp)
    case held(PhysicalKey)
  }

  private var state = State.idle

  /// Whether ⌘ is down and counts.
  var isWatching: Bool { state != .idle }
  /// Whether it was held long enough.
  var isHeld: Bool { if case .held = state { true } else { false } }

  /// When ``advance(to:)`` is to be called; nil while nothing is waited for.
  var nextDeadline: Timestamp? {
    if case .waiting(_, let deadline) = state { deadline } else { nil }
  }

  /// Takes every key event.
  ///
  /// - Parameters:
  ///   - keystroke: what the layout made of the event.
  ///   - delay: how long ⌘ is to be held, in microseconds.
  /// - Returns: whether a ⌘ that was held long enough is held no more.
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

  /// Tells the time.
  ///
  /// - Returns: whether ⌘ has just been held long enough.
  mutating func advance(to now: Timestamp) -> Bool {
    guard case .waiting(let key, let deadline) = state, now >= deadline else { return false }
    state = .held(key)
    return true
  }

  /// Forgets the key: it means nothing any more until it goes down anew.
  ///
  /// - Returns: whether it was held long enough.
  @discardableResult
  mutating func cancel() -> Bool {
    defer { state = .idle }
    return isHeld
  }
}

extension Keystroke {
  /// Whether the key is one that layouts make ⌘ of: Super, Meta or Hyper, by its symbol.
  fileprivate var isCommandKey: Bool {
    switch keysym.rawValue {
    case 0xFFE7, 0xFFE8, 0xFFEB...0xFFEE: true
    default: false
    }
  }
}
