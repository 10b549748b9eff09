// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The panel of available commands, shown while ⌘ is held and while a sequence is pending
/// (reference 8.4).
///
/// It is not an overlay: it never has focus, and composition continues behind it (CMD-25). It takes
/// only ⌘⇟ and ⌘⇞, if it is longer than the screen and lists no command on them; every other key
/// keeps its meaning.
final class CommandPanelPresenter {
  private let state: EngineState
  /// The visible panel; nil for none.
  private(set) var panel: CommandPanel?
  /// Whether ⌘ is held long enough but no command can be shown (CMD-23).
  private(set) var listsNothing = false
  /// The state of a held ⌘.
  private(set) var hold = CommandHold()

  /// Whether the presenter must receive each event first.
  var isWatching: Bool { hold.isWatching || panel != nil }

  init(_ state: EngineState) { self.state = state }

  // MARK: Keys

  /// Passes a key to the handlers of ⌘ and of the panel, before any other stage.
  func answer(_ keystroke: Keystroke) -> StageAnswer? {
    let isReleased = hold.handle(
      keystroke, delay: Int64(state.settings.discoverabilityDelay) * 1000)
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
      // After ⌘ is released or the panel closed, the key that is still held must type nothing.
      let isPress = keystroke.event.phase == .press
      return StageAnswer(.overlay, isPress ? [.prolongSequence, .ignoreKey] : [.prolongSequence])
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
    let layout = CommandPanelLayout(of: panel, in: state.commandPanelRoom.size)
    guard layout.previousPage != nil || layout.nextPage != nil else { return false }
    if let row = chord.input == .pageDown ? layout.nextPage : layout.previousPage {
      var panel = panel
      panel.firstRow = row
      show(panel)
    }
    return true
  }

  // MARK: Opening and closing

  /// Advances the time.
  ///
  /// - Returns: whether ⌘ has now been held long enough to show the commands.
  func advance(to time: Timestamp) -> Bool { hold.advance(to: time) }

  /// Shows all commands, because ⌘ was held long enough.
  func showCommands(_ panel: CommandPanel) {
    listsNothing = panel.groups.isEmpty
    show(panel)
  }

  /// Shows a panel.
  func show(_ panel: CommandPanel) {
    // A panel without commands is not shown (CMD-23).
    guard !panel.groups.isEmpty else { return }
    self.panel = panel
    state.queue.append(.hudShown(panel))
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
    state.queue.append(.hudHidden)
  }
}
