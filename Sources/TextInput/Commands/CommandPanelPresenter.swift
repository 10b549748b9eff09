// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The panel of available commands, shown while ⌘ is held and while a sequence is pending
/// (reference 8.4).
///
/// It is not an overlay: it never has focus, and composition continues behind it (CMD-25). It takes
/// only ⌘⇟ and ⌘⇞, if it is longer than the screen and lists no command on them; every other key
/// keeps its meaning.
final class CommandPanelPresenter: EnginePart {
  /// The visible panel; nil for none.
  private(set) var panel: CommandPanel?
  /// Whether ⌘ is held long enough but no command can be shown (CMD-23).
  private(set) var listsNothing = false
  /// The state of a held ⌘.
  private(set) var hold = CommandHold()

  /// Whether the presenter must receive each event first.
  var isWatching: Bool { hold.isWatching || panel != nil }

  // MARK: Keys

  /// Passes a key to the handlers of ⌘ and of the panel, before any other stage.
  func offer(_ keystroke: Keystroke) -> Disposition? {
    let isReleased = hold.handle(
      keystroke, delay: Int64(engine.settings.discoverabilityDelay) * 1000)
    // The panel of a sequence closes with the sequence, independent of ⌘.
    if isReleased {
      listsNothing = false
      if panel?.prefix.isEmpty == true { close() }
    }
    // An additional modifier belongs to a chord that is being pressed.
    guard [.press, .repeat].contains(keystroke.event.phase), !keystroke.isModifier else {
      return nil
    }
    if listsNothing { cancel() }
    guard let panel else { return nil }
    if turnPage(of: panel, by: keystroke) {
      engine.stages.sequence.prolong()
      // After ⌘ is released or the panel closed, the key that is still held must type nothing.
      if keystroke.event.phase == .press { engine.stages.rawPresses.beginSilent(keystroke) }
      return .overlay
    }
    // Another key closes the panel (CMD-24).
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

  /// Advances the time, and shows the commands once ⌘ was held long enough.
  func advance(to time: Timestamp) {
    // Another timer shows the continuations of a sequence.
    guard hold.advance(to: time), engine.stages.sequence.pending == nil else { return }
    let panel = CommandPanel(
      engine.activeCommands, headings: headings, translator: engine.translator)
    // A responder that was asked about its commands may have moved focus, which cancels ⌘.
    guard hold.isHeld else { return }
    listsNothing = panel.groups.isEmpty
    show(panel)
  }

  /// Shows the continuations of a sequence that has been pending long enough.
  func showContinuations() {
    guard !engine.isInactive, let sequence = engine.stages.sequence.pending else { return }
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
    // A panel without commands is not shown (CMD-23).
    guard !panel.groups.isEmpty else { return }
    self.panel = panel
    engine.stages.heldKeys.isWatching = true
    engine.queue.append(.hudShown(panel))
  }

  /// Closes the panel that shows a sequence, because the sequence has ended.
  func sequenceDidEnd() {
    if panel?.prefix.isEmpty == false { close() }
  }

  /// Cancels a held ⌘ and closes the panel.
  func cancel() {
    hold.cancel()
    listsNothing = false
    close()
  }

  private func close() {
    guard panel != nil else { return }
    panel = nil
    engine.queue.append(.hudHidden)
  }
}

extension TextEngine {
  /// The visible command panel; nil for none (reference 8.4).
  public var commandPanel: CommandPanel? { stages.heldKeys.panel.panel }

  /// Whether ⌘ is held to show the commands, but none is available, so that no panel appears
  /// (CMD-23).
  public var hasNoCommandToShow: Bool { stages.heldKeys.panel.listsNothing }
}
