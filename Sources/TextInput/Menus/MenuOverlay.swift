// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The open main menu in front of everything else; it receives the keys but never has focus.
///
/// A key with ⌃, ⌥ or ⌘ closes it and is then processed as usual. All other keys are handled here,
/// so that nothing is typed by mistake.
final class MenuOverlay: KeyOverlay {
  private(set) var panel: MenuPanel
  private unowned let engine: TextEngine

  init(_ panel: MenuPanel, in engine: TextEngine) {
    self.panel = panel
    self.engine = engine
  }

  func handle(_ keystroke: Keystroke) -> Bool {
    let rest = keystroke.modifiers.subtracting(keystroke.consumedModifiers)
    guard rest.isDisjoint(with: [.control, .option, .command]) else {
      close()
      return false
    }
    // A dead key pressed here must not combine with a letter typed in the text.
    if case .pending = keystroke.composition { engine.compositionAbandoned() }
    switch keystroke.charactersIgnoringModifiers {
    case .downArrow: move(.down)
    case .upArrow: move(.up)
    case .rightArrow: move(.forward)
    case .leftArrow: move(.back)
    case .home, .pageUp: move(.first)
    case .end, .pageDown: move(.last)
    case .escape: close()
    // A held key runs a command only once, because the next selected command may be another one.
    case .return, " ": if keystroke.event.phase == .press { take(keystroke) }
    default: if let letter = keystroke.text.first { move(.letter(letter)) }
    }
    return true
  }

  func focusWillMove() {
    close()
  }

  func textDidBecome(_ fact: Update) {
    engine.mainMenu.setNeedsRevalidate()
  }

  func close() {
    guard engine.stages.overlay.current === self else { return }
    engine.stages.overlay.didClose(self)
    engine.queue.append(.menuHidden)
  }

  /// Updates the menu to its current state.
  func refresh() {
    guard let now = engine.stages.menu.makePanel() else { return close() }
    show(now.following(panel))
  }

  private func move(_ move: MenuPanel.Move) {
    show(panel.moved(move))
  }

  private func show(_ panel: MenuPanel) {
    // A responder that validates a command may have closed the menu.
    guard engine.stages.overlay.current === self, panel != self.panel else { return }
    self.panel = panel
    engine.queue.append(.menuShown(panel))
  }

  private func take(_ keystroke: Keystroke) {
    switch panel.choice {
    case nil, .separator: break
    case .submenu: move(.enter)
    case .command(let row):
      let stays = row.command.attributes.contains(.keepsMenuPresented)
      if stays { engine.mainMenu.setNeedsRevalidate() } else { close() }
      // The command may have another target by now.
      let commands = engine.stages.commands
      let found = commands.committing(for: keystroke) {
        commands.performable(row.declared, of: .menu)
      }
      if let found { _ = commands.run(found, for: keystroke) }
    }
  }
}
