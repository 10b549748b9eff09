// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Keys for sources that know characters and no positions.
extension KeyboardLayouts {
  /// Returns a key that types a character on every layout, and that no keyboard has.
  ///
  /// Some 60,000 characters have such a key; the same character always has the same key.
  ///
  /// - Parameter character: the character; control characters are typed like others.
  /// - Returns: the key; nil if there are no more.
  package func key(typing character: Unicode.Scalar) -> KeyCode? { characters.code(for: character) }
}
