// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Decides which program has the keyboard.
///
/// A program that requests the focus gets it at once if nothing has the focus; otherwise it is
/// queued, and the program that has waited longest is served first. A program never takes the
/// keyboard from another one; only the user does, with ⌘⇥ or at the control socket. A program that
/// lost the keyboard to the user's choice regains it when no other program has the focus.
final class FocusArbiter {
  private let engine: TextEngine
  /// The window that has the keyboard while no program has it.
  private let home: Window
  /// The queued requests, the oldest first, each with the responder that is to get the focus.
  private var waiting: [(program: Program, responder: Responder)] = []
  /// The programs that have had the keyboard, the most recent last.
  private var history: [Program] = []
  /// How many programs are currently being asked whether they accept the keyboard.
  private var givingCount = 0
  private var isGiving: Bool { givingCount > 0 }

  init(_ engine: TextEngine) {
    self.engine = engine
    home = engine.window
  }

  /// The result of a program's request for the focus.
  enum Outcome: String, Encodable {
    /// The program has the focus.
    case granted
    /// Another program has the keyboard; the request is queued.
    case waits
    /// A program that was consulted refused, or the responder cannot have the focus.
    case refused
  }

  /// Whether a program has the keyboard.
  func isHolder(_ program: Program) -> Bool { engine.keyWindow === program.window }

  /// Gives the focus to a program's responder, or queues the request.
  ///
  /// A program that was started again does not wait for the grace period of its earlier run.
  func request(_ responder: Responder, of program: Program) -> Outcome {
    let succeedsHolder = history.contains { isHolder($0) && program.succeeds($0) }
    guard (isHolder(program) || succeedsHolder) && !isGiving || isFree else {
      waiting.removeAll { $0.program === program }
      waiting.append((program, responder))
      return .waits
    }
    let wasHolder = isHolder(program)
    if give(responder, of: program) { return .granted }
    if !wasHolder, program.window.firstResponder == nil { release(program) }
    return .refused
  }

  /// Whether a window has the keyboard and one of its responders has the focus.
  private var isHeld: Bool { engine.keyWindow?.firstResponder != nil }

  private func give(_ responder: Responder, of program: Program) -> Bool {
    waiting.removeAll { $0.program === program }
    // A modal form that appeared while the request was queued has precedence.
    let responder = program.modalForm(above: responder)?.firstResponder ?? responder
    makeHolder(program)
    givingCount += 1
    defer { givingCount -= 1 }
    // While the program was asked, the user may have given the keyboard to another program.
    return program.window.focus(responder) && isHolder(program)
  }

  private func makeHolder(_ program: Program) {
    history.removeAll { $0 === program }
    history.append(program)
    program.window.makeKey()
  }

  /// Cancels the program's queued request.
  func withdraw(_ program: Program) {
    waiting.removeAll { $0.program === program }
  }

  /// Gives the keyboard to a program at the user's request.
  func activate(_ program: Program) {
    let wanted = waiting.first { $0.program === program }?.responder
    guard let responder = program.window.firstResponder ?? wanted ?? firstTaker(of: program) else {
      return makeHolder(program)
    }
    _ = give(responder, of: program)
  }

  private func firstTaker(of program: Program) -> Responder? {
    program.window.focusOrder.first ?? program.controller
  }

  /// Takes the keyboard from a program; ``giveKeyboardToNext()`` then gives it to the next one.
  func release(_ program: Program) {
    withdraw(program)
    history.removeAll { $0 === program }
    if isHolder(program) { home.makeKey() }
  }

  /// Whether no program has the keyboard, and none is being asked whether it accepts it.
  var isFree: Bool { !isHeld && !isGiving }

  /// If the keyboard is available, gives it to the program that has waited longest.
  func giveKeyboardToNext() {
    guard isFree else { return }
    // A disconnected program stays queued until it reconnects; before that, its keys would be lost.
    while let (program, responder) = waiting.first(where: { $0.program.state == .connected }) {
      if give(responder, of: program) { return }
      if program.window.firstResponder == nil { release(program) }
      guard isFree else { return }
    }
    // The most recent program that lost the keyboard because of the user's choice, or whose focus
    // never ended, regains it.
    for program in history.reversed()
    where program.state == .connected && program.window.firstResponder != nil {
      return makeHolder(program)
    }
    if home.firstResponder != nil { home.makeKey() }
  }

  // MARK: Between two runs of the service

  /// The program that has the keyboard, those that have had it, and the queue.
  var kept: KeptKeyboard {
    KeptKeyboard(
      holder: history.last(where: isHolder)?.number, history: history.map(\.number),
      queue: waiting.compactMap { program, responder in
        KeptFocus(of: responder, in: program).map {
          KeptKeyboard.Waiting(program: program.number, focus: $0)
        }
      })
  }

  /// Gives a program the keyboard that it had in an earlier run, and a responder the focus.
  func restore(_ responder: Responder?, of program: Program) {
    makeHolder(program)
    if let responder { _ = program.window.focus(responder) }
  }

  /// Gives the keyboard to the program that had it at the end of the earlier run; nil for none.
  func restoreHolder(_ program: Program?) {
    if let program { makeHolder(program) } else { home.makeKey() }
  }

  /// Queues the request that a program had made in an earlier run.
  func wait(for responder: Responder, of program: Program) {
    waiting.append((program, responder))
  }

  // MARK: The user's choice

  /// Gives the keyboard to the next of these programs, wrapping around at the end.
  func advance(through programs: [Program]) {
    let current = programs.firstIndex(where: isHolder)
    let order =
      current.map { programs[($0 + 1)...] + programs[..<$0] } ?? programs[...]
    if let next = order.first { activate(next) }
  }
}
