// SPDX-License-Identifier: Apache-2.0

/// Text that takes the place of what was typed, by itself (reference 10).
///
/// It is a step of its own for undo, on top of the typing (UND-4).
public struct TextSubstitution: Hashable, Sendable {
  /// Why text is substituted.
  @nonexhaustive
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A typing mistake is corrected.
    case correction
    /// A capital begins a sentence or a word.
    case capital
    /// A straight quotation mark becomes a typographic one.
    case quote
    /// Hyphens become a dash.
    case dash
    /// Two spaces become a period and a space.
    case period
    /// An abbreviation of the user's stands for a text.
    case replacement
  }

  /// What is replaced, as if what is being typed stood in the text already.
  ///
  /// A range that ends at the caret or before it is replaced first, with a question of its own;
  /// then the text is typed (4.3). A range that reaches to the end of what is typed replaces it,
  /// with one question. No other range is taken.
  public var range: TextRange
  /// What stands there instead.
  public var text: String
  /// Why.
  public var kind: Kind

  /// Makes a substitution.
  public init(_ range: TextRange, with text: String, kind: Kind) {
    self.range = range
    self.text = text
    self.kind = kind
  }
}

/// A typing mistake and what it would be corrected to (reference 10.3).
public struct TextCorrection: Hashable, Sendable {
  /// What has become of a correction.
  public enum Stage: Hashable, Sendable, CaseIterable {
    /// It is offered; nothing changes yet (AST-11).
    case offered
    /// It is in the text (AST-12).
    case applied
    /// The person did not want it: ⎋, or the caret left the word (AST-13).
    case rejected
    /// The person took it back with ⌘Z (AST-15).
    case reverted
  }

  /// Where the mistake is.
  public var range: TextRange
  /// What was typed.
  public var typed: String
  /// What it becomes.
  public var replacement: String

  /// Makes a correction.
  public init(_ range: TextRange, typed: String, replacement: String) {
    self.range = range
    self.typed = typed
    self.replacement = replacement
  }
}
