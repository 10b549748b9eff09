// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 1 of the dispatch order: ⌃F2 opens and closes the main menu, if a command in it can run
/// (CMD-30).
final class MenuStage {
  private let contents: MenuContents
  private let search: CommandSearch
  private var last: MenuOverlay?

  init(_ contents: MenuContents, _ search: CommandSearch) {
    self.contents = contents
    self.search = search
  }

  /// The open menu; nil while it is closed.
  var open: MenuOverlay? { last.flatMap { $0.isOpen ? $0 : nil } }

  @inline(__always)
  func answer(_ keystroke: Keystroke) -> StageAnswer? {
    keystroke.modifiers.contains(.control) ? toggled(by: keystroke) : nil
  }

  /// Opens or closes the menu if the key has its chord.
  private func toggled(by keystroke: Keystroke) -> StageAnswer? {
    guard keystroke.modifiers.intersection(.chord) == MenuContents.openingChord.modifiers,
      keystroke.charactersIgnoringModifiers == MenuContents.openingChord.input
    else { return nil }
    var actions = [StageAction.closeOverlay]
    if open == nil {
      guard let panel = contents.makePanel() else { return nil }
      let menu = MenuOverlay(panel, of: contents, search)
      last = menu
      actions = [.endSequence, .open(menu)]
    }
    // A held key must not reopen the menu that it has closed.
    if keystroke.event.phase == .press { actions.append(.ignoreKey) }
    return StageAnswer(.overlay, actions)
  }
}
