// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Keys that are held together: one input and any of the modifiers ⌃⌥⇧⌘.
///
/// UIKit's counterpart is the pair of `input` and `modifierFlags` in `UIKeyCommand`.
public struct Chord: Hashable, Sendable {
  /// The character that the key types without modifiers, in lower case, or the key's name.
  public let input: KeyInput
  /// The modifiers that are held.
  public let modifiers: Modifiers

  /// Creates a chord.
  ///
  /// An upper-case letter becomes the lower-case letter with Shift (CMD-2). Caps Lock and the
  /// keypad flag are ignored (CMD-10).
  ///
  /// - Parameters:
  ///   - input: the key's character or named key; an empty input makes a chord that no key presses.
  ///   - modifiers: the modifiers that are held; flags other than ⌃⌥⇧⌘ are dropped.
  public init(_ input: KeyInput, _ modifiers: Modifiers = []) {
    let flags = modifiers.intersection(.chord)
    if let letter = Self.lowered(input) {
      self.input = letter
      self.modifiers = flags.union(.shift)
    } else {
      self.input = input
      self.modifiers = flags
    }
  }

  /// Returns the lower-case letter for a single upper-case letter; nil for any other input.
  private static func lowered(_ input: KeyInput) -> KeyInput? {
    let text = input.rawValue
    guard let scalar = text.unicodeScalars.first else { return nil }
    if scalar.isASCII, !("A"..."Z").contains(scalar) { return nil }
    guard scalar.properties.isUppercase,
      text.count == 1, text.lowercased().count == 1, text.lowercased() != text
    else { return nil }
    return KeyInput(text.lowercased())
  }
}
