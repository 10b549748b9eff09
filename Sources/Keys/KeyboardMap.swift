// SPDX-License-Identifier: Apache-2.0

/// A lookup of what a key would type, for hints about which keys to press.
///
/// It describes the keyboard that was used last, or else the first one, with its current layout
/// group. A ``Keystroke`` says what was pressed, this protocol what could be pressed; UIKit has no
/// public counterpart.
public protocol KeyboardMap: AnyObject {
  /// Computes the keystroke that pressing a key would give while no lock is on.
  ///
  /// Nothing is pressed: held and latched modifiers and composition stay as they are.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - modifiers: the held modifiers among ⌃⌥⇧⌘.
  ///   - holdsThirdLevel: whether AltGr is held too.
  /// - Returns: a press; nil without a keyboard, and nil for AltGr on a keyboard that has none.
  func keystroke(
    pressing code: KeyCode, holding modifiers: Modifiers, andThirdLevel holdsThirdLevel: Bool
  ) -> Keystroke?

  /// The layout and group that ``keystroke(pressing:holding:andThirdLevel:)`` currently uses.
  ///
  /// While it is equal, the letters of the keys are the same, so that what was computed from them
  /// can be kept. Nil, the default, means unknown.
  var layoutIdentity: AnyHashable? { get }
}

extension KeyboardMap {
  /// Nil: what a key types may differ from call to call.
  public var layoutIdentity: AnyHashable? { nil }
}

extension KeyCode {
  /// The keys that type characters, row by row and without the keypad; the last three exist only on
  /// some keyboards: `KEY_102ND`, `KEY_RO` and `KEY_YEN`.
  public static let typing: [KeyCode] =
    [2...13, 16...27, 30...41, 43...53, 57...57].flatMap { $0.map { KeyCode($0) } }
    + [86, 89, 124].map { KeyCode($0) }
}
