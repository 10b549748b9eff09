// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TerminalScreen
import TextInput

/// The commands of `exec`: copying and pasting, and moving in the rows that have left the screen.
final class TerminalCommands {
  /// The heading of the commands.
  static let group = "Terminal"
  private static let scrolling = ["terminal.pageUp", "terminal.pageDown"]

  private let view: ProgramView
  private let screen: ProgramScreen
  private let keyboard: ProgramKeyboard
  private let redraw: () -> Void
  private let notify: (String) -> Void
  /// The text of several lines that ⌘V asked about; nil after any other key.
  private var questioned: String?

  init(
    _ view: ProgramView, screen: ProgramScreen, keyboard: ProgramKeyboard,
    overlays: ProgramOverlays, redraw: @escaping () -> Void, notify: @escaping (String) -> Void
  ) {
    (self.view, self.screen, self.keyboard) = (view, screen, keyboard)
    (self.redraw, self.notify) = (redraw, notify)
    keyboard.typed = { [unowned self] in questioned = nil }
    // The alternate screen has no rows above it, and programs there have pages of their own.
    view.input.reserves = { [unowned screen] command in
      screen.isAlternate && Self.scrolling.contains(command.id)
    }
    add("terminal.paste", "v", .command, "Paste") { [unowned self] in
      paste(questioned ?? view.window?.clipboard.pasteboard.text ?? "")
    }
    add("terminal.copy", "c", .command, "Copy from the Screen") { [unowned overlays] in
      overlays.showTranscript(finding: false)
    }
    add("terminal.find", "f", .command, "Find…") { [unowned overlays] in
      overlays.showTranscript(finding: true)
    }
    add("terminal.editLine", "l", .command, "Edit Line") { [unowned overlays] in
      overlays.editLine()
    }
    add("terminal.clear", "k", .command, "Clear Scrollback") { [unowned self] in clear() }
    add(Self.scrolling[0], .pageUp, .shift, "Scroll Up") { [unowned self] in scroll(1) }
    add(Self.scrolling[1], .pageDown, .shift, "Scroll Down") { [unowned self] in scroll(-1) }
    add("terminal.previousPrompt", .upArrow, .command, "Previous Prompt") { [unowned self] in
      showPrompt(above: true)
    }
    add("terminal.nextPrompt", .downArrow, .command, "Next Prompt") { [unowned self] in
      showPrompt(above: false)
    }
  }

  private func add(
    _ id: String, _ input: KeyInput, _ modifiers: Modifiers, _ title: String,
    _ action: @escaping () -> Void
  ) {
    let command = KeyCommand(id: id, input: input, modifiers: modifiers, title: title) {
      $0.group = Self.group
      $0.wantsPriority = true
    }
    view.input.addKeyCommand(command) { [unowned self] _ in
      if id != "terminal.paste" { questioned = nil }
      action()
    }
  }

  /// Pastes a text; without mode 2004, several lines are pasted by a second ⌘V only.
  ///
  /// - Parameter text: the text.
  func paste(_ text: String) {
    let runs = !screen.modes.hasBracketedPaste && PastedText.hasSeveralLines(text)
    guard !runs || questioned == text else {
      questioned = text
      return notify("Press ⌘V again: several lines may run as commands")
    }
    questioned = nil
    keyboard.paste(text)
    redraw()
  }

  private func clear() {
    screen.clearScrollback()
    view.scrolledRows = 0
    redraw()
  }

  private func scroll(_ pages: Int) {
    view.scrolledRows += pages * max(screen.size.rows - 1, 1)
    redraw()
  }

  /// Scrolls to the prompt above or below the top row of the view.
  private func showPrompt(above: Bool) {
    // The program may have printed since the last drawing.
    view.update()
    let top = -view.scrolledRows
    let rows =
      above
      ? Array(stride(from: top - 1, through: -screen.scrollbackCount, by: -1))
      : Array(top + 1..<max(screen.size.rows, top + 1))
    guard let row = rows.first(where: { screen.row($0).isPrompt }) else { return }
    view.scrolledRows = max(-row, 0)
    redraw()
  }
}
