// SPDX-License-Identifier: Apache-2.0

/// Text that automatically replaces what was typed (reference 10).
///
/// It is a separate undo step on top of the typing (UND-4).
public struct TextSubstitution: Hashable, Sendable {
  /// The reason for a substitution.
  @nonexhaustive
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A typing mistake is corrected.
    case correction
    /// A capital begins a sentence or a word.
    case capital
    /// A straight quotation mark becomes typographic.
    case quote
    /// Hyphens become a dash.
    case dash
    /// Three dots become an ellipsis.
    case ellipsis
    /// Two spaces become a period and a space.
    case period
    /// The user's abbreviation expands to its text.
    case replacement

    /// Whether it replaces a whole word at its end, and is offered before (AST-11, AST-48).
    package var endsWord: Bool { self == .correction || self == .replacement }
  }

  /// The range to replace, as if the text being typed were already in the document.
  ///
  /// A range that ends at or before the caret is replaced first, with a delegate request of its
  /// own; then the text is typed (4.3). A range that reaches the end of the typed text replaces it,
  /// with one delegate request. Any other range is ignored.
  public var range: TextRange
  /// The replacement text.
  public var text: String
  /// The reason for the substitution.
  public var kind: Kind

  /// Creates a substitution.
  ///
  /// - Parameters:
  ///   - range: the range to replace, as if the text being typed were already in the document.
  ///   - text: the replacement text.
  ///   - kind: the reason for the substitution.
  public init(_ range: TextRange, with text: String, kind: Kind) {
    self.range = range
    self.text = text
    self.kind = kind
  }
}

/// A typing mistake and its correction, or a shortcut and its phrase (reference 10.3, 10.9).
public struct TextCorrection: Hashable, Sendable {
  /// The state of a correction.
  public enum Stage: Hashable, Sendable, CaseIterable {
    /// The correction is offered; the text is unchanged (AST-11).
    case offered
    /// The correction is in the text (AST-12).
    case applied
    /// The user dismissed it with ⎋, or by moving the caret out of the word (AST-13).
    case rejected
    /// The user undid it with ⌘Z (AST-15).
    case reverted
  }

  /// The range of the typed text.
  public var range: TextRange
  /// The text that was typed.
  public var typed: String
  /// The correction.
  public var replacement: String
  /// The reason: a correction, or the user's abbreviation.
  public var kind: TextSubstitution.Kind

  /// Creates a correction.
  ///
  /// - Parameters:
  ///   - range: the range of the typed text.
  ///   - typed: the text that was typed.
  ///   - replacement: the text to put in its place.
  ///   - kind: the reason.
  public init(
    _ range: TextRange, typed: String, replacement: String,
    kind: TextSubstitution.Kind = .correction
  ) {
    self.range = range
    self.typed = typed
    self.replacement = replacement
    self.kind = kind
  }
}
