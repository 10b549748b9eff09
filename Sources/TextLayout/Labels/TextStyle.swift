// SPDX-License-Identifier: Apache-2.0

/// How text looks, as far as a terminal can show it (DSP-3, FLD-5).
public struct TextStyle: Hashable, Sendable {
  /// Attributes that go together with any colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public var rawValue: UInt8

    /// Makes a set from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier strokes.
    public static let bold = Attributes(rawValue: 1 << 0)
    /// Fainter.
    public static let dim = Attributes(rawValue: 1 << 1)
    /// Slanted.
    public static let italic = Attributes(rawValue: 1 << 2)
    /// A line below.
    public static let underline = Attributes(rawValue: 1 << 3)
    /// Text and background exchange their colours.
    public static let reverse = Attributes(rawValue: 1 << 4)
  }

  /// A colour.
  public enum Color: Hashable, Sendable {
    /// One of the terminal's own: 0–7 the usual eight, 8–15 the same brighter, then its 256.
    case indexed(UInt8)
    /// Red, green and blue, 0–255.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// Bold, dim, and so on.
  public var attributes: Attributes
  /// The text's colour; nil for the mirror's own.
  public var foreground: Color?
  /// The colour behind it; nil for the mirror's own.
  public var background: Color?

  /// Makes a style, by default that of plain text.
  public init(
    _ attributes: Attributes = [], foreground: Color? = nil, background: Color? = nil
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }
}
