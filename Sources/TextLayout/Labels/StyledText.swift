// SPDX-License-Identifier: Apache-2.0

/// Read-only text whose spans have different styles (DSP-3).
///
/// Editable containers have one style for all of their text; this type is for labels and other
/// read-only text. The UIKit counterpart is `NSAttributedString`.
public struct StyledText: Hashable, Sendable {
  /// A piece of text in one style.
  public struct Span: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The style of the text.
    public let style: TextStyle

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - text: the text; a span without text is dropped when spans are joined.
    ///   - style: the style of the text; plain by default.
    public init(_ text: String, _ style: TextStyle = TextStyle()) {
      self.text = text
      self.style = style
    }
  }

  /// The spans in order; none is empty, and neighbours differ in style.
  public let spans: [Span]

  /// Joins spans into a text.
  ///
  /// Neighbours of equal style are merged. A user-visible character that begins in one span and
  /// ends in another has the style of its start.
  ///
  /// - Parameter spans: the spans in order; empty ones are dropped.
  public init(_ spans: [Span]) {
    self.init(characters: Self.characters(of: spans))
  }

  /// Creates a text in one style.
  ///
  /// - Parameters:
  ///   - text: the text; an empty one has no span.
  ///   - style: the style of the whole text; plain by default.
  public init(_ text: String, style: TextStyle = TextStyle()) {
    spans = text.isEmpty ? [] : [Span(text, style)]
  }

  /// The text without its styles.
  public var text: String { spans.map(\.text).joined() }
}

extension StyledText {
  /// One user-visible character with its style.
  struct StyledCharacter {
    var character: Character
    var style: TextStyle
  }

  /// The characters in order.
  var characters: [StyledCharacter] { Self.characters(of: spans) }

  /// Creates a text from characters.
  init(characters: some Sequence<StyledCharacter>) {
    var spans: [Span] = []
    var text = ""
    var style = TextStyle()
    for next in characters {
      if next.style != style, !text.isEmpty {
        spans.append(Span(text, style))
        text = ""
      }
      style = next.style
      text.append(next.character)
    }
    if !text.isEmpty { spans.append(Span(text, style)) }
    self.spans = spans
  }

  /// The characters of spans in order; one that begins in one span and ends in another has the
  /// style of its start.
  static func characters(of spans: [Span]) -> [StyledCharacter] {
    var ends = spans.lazy.map { ($0.text.utf8.count, $0.style) }.makeIterator()
    var span = ends.next()
    var end = span?.0 ?? 0
    var offset = 0
    return spans.map(\.text).joined().map { character in
      while offset >= end, let next = ends.next() {
        span = next
        end += next.0
      }
      offset += character.utf8.count
      return StyledCharacter(character: character, style: span?.1 ?? TextStyle())
    }
  }
}
