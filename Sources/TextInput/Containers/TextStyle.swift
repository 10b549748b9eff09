// SPDX-License-Identifier: Apache-2.0

/// A colour as mirrors know it; UIKit's counterpart is `UIColor`.
public enum Color: Hashable, Sendable {
  /// The colours that every terminal has. As a text's colour, black is that of ordinary text.
  case black, red, green, yellow, blue, magenta, cyan, white
  /// A mixture of red, green and blue, each from 0 to 255.
  case rgb(UInt8, UInt8, UInt8)

  /// The colour of a name, `red`, or of `#rrggbb`; nil for anything else.
  public init?(name: String) {
    if let named = Self.named.first(where: { "\($0)" == name }) {
      self = named
      return
    }
    let digits = name.utf8.dropFirst()
    guard name.hasPrefix("#"), digits.count == 6, name.dropFirst().allSatisfy(\.isHexDigit),
      let number = Int(name.dropFirst(), radix: 16)
    else { return nil }
    self = .rgb(
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number))
  }

  private static let named: [Color] = [
    .black, .red, .green, .yellow, .blue, .magenta, .cyan, .white,
  ]
}

/// A font; UIKit's counterpart is `UIFont`.
///
/// A mirror of cells shows only bold and italic; name and size are kept and told (FLD-5).
public struct Font: Hashable, Sendable {
  /// The name of its family.
  public var name: String
  /// Its size in points.
  public var size: Double
  /// Whether it is bold.
  public var isBold: Bool
  /// Whether it is italic.
  public var isItalic: Bool

  /// Makes a font, by default the one that containers begin with (D14).
  public init(
    name: String = "Helvetica", size: Double = 12, isBold: Bool = false, isItalic: Bool = false
  ) {
    self.name = name
    self.size = size
    self.isBold = isBold
    self.isItalic = isItalic
  }
}

/// Where text stands in a row that it does not fill; UIKit's `NSTextAlignment`.
public enum TextAlignment: Int, Hashable, Sendable, CaseIterable {
  /// At the left edge.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right edge.
  case right = 2
  /// Where the text's direction begins: at the right edge for a text from right to left.
  case natural = 4
}

/// The one style of a text container.
public struct TextStyle: Hashable, Sendable {
  /// The colour of the text.
  public var color = Color.black
  /// The font.
  public var font = Font()
  /// Where text stands in its rows.
  public var alignment = TextAlignment.left
  /// The colour behind the text; nil for the mirror's own.
  public var backgroundColor: Color?

  /// Makes the style that a field begins with.
  public init() {}
}

/// The style under UIKit's names.
extension TextContainer {
  /// The colour of the whole text.
  public final var textColor: Color {
    get { style.color }
    set { style.color = newValue }
  }

  /// The font of the whole text.
  public final var font: Font {
    get { style.font }
    set { style.font = newValue }
  }

  /// Where the text stands; left in a new field, natural in a new view.
  public final var textAlignment: TextAlignment {
    get { style.alignment }
    set { style.alignment = newValue }
  }

  /// The colour behind the text; a field's background image comes before it.
  public final var backgroundColor: Color? {
    get { style.backgroundColor }
    set { style.backgroundColor = newValue }
  }
}
