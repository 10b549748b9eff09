// SPDX-License-Identifier: Apache-2.0
import Keys

/// The programs that were notified of a beginning, and must therefore be notified of the end, even
/// if another program has the keyboard by then.
///
/// If another program gets the keyboard, the resulting ends are reported after that.
struct OpenEventOwners {
  private var presses: [PhysicalKey: Program] = [:]
  /// The program that was notified of the open command panel.
  var panel: Program?
  /// The program that was notified of the open main menu.
  var menu: Program?
  /// The program that was notified of candidates.
  var candidates: Program?
  /// The program that was notified of ink.
  var ink: Program?

  mutating func begin(_ keystroke: Keystroke, for program: Program?) -> Program? {
    presses[keystroke.event.key] = program
    return program
  }

  mutating func end(_ keystroke: Keystroke) -> Program? {
    presses.removeValue(forKey: keystroke.event.key)
  }

  /// Forgets a program.
  mutating func forget(_ program: Program) {
    presses = presses.filter { $0.value !== program }
    if panel === program { panel = nil }
    if menu === program { menu = nil }
    if candidates === program { candidates = nil }
    if ink === program { ink = nil }
  }
}
