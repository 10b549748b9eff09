// SPDX-License-Identifier: Apache-2.0
import Keys

/// Whether the console in front is the one that keyboards were taken for.
///
/// It is not, once a person has left it by Control+Alt+F1…F12, until it comes to the front again;
/// nor while a compositor has it, that is: a program has begun to draw on it since the keyboards
/// were taken. One that drew before is the program that they are for.
package final class ConsoleWatch {
  /// Called when the answer changes.
  package var changed: (_ isOurs: Bool) -> Void = { _ in }
  private let consoles: any ConsoleSwitch
  private let loop: EventLoop
  /// The console that was left by the chord; nil for none.
  private var home: Int?
  /// Whether the console was drawn on when the keyboards were taken.
  private var wasGraphical = false
  private var isOurs = true
  private var nextLook = Timestamp.zero
  /// Made when it is first needed: it looks whether the compositor has ended, of which the kernel
  /// says nothing.
  private var timer: LoopTimer?

  /// How often it is looked whether a console is drawn on, in microseconds: while keys are pressed,
  /// and while a compositor has the console.
  private static let period: Int64 = 1_000_000

  /// Begins to watch the consoles.
  package init(_ consoles: any ConsoleSwitch = VirtualConsole(), loop: EventLoop) {
    self.consoles = consoles
    self.loop = loop
    loop.watch(consoles.changeDescriptor, for: .change) { [unowned self] _ in look() }
  }

  deinit {
    loop.unwatch(consoles.changeDescriptor)
  }

  /// Notes that keyboards are taken from now on.
  func keyboardsAreTaken() {
    wasGraphical = consoles.isGraphical
  }

  /// Looks at the console when a key is pressed, once a second at most.
  ///
  /// - Returns: whether the answer has changed.
  @inline(__always)
  func keyWasPressed(at time: Timestamp) -> Bool {
    guard time >= nextLook else { return false }
    nextLook = time.advanced(byMicroseconds: Self.period)
    return look()
  }

  /// Leaves the console in front for another.
  ///
  /// - Returns: whether that could be done.
  func leave(for number: Int) -> Bool {
    let front = consoles.foreground
    guard consoles.activate(number) else { return false }
    if let front, front != number, home == nil { home = front }
    look()
    return true
  }

  @discardableResult
  private func look() -> Bool {
    // The switch comes a little after it was asked for.
    let front = consoles.foreground
    if let home, front == home, !isOurs { self.home = nil }
    let isGraphical = consoles.isGraphical && !wasGraphical && home == nil
    let isOurs = (home == nil || front == home) && !isGraphical
    watchForText(isGraphical)
    guard isOurs != self.isOurs else { return false }
    self.isOurs = isOurs
    changed(isOurs)
    return true
  }

  private func watchForText(_ isNeeded: Bool) {
    guard isNeeded else { return timer = nil }
    guard timer == nil else { return }
    timer = try? LoopTimer(loop: loop) { [unowned self] in look() }
    timer?.set(loop.now.advanced(byMicroseconds: Self.period), every: Self.period)
  }
}
