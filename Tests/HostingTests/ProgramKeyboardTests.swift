// SPDX-License-Identifier: Apache-2.0
import Devices
import TerminalScreen
import Testing
import TextInput

@testable import Hosting

/// The decision whether a text of the program may be replaced.
@Suite(.serialized) struct ProgramKeyboardTests {
  /// The parts of a hosted program, whose kernel shows what is typed.
  private final class Desk {
    let loop: EventLoop
    let screen = ProgramScreen(columns: 20, rows: 5, scrollback: 0, version: "1")
    let view: ProgramView
    let terminal: PseudoTerminal
    let keyboard: ProgramKeyboard
    private(set) var refusals = 0

    init() throws {
      loop = try EventLoop(signals: [])
      view = ProgramView(screen)
      terminal = try PseudoTerminal(loop: loop)
      keyboard = ProgramKeyboard(screen, terminal: terminal, view: view)
      keyboard.notReplaced = { [unowned self] in refusals += 1 }
    }

    deinit { terminal.hangUp() }

    var text: ExternalText { view.input.openText }
  }

  @Test("EXT-25 a text that the program was not sent is not replaced, although its screen shows it")
  func unsent() throws {
    let desk = try Desk()
    desk.screen.feed("abc".utf8)
    // The copy of the engine has the text, and the program shows it, but from elsewhere.
    let surroundings = Surroundings("abc", selection: Selection(caret: 3))
    try desk.text.report(surroundings, seen: desk.text.lastNumber)
    #expect(!desk.keyboard.externalText(desk.text, mayReplaceFrom: 0))
    #expect(desk.refusals == 1)
  }

  @Test("an empty end of a text may be replaced, because nothing is erased")
  func nothing() throws {
    let desk = try Desk()
    #expect(desk.keyboard.externalText(desk.text, mayReplaceFrom: 0))
    #expect(desk.refusals == 0)
  }
}
