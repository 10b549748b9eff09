// SPDX-License-Identifier: Apache-2.0
import Keys

/// Tracks whether the foreground console is the one for which keyboards were grabbed.
///
/// It is not from the time when a person leaves it with Control+Alt+F1…F12 until it is in the
/// foreground again. It is not while a compositor uses it either, that is, while a program draws on
/// it that did not when the keyboards were grabbed. A program that drew before that is the one that
/// the keyboards were grabbed for.
package final class ConsoleWatch {
  /// Called when the console becomes, or stops being, the one for which keyboards were grabbed.
  package var changed: (_ isOurs: Bool) -> Void = { _ in }
  private let consoles: any ConsoleSwitch
  private let loop: EventLoop
  /// The console that was left with the chord; nil for none.
  private var home: Int?
  /// Whether a program drew on the console when the keyboards were grabbed.
  private var wasGraphical = false
  private var isOurs = true
  /// Whether a compositor uses the console.
  private(set) var hasCompositor = false
  /// Whether a program draws on the foreground console, as of the last check.
  private var isGraphical = false
  private var nextLook = Timestamp.zero
  /// Created on first use.
  ///
  /// It polls whether the compositor has ended, because the kernel does not report that.
  private var timer: LoopTimer?

  /// The interval of checks for the foreground console, and for the end of a compositor, in
  /// microseconds.
  private static let period: Int64 = 1_000_000

  /// Starts watching the consoles.
  package init(_ consoles: any ConsoleSwitch = VirtualConsole(), loop: EventLoop) {
    self.consoles = consoles
    self.loop = loop
    loop.watch(consoles.changeDescriptor, for: .change) { [unowned self] _ in look() }
  }

  deinit {
    loop.unwatch(consoles.changeDescriptor)
  }

  /// Records that keyboards are grabbed from now on.
  func keyboardsWillBeGrabbed() {
    isGraphical = consoles.isGraphical
    wasGraphical = isGraphical
  }

  /// Checks the console when a key is pressed, before the key is handled.
  ///
  /// The first key that is typed for a compositor may belong to a password. Therefore each press
  /// checks for a compositor, which costs a system call. The foreground console is checked at most
  /// once per second, because the kernel reports when it changes.
  ///
  /// - Returns: whether the result differs from the previous one.
  func keyWasPressed(at time: Timestamp) -> Bool {
    guard time >= nextLook || consoles.isGraphical != isGraphical else { return false }
    nextLook = time.advanced(byMicroseconds: Self.period)
    return look()
  }

  /// Switches from the foreground console to another.
  ///
  /// - Returns: whether the switch was possible.
  func leave(for number: Int) -> Bool {
    let front = consoles.foreground
    guard consoles.activate(number) else { return false }
    if let front, front != number, home == nil { home = front }
    look()
    return true
  }

  @discardableResult
  private func look() -> Bool {
    // The switch takes effect a little after the request.
    let front = consoles.foreground
    if let home, front == home, !isOurs { self.home = nil }
    isGraphical = consoles.isGraphical
    hasCompositor = isGraphical && !wasGraphical && home == nil
    let isOurs = (home == nil || front == home) && !hasCompositor
    watchForText(hasCompositor)
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
