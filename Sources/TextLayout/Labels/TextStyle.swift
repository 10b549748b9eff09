// SPDX-License-Identifier: Apache-2.0

/// The appearance of text, as far as a terminal can show it (DSP-3, FLD-5).
public struct TextStyle: Hashable, Sendable {
  /// Attributes that can be combined with any colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public var rawValue: UInt8

    /// Creates a set from bits.
    ///
    /// - Parameter rawValue: one bit per attribute.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Bold text.
    public static let bold = Attributes(rawValue: 1 << 0)
    /// Faint text.
    public static let dim = Attributes(rawValue: 1 << 1)
    /// Italic text.
    public static let italic = Attributes(rawValue: 1 << 2)
    /// Underlined text.
    public static let underline = Attributes(rawValue: 1 << 3)
    /// Text with the foreground and background colours exchanged.
    public static let reverse = Attributes(rawValue: 1 << 4)
    /// Text with a line through it.
    public static let strikethrough = Attributes(rawValue: 1 << 5)
    /// Blinking text.
    public static let blink = Attributes(rawValue: 1 << 6)
  }

  /// A kind of the line under text; the numbers are those of `CSI 4 : N m`.
  public enum UnderlineStyle: UInt8, Hashable, Sendable {
    /// One straight line.
    case single = 1
    /// Two straight lines.
    case double
    /// A wavy line.
    case curly
    /// A dotted line.
    case dotted
    /// A dashed line.
    case dashed
  }

  /// A colour.
  public enum Color: Hashable, Sendable {
    /// A colour of the terminal's palette: 0–7 are the basic colours, 8–15 their bright variants,
    /// 16–255 the rest.
    case indexed(UInt8)
    /// Red, green and blue, each 0–255.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The attributes, such as bold and dim.
  public var attributes: Attributes
  /// The foreground colour; nil for the mirror's default.
  public var foreground: Color?
  /// The background colour; nil for the mirror's default.
  public var background: Color?
  /// The kind of the line under text with ``Attributes/underline``.
  ///
  /// A terminal without such lines shows a straight one. UIKit's counterpart is `NSUnderlineStyle`.
  public var underlineStyle = UnderlineStyle.single
  /// The colour of the line under text; nil for the foreground colour.
  ///
  /// A terminal that knows no colours of lines uses the foreground colour.
  public var underlineColor: Color?

  /// Creates a style; the default is plain text.
  ///
  /// - Parameters:
  ///   - attributes: the attributes, such as bold and dim.
  ///   - foreground: the foreground colour; nil for the mirror's default.
  ///   - background: the background colour; nil for the mirror's default.
  public init(
    _ attributes: Attributes = [], foreground: Color? = nil, background: Color? = nil
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }
}
