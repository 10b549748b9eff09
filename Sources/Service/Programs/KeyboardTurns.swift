// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Decides which program has the keyboard.
///
/// A program that asks gets it where nobody has the focus; else it waits its turn, the longest waiting
/// first. No program takes it from another: only the user does, by ⌘⇥ or at the control socket. Who let
/// it go by that has the focus again as soon as nobody else has.
final class KeyboardTurns {
  private let engine: TextEngine
  /// The window that has the keyboard while no program has it.
  private let home: Window
  /// Who waits, with what is to have the focus then; the longest waiting first.
  private var waiting: [(program: Program, responder: Responder)] = []
  /// The programs that had the keyboard, the latest last.
  private var history: [Program] = []
  /// How many programs are being asked whether they take the keyboard.
  private var givingCount = 0
  private var isGiving: Bool { givingCount > 0 }

  init(_ engine: TextEngine) {
    self.engine = engine
    home = engine.window
  }

  /// What came of a program's wish for the focus.
  enum Outcome: String, Encodable {
    /// It has it.
    case granted
    /// Somebody else has the keyboard; it is this program's when its turn has come.
    case waits
    /// Who was asked said no, or it cannot have the focus.
    case refused
  }

  /// Whether a program has the keyboard.
  func isHolder(_ program: Program) -> Bool { engine.keyWindow === program.window }

  /// Gives the focus to something of a program's, or has the program wait its turn.
  func request(_ responder: Responder, of program: Program) -> Outcome {
    guard isHolder(program) && !isGiving || isFree else {
      waiting.removeAll { $0.program === program }
      waiting.append((program, responder))
      return .waits
    }
    let wasHolder = isHolder(program)
    if give(responder, of: program) { return .granted }
    if !wasHolder, program.window.firstResponder == nil { release(program) }
    return .refused
  }

  /// Whether somebody has the keyboard and something of theirs the focus.
  private var isHeld: Bool { engine.keyWindow?.firstResponder != nil }

  private func give(_ responder: Responder, of program: Program) -> Bool {
    waiting.removeAll { $0.program === program }
    makeHolder(program)
    givingCount += 1
    defer { givingCount -= 1 }
    // While the program is asked, the user may give the keyboard to another one.
    return program.window.focus(responder) && isHolder(program)
  }

  private func makeHolder(_ program: Program) {
    history.removeAll { $0 === program }
    history.append(program)
    program.window.makeKey()
  }

  /// Has a program wait no longer.
  func withdraw(_ program: Program) {
    waiting.removeAll { $0.program === program }
  }

  /// Gives the keyboard to a program because the user wants it so.
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

  /// Takes the keyboard from a program; ``settle()`` then gives it to the next one.
  func release(_ program: Program) {
    withdraw(program)
    history.removeAll { $0 === program }
    if isHolder(program) { home.makeKey() }
  }

  /// Whether no program has the keyboard, and none is being asked whether it takes it.
  var isFree: Bool { !isHeld && !isGiving }

  /// Gives the keyboard to the program that waits longest, where the one that had it has released it.
  func settle() {
    guard isFree else { return }
    // Who has gone for a moment has its turn when it is back: until then its keys would reach nobody.
    while let (program, responder) = waiting.first(where: { $0.program.state == .connected }) {
      if give(responder, of: program) { return }
      if program.window.firstResponder == nil { release(program) }
      guard isFree else { return }
    }
    // Who lost it to the user's choice, or was never asked to let it go.
    for program in history.reversed()
    where program.state == .connected && program.window.firstResponder != nil {
      return makeHolder(program)
    }
    if home.firstResponder != nil { home.makeKey() }
  }

  /// Gives the keyboard to the next of some programs, in a circle.
  func advance(through programs: [Program]) {
    let current = programs.firstIndex(where: isHolder)
    let order =
      current.map { programs[($0 + 1)...] + programs[..<$0] } ?? programs[...]
    if let next = order.first { activate(next) }
  }
}
