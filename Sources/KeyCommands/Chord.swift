// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Keys held together: one input and the modifiers ⌃⌥⇧⌘ beside it.
///
/// UIKit's counterpart is the pair of `input` and `modifierFlags` in `UIKeyCommand`.
public struct Chord: Hashable, Sendable {
  /// The character the key types without modifiers, in lower case, or a constant of `KeyInput`.
  public let input: String
  /// Which of ⌃⌥⇧⌘ are held.
  public let modifiers: Modifiers

  /// Makes a chord.
  ///
  /// An upper-case letter becomes the lower-case one with Shift (CMD-2); Caps Lock and the keypad
  /// flag are left out (CMD-10).
  public init(_ input: String, _ modifiers: Modifiers = []) {
    let flags = modifiers.intersection(.chord)
    if let letter = Self.lowered(input) {
      self.input = letter
      self.modifiers = flags.union(.shift)
    } else {
      self.input = input
      self.modifiers = flags
    }
  }

  /// The lower-case letter for a single upper-case one; nil for everything else.
  private static func lowered(_ input: String) -> String? {
    guard let scalar = input.unicodeScalars.first else { return nil }
    if scalar.isASCII, !("A"..."Z").contains(scalar) { return nil }
    guard scalar.properties.isUppercase,
      input.count == 1, input.lowercased().count == 1, input.lowercased() != input
    else { return nil }
    return input.lowercased()
  }
}
