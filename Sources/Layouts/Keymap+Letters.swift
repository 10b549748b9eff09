// SPDX-License-Identifier: Apache-2.0
import Keys

/// The letters that a keymap types, for the choice of a layout for a mode.
extension Keymap {
  /// Whether a key types a letter without modifiers, in any of its groups.
  func types(_ letter: Unicode.Scalar) -> Bool {
    let groups = 0..<groupCount
    return KeyCode.typing.contains { code in
      groups.contains { group in
        bareKeysyms(of: UInt32(code.rawValue) + 8, group: group).contains {
          Keysym(rawValue: $0).text.unicodeScalars.elementsEqual([letter])
        }
      }
    }
  }
}
