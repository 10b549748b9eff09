// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// Notifies the program that has the keyboard when the person has typed nothing for the time that
/// the program chose, and when the person types again.
///
/// A timer compares the time of the last key, so keys cost nothing.
final class IdleWatch {
  private let engine: TextEngine
  private let now: () -> Timestamp
  private let schedule: Schedule
  /// The program that has the keyboard and wants to be notified; nil for none.
  private var program: Program?
  /// When the time began to count, if no key was typed later.
  private var start = Timestamp.zero
  private var cancelTimer: () -> Void = {}
  private var isScheduling = false
  /// Whether the program was notified that the person is idle.
  private(set) var isIdle = false

  init(
    _ engine: TextEngine, now: @escaping () -> Timestamp, schedule: @escaping Schedule
  ) {
    (self.engine, self.now, self.schedule) = (engine, now, schedule)
  }

  /// Begins to watch a program, because it got the keyboard or chose another time; nil for none.
  func watch(_ new: Program?) {
    cancelTimer()
    cancelTimer = {}
    isIdle = false
    program = new.flatMap { $0.idleSeconds > 0 ? $0 : nil }
    guard let program else { return }
    start = now()
    arm(.seconds(program.idleSeconds))
  }

  /// Watches the program that has the keyboard now, unless it is watched already.
  func follow(_ holder: Program?) {
    let wanted = holder.flatMap { $0.idleSeconds > 0 ? $0 : nil }
    if wanted !== program { watch(wanted) }
  }

  /// Counts a scanner's code for the program as a key.
  func noteScan(for receiver: Program) {
    guard receiver === program else { return }
    start = now()
    if isIdle { end() }
  }

  /// Notifies the program if a key was typed since it was notified that the person is idle.
  func keysWereHandled() {
    if isIdle, engine.lastKeyTime > start { end() }
  }

  private func end() {
    guard let program else { return }
    isIdle = false
    report(to: program)
    arm(.seconds(program.idleSeconds))
  }

  private func arm(_ delay: Duration) {
    // Without a timer, the body is called at once.
    isScheduling = true
    cancelTimer = schedule(delay) { [weak self] in self?.timeHasPassed() }
    isScheduling = false
  }

  private func timeHasPassed() {
    guard !isScheduling, let program, !isIdle else { return }
    let limit = Duration.seconds(program.idleSeconds)
    let rest = limit - .microseconds(now().microseconds(since: max(engine.lastKeyTime, start)))
    guard rest <= .zero else { return arm(rest) }
    isIdle = true
    start = now()
    report(to: program)
    program.sendFrame()
  }

  private func report(to program: Program) {
    program.notify("user.isIdle", Idleness(isIdle: isIdle))
  }

  private struct Idleness: Encodable {
    var isIdle: Bool
  }
}
