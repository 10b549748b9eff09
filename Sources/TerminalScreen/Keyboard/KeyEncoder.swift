// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Turns keystrokes into the bytes that an xterm would send to its program.
///
/// It is a value of the modes that the program has set; the commands of Keybridge and the
/// composition of text come before it.
package struct KeyEncoder: Equatable, Sendable {
  /// The modes of the program.
  package var modes: ScreenModes
  /// xterm's modifyOtherKeys: 0, 1 or 2.
  package var modifyOtherKeys: Int
  /// The flags of the kitty keyboard protocol.
  package var flags: KeyboardProtocol.Flags
  /// Whether Num Lock is on, which only the kitty keyboard protocol reports.
  package var hasNumLock = false

  /// Creates an encoder from modes; by default those of a program that has set none.
  package init(
    modes: ScreenModes = ScreenModes(), modifyOtherKeys: Int = 0,
    flags: KeyboardProtocol.Flags = []
  ) {
    (self.modes, self.modifyOtherKeys, self.flags) = (modes, modifyOtherKeys, flags)
  }

  /// Returns the bytes of a press, a repeat or a release; empty if the program receives nothing.
  ///
  /// - Parameter keystroke: the keystroke; its composition is ignored.
  /// - Returns: the bytes.
  package func bytes(for keystroke: Keystroke) -> [UInt8] {
    let key = ProgramKey(keystroke, hasNumLock: hasNumLock)
    return Array((flags.isEmpty ? legacy(key) : kitty(key)).utf8)
  }

  /// Whether a keystroke only types its text, so that composition and assistance may come before
  /// the program.
  ///
  /// - Parameter keystroke: a press.
  /// - Returns: false for keys that the program receives as a sequence or a control character.
  package func typesText(_ keystroke: Keystroke) -> Bool {
    let key = ProgramKey(keystroke)
    return key.typesText && !flags.contains(.allKeys)
      && !(key.isKeypad && modes.hasApplicationKeypad)
  }
}

extension ProgramScreen {
  /// The encoder for the modes that the program has set.
  package var keyEncoder: KeyEncoder {
    KeyEncoder(modes: modes, modifyOtherKeys: modifyOtherKeys, flags: keyboard.flags)
  }
}
