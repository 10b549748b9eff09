// SPDX-License-Identifier: Apache-2.0

/// The reason why an expression is not a ``TextPattern``.
public struct TextPatternError: Error, Hashable, Sendable {
  /// The kinds of mistakes.
  @nonexhaustive
  public enum Problem: Hashable, Sendable {
    /// A bracket has no end.
    case unclosed(Character)
    /// Something is missing: before a quantifier, in a class, or after `\`.
    case nothing(Character)
    /// The character is not allowed at this position.
    case unexpected(Character)
    /// The sequence has a meaning that is not supported.
    case unsupported(String)
    /// The numbers of a quantifier are in the wrong order or too large.
    case badCount
    /// The expression has too many parts.
    case tooLarge
  }

  /// The number of characters before the mistake.
  public let column: Int
  /// The mistake.
  public let problem: Problem
}
