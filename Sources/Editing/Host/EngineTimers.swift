// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The timers of the engine; their clock comes with the keystrokes.
package final class EngineTimers {
  /// The identifier of a timer, used to cancel it.
  package struct Token: Hashable {
    fileprivate var number: Int
  }

  // Stored privately, because every key reads them (decision 5).
  private var current = Timestamp.zero
  private var first: Timestamp?
  private var waiting: [(time: Timestamp, token: Token, action: () -> Void)] = [] {
    didSet { first = waiting.first?.time }
  }
  private var count = 0

  /// Starts at time zero, without timers.
  package init() {}

  /// The current time, as last reported to the engine.
  package var now: Timestamp { current }
  /// The time of the next action; nil for none.
  package var next: Timestamp? { first }

  /// Advances the clock; it never goes back.
  package func advance(to time: Timestamp) {
    if time > current { current = time }
  }

  /// Schedules an action after a number of microseconds.
  package func schedule(after microseconds: Int64, _ action: @escaping () -> Void) -> Token {
    count += 1
    let token = Token(number: count)
    let time = current.advanced(byMicroseconds: microseconds)
    let index = waiting.firstIndex { $0.time > time } ?? waiting.count
    waiting.insert((time, token, action), at: index)
    return token
  }

  /// Cancels a scheduled action.
  package func cancel(_ token: Token?) {
    guard let token else { return }
    waiting.removeAll { $0.token == token }
  }

  /// Removes and returns the first action that is due at a time, and advances the clock to it.
  package func takeDue(at time: Timestamp) -> (() -> Void)? {
    guard let first = waiting.first, first.time <= time else { return nil }
    advance(to: first.time)
    waiting.removeFirst()
    return first.action
  }
}
