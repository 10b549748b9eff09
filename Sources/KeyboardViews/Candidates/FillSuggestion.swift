// SPDX-License-Identifier: Apache-2.0

/// A suggestion in the prediction row; nothing is filled in until it is accepted (TRT-11).
public struct FillSuggestion: Hashable, Sendable {
  /// A value for one field.
  public struct Fill: Hashable, Sendable {
    /// The index of the field among the fields in the request.
    public var field: Int
    /// The field's new text.
    public var text: String
    /// Whether the text is a password: the field is then secure until it is empty (TRT-22).
    public var isSecret: Bool

    /// Creates a value for a field.
    ///
    /// - Parameters:
    ///   - field: the index of the field among the fields in the request; an index out of range
    ///     fills nothing.
    ///   - text: the text that replaces all of the field's text.
    ///   - isSecret: whether the text is a password.
    public init(field: Int, text: String, isSecret: Bool = false) {
      self.field = field
      self.text = text
      self.isSecret = isSecret
    }
  }

  /// The kind of a suggestion.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// A value, or several values that belong together.
    case values
    /// A stored user name and password.
    case credential
    /// A password generated for the field.
    case newPassword
    /// A link to the user's passwords, for a program that may not receive any (TRT-15); it fills
    /// nothing.
    case passwords
  }

  /// The kind of the suggestion.
  public var kind: Kind
  /// The text that is shown; never a stored password or a whole card number.
  public var title: String
  /// The source of the values, shown next to the title (AST-25); empty for Keybridge itself.
  public var source: String
  /// The values to fill in, in the order of the fields.
  public var fills: [Fill]

  /// Creates a suggestion.
  ///
  /// - Parameters:
  ///   - kind: the kind of the suggestion.
  ///   - title: the text that is shown; it must not be a stored password or a whole card number.
  ///   - source: the source of the values, shown next to the title; empty for Keybridge itself.
  ///   - fills: the values to fill in, in the order of the fields; empty for a link to the
  ///     passwords.
  public init(kind: Kind, title: String, source: String, fills: [Fill]) {
    self.kind = kind
    self.title = title
    self.source = source
    self.fills = fills
  }
}
