// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// The attributes of a cell.
package struct CellAttributes: OptionSet, Hashable, Sendable {
  package var rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let bold = CellAttributes(rawValue: 1 << 0)
  package static let dim = CellAttributes(rawValue: 1 << 1)
  package static let italic = CellAttributes(rawValue: 1 << 2)
  package static let underline = CellAttributes(rawValue: 1 << 3)
  package static let blink = CellAttributes(rawValue: 1 << 4)
  package static let reverse = CellAttributes(rawValue: 1 << 5)
  /// Text that is not shown.
  package static let concealed = CellAttributes(rawValue: 1 << 6)
  package static let struck = CellAttributes(rawValue: 1 << 7)
  /// Text that selective erasing keeps (DECSCA).
  package static let protected = CellAttributes(rawValue: 1 << 8)
  /// The first column of a character of two columns.
  package static let wide = CellAttributes(rawValue: 1 << 9)

  /// The attributes of a style that shows these.
  var styleAttributes: TextStyle.Attributes {
    // Most cells have none.
    guard rawValue != 0 else { return [] }
    var shown: TextStyle.Attributes = []
    if contains(.bold) { shown.insert(.bold) }
    if contains(.dim) { shown.insert(.dim) }
    if contains(.italic) { shown.insert(.italic) }
    if contains(.underline) { shown.insert(.underline) }
    if contains(.reverse) { shown.insert(.reverse) }
    if contains(.struck) { shown.insert(.strikethrough) }
    if contains(.blink) { shown.insert(.blink) }
    return shown
  }

  /// The bits of ``underlineStyle``.
  private static let underlineShift: UInt16 = 10
  private static let underlineMask: UInt16 = 7 << underlineShift

  /// The kind of the line under text, which is shown with ``underline``.
  package var underlineStyle: TextStyle.UnderlineStyle {
    get {
      TextStyle.UnderlineStyle(
        rawValue: UInt8((rawValue & Self.underlineMask) >> Self.underlineShift)) ?? .single
    }
    set {
      // All bytes of a default cell are 0.
      let bits = newValue == .single ? 0 : UInt16(newValue.rawValue) << Self.underlineShift
      rawValue = rawValue & ~Self.underlineMask | bits
    }
  }
}
