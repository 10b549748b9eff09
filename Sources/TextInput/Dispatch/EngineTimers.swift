// SPDX-License-Identifier: Apache-2.0
import Keys

/// The timers of the engine; their clock comes with the keystrokes.
final class EngineTimers {
  /// The identifier of a timer, used to cancel it.
  struct Token: Hashable {
    fileprivate var number: Int
  }

  /// The current time, as last reported to the engine.
  private(set) var now = Timestamp.zero
  /// The time of the next action; nil for none.
  private(set) var next: Timestamp?
  private var waiting: [(time: Timestamp, token: Token, action: () -> Void)] = [] {
    didSet { next = waiting.first?.time }
  }
  private var count = 0

  /// Advances the clock; it never goes back.
  func advance(to time: Timestamp) {
    if time > now { now = time }
  }

  /// Schedules an action after a number of microseconds.
  func schedule(after microseconds: Int64, _ action: @escaping () -> Void) -> Token {
    count += 1
    let token = Token(number: count)
    let time = now.advanced(byMicroseconds: microseconds)
    let index = waiting.firstIndex { $0.time > time } ?? waiting.count
    waiting.insert((time, token, action), at: index)
    return token
  }

  /// Cancels a scheduled action.
  func cancel(_ token: Token?) {
    guard let token else { return }
    waiting.removeAll { $0.token == token }
  }

  /// Removes and returns the first action that is due at a time, and advances the clock to it.
  func takeDue(at time: Timestamp) -> (() -> Void)? {
    guard let first = waiting.first, first.time <= time else { return nil }
    advance(to: first.time)
    waiting.removeFirst()
    return first.action
  }
}
