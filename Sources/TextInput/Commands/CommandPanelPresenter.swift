// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The panel of what can be pressed now (reference 8.4): while ⌘ is held, and while a sequence waits.
///
/// It is no overlay: it never has the focus, and composition and marked text go on behind it (CMD-25).
/// Of keys it takes ⌘⇟ and ⌘⇞, where it is longer than the screen and lists no such command; every
/// other one means what it means without.
final class CommandPanelPresenter: EnginePart {
  /// What is shown; nil for nothing.
  private(set) var panel: CommandPanel?
  /// ⌘ while it is held for its commands.
  private(set) var hold = CommandHold()

  /// Whether it has to see each event first.
  var isWatching: Bool { hold.isWatching || panel != nil }

  // MARK: Keys

  /// Shows a key to ⌘ and to the panel, before anybody else has it.
  func offer(_ keystroke: Keystroke) -> Disposition? {
    let isReleased = hold.handle(
      keystroke, delay: Int64(engine.settings.discoverabilityDelay) * 1000)
    // The panel of a sequence ends with it, and ⌘ may come and go.
    if isReleased, panel?.prefix.isEmpty == true { close() }
    // A further modifier belongs to a combination that is on its way.
    guard let panel, [.press, .repeat].contains(keystroke.event.phase),
      !keystroke.isModifier
    else { return nil }
    if turnPage(of: panel, by: keystroke) {
      engine.stages.sequence.prolong()
      // Once ⌘ is up, or the panel gone, the key that is still held types nothing.
      if keystroke.event.phase == .press { engine.stages.rawPresses.beginSilent(keystroke) }
      return .overlay
    }
    // CMD-24.
    if panel.prefix.isEmpty {
      cancel()
    }
    return nil
  }

  private func turnPage(of panel: CommandPanel, by keystroke: Keystroke) -> Bool {
    let chord = ChordMatcher(keystroke).exact
    guard chord.modifiers == .command, [KeyInput.pageDown, KeyInput.pageUp].contains(chord.input),
      !panel.lists(chord)
    else { return false }
    let layout = CommandPanelLayout(of: panel, in: engine.commandPanelRoom.size)
    guard layout.previousPage != nil || layout.nextPage != nil else { return false }
    if let row = chord.input == .pageDown ? layout.nextPage : layout.previousPage {
      var panel = panel
      panel.firstRow = row
      show(panel)
    }
    return true
  }

  // MARK: Opening and closing

  /// Learns that ⌘ is still held where it is; long enough, it shows its commands.
  func advance(to time: Timestamp) {
    // What can follow a prefix shows by itself.
    guard hold.advance(to: time), engine.stages.sequence.pending == nil else { return }
    let panel = CommandPanel(
      engine.activeCommands, headings: headings, translator: engine.translator)
    // Who was asked what it can do may have moved the focus: then ⌘ counts no more.
    if hold.isHeld { show(panel) }
  }

  /// A sequence waited long enough.
  func showContinuations() {
    guard !engine.isAway, let sequence = engine.stages.sequence.pending else { return }
    let commands = engine.stages.commands
    let panel = CommandPanel(
      commands.withPresses(commands.collect(following: sequence)), following: sequence.chords,
      headings: headings, translator: engine.translator)
    if engine.stages.sequence.pending?.chords == sequence.chords { show(panel) }
  }

  private var headings: CommandHeadings {
    CommandHeadings(programName: engine.programName, menu: engine.mainMenu.menu)
  }

  private func show(_ panel: CommandPanel) {
    // CMD-23.
    guard !panel.groups.isEmpty else { return }
    self.panel = panel
    engine.stages.heldKeys.isWatching = true
    engine.queue.append(.hudShown(panel))
  }

  /// A sequence has ended: what could follow it shows no more.
  func sequenceDidEnd() {
    if panel?.prefix.isEmpty == false { close() }
  }

  /// Forgets ⌘ and closes the panel.
  func cancel() {
    hold.cancel()
    close()
  }

  private func close() {
    guard panel != nil else { return }
    panel = nil
    engine.queue.append(.hudHidden)
  }
}

extension TextEngine {
  /// What can be pressed now, while it is shown; nil while it is not (reference 8.4).
  public var commandPanel: CommandPanel? { stages.heldKeys.panel.panel }
}
