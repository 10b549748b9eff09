// SPDX-License-Identifier: Apache-2.0

extension Keystroke {
  /// The character that a key stands in for in chords because no key of the layout types it
  /// directly.
  ///
  /// For example, a French keyboard has `[` on the third level only. Its ^ key, which is where a US
  /// keyboard has `[`, stands in for it: ⌘[ is pressed as ⌘^. The character is always ASCII.
  public struct LayoutFallback: Hashable, Sendable {
    // The two characters have one byte each, 0 for none, because every keystroke carries them.
    private let plainByte: UInt8
    private let shiftedByte: UInt8

    /// The absence of a stand-in.
    public static let none = LayoutFallback()

    /// Creates a stand-in.
    ///
    /// - Parameters:
    ///   - plain: the character of the key with any modifiers held; nil for none. A character
    ///     outside printable ASCII, or a space, counts as none.
    ///   - shifted: the character of the key with Shift, under the same rules.
    public init(plain: Unicode.Scalar? = nil, shifted: Unicode.Scalar? = nil) {
      plainByte = Self.byte(plain)
      shiftedByte = Self.byte(shifted)
    }

    /// The character of the key with any modifiers held: `[`, for ⌘[ and ⇧⌘[.
    public var plain: Unicode.Scalar? { Self.scalar(plainByte) }
    /// The character of the key with Shift, which then does not count as a modifier of the chord:
    /// `{`, for ⌘{.
    public var shifted: Unicode.Scalar? { Self.scalar(shiftedByte) }

    private static func byte(_ scalar: Unicode.Scalar?) -> UInt8 {
      guard let value = scalar?.value, (0x21...0x7E).contains(value) else { return 0 }
      return UInt8(value)
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
      byte == 0 ? nil : Unicode.Scalar(byte)
    }
  }
}
