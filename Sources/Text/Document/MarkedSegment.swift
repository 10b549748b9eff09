// SPDX-License-Identifier: Apache-2.0

/// A part of marked text that shows alike.
public struct MarkedSegment: Hashable, Sendable {
  /// How a segment shows.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// It is as it was typed.
    case raw
    /// It was converted.
    case converted
    /// It was converted, and the candidates on show are for it.
    case focused
  }

  /// What is shown.
  public var text: String
  /// How it shows.
  public var style: Style

  /// Makes a segment, by default of what was typed.
  public init(_ text: String, style: Style = .raw) {
    self.text = text
    self.style = style
  }
}

extension [MarkedSegment] {
  /// What the segments show.
  public var text: String { map(\.text).joined() }
}
