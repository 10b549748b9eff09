// SPDX-License-Identifier: Apache-2.0

/// The key of a chord: the character that it types without modifiers, or the name of a key that
/// types none (CMD-3).
///
/// A character is written as a literal: `"k"`, `"/"`. Return is `\r`, Tab is `\t`, and Space is a
/// space. UIKit's counterparts are the strings that `UIKeyCommand` takes and its `input…`
/// constants.
public struct KeyInput: RawRepresentable, Hashable, Sendable {
  /// The character or name as a string.
  ///
  /// Compare with constants, never with the spelling of a name.
  public let rawValue: String

  /// Makes an input of a character or a name.
  ///
  /// - Parameter rawValue: the character, or the name of a constant; an empty string refers to no
  ///   key.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes an input of a character or a name.
  ///
  /// - Parameter rawValue: the character or name, as in ``init(rawValue:)``.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes the input of a key that types a character.
  ///
  /// - Parameter character: the character that the key types without modifiers.
  public init(_ character: Character) {
    rawValue = String(character)
  }

  /// Whether this is a character that is typed, and not a named key, Return or Tab.
  public var isCharacter: Bool {
    // Names are longer than any single scalar, and Return and Tab are control characters.
    let bytes = rawValue.utf8
    guard let first = bytes.first else { return false }
    return first >= 0x20 && bytes.count <= 4
  }

  /// Whether the input is empty: the key is a modifier, or has no name.
  public var isEmpty: Bool { rawValue.isEmpty }

  /// The ↑ key.
  public static let upArrow: KeyInput = "inputUpArrow"
  /// The ↓ key.
  public static let downArrow: KeyInput = "inputDownArrow"
  /// The ← key.
  public static let leftArrow: KeyInput = "inputLeftArrow"
  /// The → key.
  public static let rightArrow: KeyInput = "inputRightArrow"
  /// The ⎋ key.
  public static let escape: KeyInput = "inputEscape"
  /// The ⌫ key, delete backward.
  public static let delete: KeyInput = "inputDelete"
  /// The ⌦ key, which deletes forward; the name is Keybridge's own, because UIKit has none.
  public static let forwardDelete: KeyInput = "inputForwardDelete"
  /// The Page Up key.
  public static let pageUp: KeyInput = "inputPageUp"
  /// The Page Down key.
  public static let pageDown: KeyInput = "inputPageDown"
  /// The Home key.
  public static let home: KeyInput = "inputHome"
  /// The End key.
  public static let end: KeyInput = "inputEnd"
  /// The Insert key; the name is Keybridge's own.
  public static let insert: KeyInput = "inputInsert"
  /// Returns the input of a function key: `inputF5`.
  ///
  /// - Parameter number: the number, `1…24`. Other numbers are not checked; no key has such an
  ///   input.
  /// - Returns: the input.
  public static func function(_ number: Int) -> KeyInput { KeyInput("inputF\(number)") }
  /// The Return key, and the keypad's Enter.
  public static let `return`: KeyInput = "\r"
  /// The Tab key.
  public static let tab: KeyInput = "\t"
}

extension KeyInput: ExpressibleByStringInterpolation {
  /// Makes an input of a literal.
  ///
  /// - Parameter value: the character or name, as in ``init(rawValue:)``.
  public init(stringLiteral value: String) {
    rawValue = value
  }
}

extension KeyInput: CustomStringConvertible {
  /// The character or name.
  public var description: String { rawValue }
}
