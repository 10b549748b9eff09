// SPDX-License-Identifier: Apache-2.0

/// One column of a row, without references, so that rows are copied quickly.
package struct ScreenCell: Hashable, Sendable {
  /// A character, or the index of a cluster, or a special value.
  private var content: UInt32 = 0
  package var foreground = CellColor.standard
  package var background = CellColor.standard
  package var attributes: CellAttributes = []
  /// The number of the cell's extras; 0 for none.
  package var extras: UInt16 = 0

  private static let secondHalf: UInt32 = 0x7FFF_FFFF
  private static let clusterFlag: UInt32 = 0x8000_0000

  /// Whether the column shows nothing, apart from its colours.
  package var isBlank: Bool { content == 0 }

  /// Whether the column is the second one of a wide character.
  package var isSecondHalf: Bool { content == Self.secondHalf }

  /// Whether the column is the first one of a wide character.
  package var isWide: Bool { attributes.contains(.wide) }

  /// Whether the column shows a character of its own, or nothing, and refers to no shared value.
  var isPlain: Bool { content < Self.secondHalf && extras == 0 && !isWide }

  /// The character, if it is a single code point; nil for others and a blank.
  package var scalar: Unicode.Scalar? { isBlank ? nil : Unicode.Scalar(content) }

  /// The index of the cluster, if the column shows several code points.
  var cluster: Int? {
    content & Self.clusterFlag == 0 ? nil : Int(content & ~Self.clusterFlag)
  }

  /// The index of the extras; nil without any.
  var extrasIndex: Int? { extras == 0 ? nil : Int(extras) - 1 }

  /// Returns the pen with a character.
  func with(_ scalar: Unicode.Scalar, isWide: Bool = false) -> ScreenCell {
    var cell = self
    cell.content = scalar.value
    if isWide { cell.attributes.insert(.wide) }
    return cell
  }

  /// Returns the pen as the second column of a wide character.
  var asSecondHalf: ScreenCell {
    var cell = self
    cell.content = Self.secondHalf
    return cell
  }

  /// Replaces the character by a cluster.
  mutating func setCluster(_ index: Int) {
    content = Self.clusterFlag | UInt32(index)
  }

  /// Removes the character, and keeps the colours.
  mutating func makeBlank() {
    content = 0
    attributes.remove(.wide)
  }

  /// The colours, attributes and extras, without references, in twelve bytes.
  struct Style {
    var foreground: CellColor
    var background: CellColor
    var attributes: CellAttributes
    var extras: UInt16
  }

  /// The colours, attributes and extras.
  var style: Style {
    get {
      Style(
        foreground: foreground, background: background, attributes: attributes, extras: extras)
    }
    set {
      (foreground, background) = (newValue.foreground, newValue.background)
      (attributes, extras) = (newValue.attributes, newValue.extras)
    }
  }

  /// The pen that prints the cell: everything but its character.
  var pen: ScreenCell {
    var pen = self
    pen.makeBlank()
    return pen
  }

  /// The first code of clusters, after those of characters.
  private static let firstCluster: UInt32 = 0x20_0000
  /// The code of a second column; no screen shows this control character.
  private static let secondHalfCode: UInt32 = 1

  /// The content as a small number; see ``with(code:)``.
  var code: UInt32 {
    if let cluster { return Self.firstCluster + UInt32(cluster) }
    return isSecondHalf ? Self.secondHalfCode : content
  }

  /// Returns the pen with the content that has a ``code``.
  func with(code: UInt32) -> ScreenCell {
    var cell = self
    switch code {
    case Self.secondHalfCode: cell.content = Self.secondHalf
    case Self.firstCluster...: cell.setCluster(Int(code - Self.firstCluster))
    default: cell.content = code
    }
    return cell
  }

  /// The cell that erasing with this pen leaves: its background only.
  var erased: ScreenCell {
    var cell = ScreenCell()
    cell.background = background
    return cell
  }
}
