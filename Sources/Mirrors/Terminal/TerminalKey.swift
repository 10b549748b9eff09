// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A key as a terminal reports it.
///
/// A terminal reports characters, and not positions: which key of a keyboard types the character is
/// for the receiver to decide.
package struct TerminalKey: Hashable, Sendable {
  /// The identity of a key.
  package enum Name: Hashable, Sendable {
    /// A key that types no character, or a key of the keypad.
    case code(KeyCode)
    /// A key that types a character: the one without modifiers if the terminal reports it,
    /// otherwise the one that was typed.
    case character(Unicode.Scalar)
    /// AltGr, wherever the layout has it.
    case thirdLevel
    /// No key: an input method of the terminal has committed a text.
    case text
  }

  /// The part of a key press that is reported.
  package enum Phase: Hashable, Sendable {
    /// A press, whose release will not be reported.
    case tap
    /// A press.
    case press
    /// A repeat of a held key.
    case `repeat`
    /// A release.
    case release
  }

  /// The modifiers, numbered as in the kitty keyboard protocol; the first three are xterm's.
  package struct Held: OptionSet, Hashable, Sendable {
    package var rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let shift = Held(rawValue: 1)
    package static let alt = Held(rawValue: 2)
    package static let control = Held(rawValue: 4)
    package static let command = Held(rawValue: 8)
    /// The modifiers with which a key types no text.
    package static let chord: Held = [.alt, .control, .command]
  }

  package var name: Name
  package var held: Held = []
  package var phase = Phase.tap
  /// The text that the key types; empty for none.
  package var text = ""
  /// The character that the key has on a US keyboard; nil if it is not reported.
  package var base: Unicode.Scalar?

  package init(
    _ name: Name, _ held: Held = [], phase: Phase = .tap, text: String = "",
    base: Unicode.Scalar? = nil
  ) {
    (self.name, self.held, self.phase) = (name, held, phase)
    (self.text, self.base) = (text, base)
  }
}
