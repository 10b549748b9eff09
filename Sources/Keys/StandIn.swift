// SPDX-License-Identifier: Apache-2.0

extension Keystroke {
  /// What a key serves for in chords besides its own character: what no key of the layout types.
  ///
  /// A French keyboard has `[` on the third level only, so its ^ key, which is where a US keyboard has `[`,
  /// stands in for it: ⌘[ is pressed as ⌘^. Always ASCII.
  public struct StandIn: Hashable, Sendable {
    // A byte each, 0 for none: every keystroke carries them.
    private let plainByte: UInt8
    private let shiftedByte: UInt8

    /// Nothing.
    public static let none = StandIn()

    /// Makes a stand-in; a character that is no printable ASCII counts as none.
    public init(plain: Unicode.Scalar? = nil, shifted: Unicode.Scalar? = nil) {
      plainByte = Self.byte(plain)
      shiftedByte = Self.byte(shifted)
    }

    /// The character that the key is with every modifier held: `[`, for ⌘[ and ⇧⌘[.
    public var plain: Unicode.Scalar? { Self.scalar(plainByte) }
    /// The character that the key is with Shift, which then is no modifier of the chord: `{`, for ⌘{.
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
