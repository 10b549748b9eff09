// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The open main menu in front of everything else; it receives the keys but never has focus.
///
/// A key with ⌃, ⌥ or ⌘ closes it and is then processed as usual. All other keys are handled here,
/// so that nothing is typed by mistake.
final class MenuOverlay: KeyOverlay {
  private(set) var panel: MenuPanel
  private(set) var isOpen = false
  private let contents: MenuContents
  private let search: CommandSearch
  private let state: EngineState

  init(_ panel: MenuPanel, of contents: MenuContents, _ search: CommandSearch) {
    self.panel = panel
    self.contents = contents
    self.search = search
    state = search.state
  }

  func didOpen() {
    isOpen = true
    state.queue.append(.menuShown(panel))
  }

  func didClose() {
    isOpen = false
    state.queue.append(.menuHidden)
  }

  func follow(_ update: Update) -> Bool {
    state.mainMenu.setNeedsRevalidate()
    return false
  }

  func handle(_ keystroke: Keystroke) -> OverlayAnswer {
    let rest = keystroke.modifiers.subtracting(keystroke.consumedModifiers)
    guard rest.isDisjoint(with: [.control, .option, .command]) else { return .closeAndPassOn }
    var answer = OverlayAnswer.handled
    // A dead key pressed here must not combine with a letter typed in the text.
    if case .pending = keystroke.composition { answer.actions.append(.dropDeadKey) }
    switch keystroke.charactersIgnoringModifiers {
    case .downArrow: move(.down)
    case .upArrow: move(.up)
    case .rightArrow: move(.forward)
    case .leftArrow: move(.back)
    case .home, .pageUp: move(.first)
    case .end, .pageDown: move(.last)
    case .escape: answer.closes = true
    // A held key runs a command only once, because the next selected command may be another one.
    case .return, " ": if keystroke.event.phase == .press { take(&answer) }
    default: if let letter = keystroke.text.first { move(.letter(letter)) }
    }
    return answer
  }

  /// Updates the menu to its current state.
  ///
  /// - Returns: false if no command in it would run any more.
  func refresh() -> Bool {
    guard let now = contents.makePanel() else { return false }
    show(now.following(panel))
    return true
  }

  private func move(_ move: MenuPanel.Move) {
    show(panel.moved(move))
  }

  private func show(_ panel: MenuPanel) {
    // A responder that validates a command may have closed the menu.
    guard isOpen, panel != self.panel else { return }
    self.panel = panel
    state.queue.append(.menuShown(panel))
  }

  private func take(_ answer: inout OverlayAnswer) {
    switch panel.choice {
    case nil, .separator: break
    case .submenu: move(.enter)
    case .command(let row):
      answer.closes = !row.command.attributes.contains(.keepsMenuPresented)
      if !answer.closes { state.mainMenu.setNeedsRevalidate() }
      // The command may have another target by now.
      if let again = answerInvoking(row.declared) { answer.actions += again.actions }
    }
  }

  private func answerInvoking(_ declared: KeyCommand) -> StageAnswer? {
    search.performable(declared, of: .menu).map { found in
      .invoking(found) { [self] in answerInvoking(declared) }
    }
  }
}
