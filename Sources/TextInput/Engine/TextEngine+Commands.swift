// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

extension TextEngine {
  /// The reserved commands, which are matched first (CMD-13); the application performs them.
  public var reservedCommands: CommandRegistry { state.reservedCommands }

  /// Whether a chord is handled before any command of reference 8.2 (CMD-13).
  package func isReserved(_ chord: Chord) -> Bool { stages.precedence.isReserved(chord) }

  /// The commands bound in the user's settings; nil for none.
  ///
  /// They are matched before the chain's, and performed by a responder of the chain, or else by
  /// this responder. They belong to the user, like ``settings``: programs have no access. They
  /// apply while something has focus; global ones also apply without focus and while the engine is
  /// inactive. Setting another responder replaces all of them.
  public var userCommands: Responder? {
    get { state.userCommands }
    set {
      state.userCommands = newValue
      stages.sequence.end()
    }
  }

  /// The translator of titles and headings into the user's language (CMD-14).
  public var translator: Translator {
    get { state.translator }
    set { state.translator = newValue }
  }

  /// A function that tells whether a keyboard matches a selector of a command's condition; by
  /// default it compares names.
  public var isKeyboard: (DeviceInfo, _ selector: String) -> Bool {
    get { state.isKeyboard }
    set { state.isKeyboard = newValue }
  }

  /// Runs a command as its key would, with the first responder that can perform it.
  ///
  /// The UIKit counterpart is `sendAction(_:to:from:for:)`.
  ///
  /// - Parameters:
  ///   - command: the command, as declared in its menu.
  ///   - responder: the first responder to consider; nil for the focused one.
  /// - Returns: whether it was performed; false if the command is disabled or the engine inactive.
  @discardableResult
  public func perform(_ command: KeyCommand, from responder: Responder? = nil) -> Bool {
    performer.perform(command, from: responder)
  }

  /// The commands that would run now, in the order in which they are declared along the chain
  /// (CMD-4, CMD-20).
  ///
  /// These commands are left out: those that no responder can perform or that are disabled (CMD-8),
  /// those whose keys a nearer command takes (CMD-6), those whose first key the text takes or moves
  /// focus (CMD-26), and those on reserved keys (CMD-13). Hidden commands are included: they run,
  /// but lists do not show them. While the program is inactive, only the user's global commands are
  /// included.
  public var activeCommands: [ActiveCommand] { stages.listing.listed }
}

/// The keys to press for commands, because a layout may not type the declared chords.
extension TextEngine {
  /// Returns every way to press a chord on the keyboard in use.
  ///
  /// Commands that take these keys first are not considered here, but in ``activeCommands``.
  /// Without a ``keyboardMap`` the result is the chord itself.
  ///
  /// - Parameter chord: the chord to press.
  /// - Returns: the ways, the best first; empty if the chord cannot be pressed.
  public func presses(for chord: Chord) -> [KeyPress] {
    keyboardMap.map { KeyPressFinder($0).presses(for: chord) } ?? [KeyPress(chord)]
  }
}

/// The command panel.
extension TextEngine {
  /// The visible command panel; nil for none (reference 8.4).
  public var commandPanel: CommandPanel? { stages.heldKeys.panel.panel }

  /// Whether ⌘ is held to show the commands, but none is available, so that no panel appears
  /// (CMD-23).
  public var hasNoCommandToShow: Bool { stages.heldKeys.panel.listsNothing }

  /// The cells available to a panel: those above the keyboard area, which a panel never covers.
  public var commandPanelRoom: CellRect { state.commandPanelRoom }
}
