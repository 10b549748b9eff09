// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The panel of what can be pressed now (reference 8.4): while ⌘ is held, and while a sequence waits.
///
/// It is no overlay: it never has the focus, and composition and marked text go on behind it (CMD-25).
/// Of keys it takes ⌘⇟ and ⌘⇞, where it is longer than the screen and lists no such command; every
/// other one means what it means without.
extension TextEngine {
  // MARK: Keys

  /// Shows a key to ⌘ and to the panel, before anybody else has it.
  func offerToPanel(_ keystroke: Keystroke) -> Disposition? {
    let isReleased = commandHold.handle(
      keystroke, delay: Int64(settings.discoverabilityDelay) * 1000)
    // The panel of a sequence ends with it, and ⌘ may come and go.
    if isReleased, commandPanel?.prefix.isEmpty == true { closePanel() }
    // A further modifier belongs to a combination that is on its way.
    guard let panel = commandPanel, [.press, .repeat].contains(keystroke.event.phase),
      !keystroke.isModifier
    else { return nil }
    if turnPage(of: panel, by: keystroke) {
      prolongSequence()
      // Once ⌘ is up, or the panel gone, the key that is still held types nothing.
      if keystroke.event.phase == .press { beginSilentPress(keystroke) }
      return .overlay
    }
    // CMD-24.
    if panel.prefix.isEmpty {
      commandHold.cancel()
      closePanel()
    }
    return nil
  }

  private func turnPage(of panel: CommandPanel, by keystroke: Keystroke) -> Bool {
    let chord = ChordMatcher(keystroke).exact
    guard chord.modifiers == .command, [KeyInput.pageDown, KeyInput.pageUp].contains(chord.input),
      !panel.lists(chord)
    else { return false }
    let layout = CommandPanelLayout(of: panel, in: commandPanelRoom.size)
    guard layout.previousPage != nil || layout.nextPage != nil else { return false }
    if let row = chord.input == KeyInput.pageDown ? layout.nextPage : layout.previousPage {
      var panel = panel
      panel.firstRow = row
      show(panel)
    }
    return true
  }

  // MARK: Opening and closing

  /// ⌘ was held long enough.
  func showCommands() {
    // What can follow a prefix shows by itself.
    guard pendingSequence == nil else { return }
    let panel = CommandPanel(activeCommands, headings: headings, translator: translator)
    // Who was asked what it can do may have moved the focus: then ⌘ counts no more.
    if commandHold.isHeld { show(panel) }
  }

  /// A sequence waited long enough.
  func showContinuations() {
    guard !isAway, let sequence = pendingSequence else { return }
    let panel = CommandPanel(
      withPresses(commands(following: sequence)), following: sequence.chords, headings: headings,
      translator: translator)
    if pendingSequence?.chords == sequence.chords { show(panel) }
  }

  private var headings: CommandHeadings {
    CommandHeadings(programName: programName, menu: mainMenu.menu)
  }

  private func show(_ panel: CommandPanel) {
    // CMD-23.
    guard !panel.groups.isEmpty else { return }
    commandPanel = panel
    isWatchingKeys = true
    queue.append(.hudShown(panel))
  }

  func closePanel() {
    guard commandPanel != nil else { return }
    commandPanel = nil
    queue.append(.hudHidden)
  }
}
