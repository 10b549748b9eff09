// SPDX-License-Identifier: Apache-2.0

/// The reason why an expression is not a ``TextPattern``.
public struct TextPatternError: Error, Hashable, Sendable {
  /// The kinds of mistakes.
  @nonexhaustive
  public enum Problem: Hashable, Sendable {
    /// A bracket has no end.
    case unclosed(Character)
    /// Nothing stands where something must: before a quantifier, in a class, after `\`.
    case nothing(Character)
    /// The sign cannot stand here.
    case unexpected(Character)
    /// The sequence means something that is not supported.
    case unsupported(String)
    /// A quantifier's numbers are not in order, or too large.
    case badCount
    /// The expression has too many parts.
    case tooLarge
  }

  /// How many characters stand before the mistake.
  public let column: Int
  /// The mistake.
  public let problem: Problem
}
