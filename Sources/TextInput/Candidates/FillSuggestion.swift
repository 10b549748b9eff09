// SPDX-License-Identifier: Apache-2.0

/// Something to fill in, shown in the prediction row; nothing is entered until it is accepted
/// (TRT-11).
public struct FillSuggestion: Hashable, Sendable {
  /// What accepting it puts where.
  public struct Fill: Hashable, Sendable {
    /// The field's index among the fields that were asked about.
    public var field: Int
    /// The field's new text.
    public var text: String

    /// Makes a filling.
    public init(field: Int, text: String) {
      self.field = field
      self.text = text
    }
  }

  /// What kind of suggestion it is.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// A value, or several that belong together.
    case values
    /// A name and a password that are stored.
    case credential
    /// A password made up for the field.
    case newPassword
    /// The way to the user's passwords, for a program that may have none of them (TRT-15); it
    /// fills nothing.
    case passwords
  }

  /// What kind it is.
  public var kind: Kind
  /// What is shown; never a stored password or a whole card number.
  public var title: String
  /// Who it comes from, shown beside the title (AST-25); empty for Keybridge itself.
  public var source: String
  /// What accepting it fills, in the order of the fields.
  public var fills: [Fill]

  /// Makes a suggestion.
  public init(kind: Kind, title: String, source: String, fills: [Fill]) {
    self.kind = kind
    self.title = title
    self.source = source
    self.fills = fills
  }
}
