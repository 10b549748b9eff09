// SPDX-License-Identifier: Apache-2.0
import Keys

/// What is to happen later, by the clock that comes with the keystrokes.
struct EngineTimers {
  /// Names a timer, to cancel it.
  struct Token: Hashable {
    fileprivate var number: Int
  }

  /// How late it is, as far as the engine was told.
  var now = Timestamp.zero
  private var waiting: [(time: Timestamp, token: Token, action: () -> Void)] = []
  private var count = 0

  /// When the next action is due; nil for none.
  var next: Timestamp? { waiting.first?.time }

  /// Has an action happen after some microseconds.
  mutating func schedule(after microseconds: Int64, _ action: @escaping () -> Void) -> Token {
    count += 1
    let token = Token(number: count)
    let time = now.advanced(byMicroseconds: microseconds)
    let index = waiting.firstIndex { $0.time > time } ?? waiting.count
    waiting.insert((time, token, action), at: index)
    return token
  }

  /// Has an action not happen.
  mutating func cancel(_ token: Token?) {
    guard let token else { return }
    waiting.removeAll { $0.token == token }
  }

  /// Takes out the first action that is due at a time.
  mutating func takeDue(at time: Timestamp) -> (() -> Void)? {
    guard let first = waiting.first, first.time <= time else { return nil }
    now = max(now, first.time)
    waiting.removeFirst()
    return first.action
  }
}
