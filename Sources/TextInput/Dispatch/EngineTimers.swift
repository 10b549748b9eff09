// SPDX-License-Identifier: Apache-2.0
import Keys

/// What is to happen later, by the clock that comes with the keystrokes.
final class EngineTimers {
  /// Names a timer, to cancel it.
  struct Token: Hashable {
    fileprivate var number: Int
  }

  /// How late it is, as far as the engine was told.
  private(set) var now = Timestamp.zero
  /// When the next action is due; nil for none.
  private(set) var next: Timestamp?
  private var waiting: [(time: Timestamp, token: Token, action: () -> Void)] = [] {
    didSet { next = waiting.first?.time }
  }
  private var count = 0

  /// Learns how late it is; time never goes back.
  func advance(to time: Timestamp) {
    if time > now { now = time }
  }

  /// Has an action happen after some microseconds.
  func schedule(after microseconds: Int64, _ action: @escaping () -> Void) -> Token {
    count += 1
    let token = Token(number: count)
    let time = now.advanced(byMicroseconds: microseconds)
    let index = waiting.firstIndex { $0.time > time } ?? waiting.count
    waiting.insert((time, token, action), at: index)
    return token
  }

  /// Has an action not happen.
  func cancel(_ token: Token?) {
    guard let token else { return }
    waiting.removeAll { $0.token == token }
  }

  /// Takes out the first action that is due at a time.
  func takeDue(at time: Timestamp) -> (() -> Void)? {
    guard let first = waiting.first, first.time <= time else { return nil }
    advance(to: first.time)
    waiting.removeFirst()
    return first.action
  }
}
