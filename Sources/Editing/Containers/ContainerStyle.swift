// SPDX-License-Identifier: Apache-2.0

extension TextStyle.Color {
  /// Black; as a container's colour, the colour of ordinary text.
  public static let black = TextStyle.Color.indexed(0)
  /// Red.
  public static let red = TextStyle.Color.indexed(1)
  /// Green.
  public static let green = TextStyle.Color.indexed(2)
  /// Yellow.
  public static let yellow = TextStyle.Color.indexed(3)
  /// Blue.
  public static let blue = TextStyle.Color.indexed(4)
  /// Magenta.
  public static let magenta = TextStyle.Color.indexed(5)
  /// Cyan.
  public static let cyan = TextStyle.Color.indexed(6)
  /// White.
  public static let white = TextStyle.Color.indexed(7)

  package static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// The name accepted by ``init(name:)``, `red` or `#rrggbb`; nil for a colour without a name.
  public var name: String? {
    switch self {
    case .indexed(let index): Self.names.indices.contains(Int(index)) ? Self.names[Int(index)] : nil
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// Creates a colour from a name, `red`, or from `#rrggbb`.
  ///
  /// - Parameter name: the name; the result is nil if it is unknown.
  public init?(name: String) {
    if let index = Self.names.firstIndex(of: name) {
      self = .indexed(UInt8(index))
      return
    }
    let digits = name.dropFirst()
    guard name.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = Int(digits, radix: 16)
    else { return nil }
    self = .rgb(
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number))
  }
}

/// A font; UIKit's counterpart is `UIFont`.
///
/// A mirror of cells shows only bold and italic; the name and the size are stored and reported
/// (FLD-5).
public struct Font: Hashable, Sendable {
  /// The PostScript name or the family name.
  public var name: String
  /// The size in points.
  public var size: Double
  /// Whether the font is bold.
  public var isBold: Bool
  /// Whether the font is italic.
  public var isItalic: Bool

  /// Creates a font; the default is the initial font of containers (D14).
  ///
  /// - Parameters:
  ///   - name: the PostScript name or the family name; it is not checked.
  ///   - size: the size in points; a mirror of cells ignores it.
  ///   - isBold: whether the font is bold.
  ///   - isItalic: whether the font is italic.
  public init(
    name: String = "Helvetica", size: Double = 12, isBold: Bool = false, isItalic: Bool = false
  ) {
    self.name = name
    self.size = size
    self.isBold = isBold
    self.isItalic = isItalic
  }

  /// Creates a font from a PostScript name, whose last part gives bold and italic:
  /// `Helvetica-BoldOblique`.
  ///
  /// The UIKit counterpart is `UIFont(name:size:)`.
  ///
  /// - Parameters:
  ///   - name: the PostScript name; a name without a hyphen is neither bold nor italic.
  ///   - size: the size in points.
  public init(named name: String, size: Double) {
    let style = name.split(separator: "-").dropFirst().last.map { $0.lowercased() } ?? ""
    self.init(
      name: name, size: size, isBold: style.containsBytes(of: "bold"),
      isItalic: style.containsBytes(of: "italic") || style.containsBytes(of: "oblique"))
  }
}

/// The style of a text container; it applies to all of its text.
public struct ContainerStyle: Hashable, Sendable {
  /// The colour of the text.
  public var color = TextStyle.Color.black
  /// The font of the text.
  public var font = Font()
  /// The alignment of the text in its rows.
  public var alignment = TextAlignment.left
  /// The colour behind the text; nil for the mirror's default.
  public var backgroundColor: TextStyle.Color?

  /// Creates the initial style of a field.
  public init() {}

  /// The style on a mirror of cells: black becomes the mirror's default colour, and of the font
  /// only bold and italic are shown (FLD-5).
  public var textStyle: TextStyle {
    var attributes: TextStyle.Attributes = []
    if font.isBold { attributes.insert(.bold) }
    if font.isItalic { attributes.insert(.italic) }
    return TextStyle(
      attributes, foreground: color == .black ? nil : color, background: backgroundColor)
  }
}
