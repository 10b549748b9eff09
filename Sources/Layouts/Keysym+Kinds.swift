// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon
package import Keys

/// Returns the name of a keysym, for example `dead_acute`; `0x…` if the number has no name.
///
/// The C function is `xkb_keysym_get_name`.
package func keysymName(_ keysym: Keysym) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
    guard let start = buffer.baseAddress,
      xkb_keysym_get_name(keysym.rawValue, start, buffer.count) > 0
    else { return "0x\(String(keysym.rawValue, radix: 16))" }
    return String(cString: start)
  }
}

/// The names of symbols, and which symbols are dead keys or may begin a compose sequence.
extension Keysym {
  static let space = Keysym(rawValue: 0x20)
  static let noBreakSpace = Keysym(rawValue: 0xa0)
  static let backSpace = Keysym(rawValue: 0xff08)
  static let escape = Keysym(rawValue: 0xff1b)
  static let compose = Keysym(rawValue: 0xff20)

  /// Whether the key is a dead key, `dead_…`.
  var isDead: Bool {
    (0xfe50...0xfe93).contains(rawValue)
  }

  /// Whether a compose table may begin a sequence with the keysym: any except Latin-1, the editing
  /// block and the keypad.
  ///
  /// Dead keys and Compose are not the only ones: libX11's table decomposes the Arabic ligatures
  /// that some layouts have on a key.
  var mayBeginSequence: Bool {
    switch rawValue {
    case 0...0xff, 0xff00..<0xff20, 0xff21...0xffff: false
    default: true
    }
  }
}
