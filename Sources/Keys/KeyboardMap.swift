// SPDX-License-Identifier: Apache-2.0

/// Knows what the keys of a keyboard would mean, for somebody who wants to say what is to be pressed.
///
/// It is about the keyboard typed on last, else the first one, in the group that is in force there.
/// ``Keystroke``s say what was pressed, this what could be; UIKit keeps the like to itself.
public protocol KeyboardMap: AnyObject {
  /// What pressing a key would mean while no lock is on.
  ///
  /// Nothing is pressed: what is held, latched and composed stays as it is.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - modifiers: what is held of ⌃⌥⇧⌘.
  ///   - holdsThirdLevel: whether AltGr is held besides.
  /// - Returns: a press; nil without a keyboard, and for AltGr on a keyboard that has none.
  func keystroke(
    pressing code: KeyCode, holding modifiers: Modifiers, andThirdLevel holdsThirdLevel: Bool
  ) -> Keystroke?
}

extension KeyCode {
  /// The keys that type characters, row by row, the keypad's not among them; last the three that only some
  /// keyboards have, `KEY_102ND`, `KEY_RO` and `KEY_YEN`.
  public static let typing: [KeyCode] =
    [2...13, 16...27, 30...41, 43...53, 57...57].flatMap { $0.map { KeyCode($0) } }
    + [86, 89, 124].map { KeyCode($0) }
}
