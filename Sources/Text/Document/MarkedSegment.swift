// SPDX-License-Identifier: Apache-2.0

/// A part of marked text with one appearance.
public struct MarkedSegment: Hashable, Sendable {
  /// The appearance of a segment.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// The text is shown as it was typed.
    case raw
    /// The text was converted.
    case converted
    /// The text was converted, and the visible candidates are alternatives for it.
    case focused
  }

  /// The text of the segment.
  public var text: String
  /// The appearance of the segment.
  public var style: Style

  /// Creates a segment.
  ///
  /// - Parameters:
  ///   - text: the text of the segment; segments are joined without a separator.
  ///   - style: the appearance; by default the text counts as typed.
  public init(_ text: String, style: Style = .raw) {
    self.text = text
    self.style = style
  }
}

extension [MarkedSegment] {
  /// The text of all segments, joined.
  public var text: String { map(\.text).joined() }
}
