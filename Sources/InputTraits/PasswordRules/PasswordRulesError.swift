// SPDX-License-Identifier: Apache-2.0

/// A mistake in the descriptor of password rules: what is wrong, where, and a hint.
public struct PasswordRulesError: Error, Hashable, Sendable {
  /// The kind of mistake.
  @nonexhaustive
  public enum Problem: Hashable, Sendable {
    /// The rule is unknown; `nearest` is the rule most likely meant.
    case unknownRule(String, nearest: String?)
    /// The character class is unknown; `nearest` is the class most likely meant.
    case unknownClass(String, nearest: String?)
    /// Something else is required here; `found` is empty at the end of the text.
    case expected(Expected, found: String)
    /// The closing bracket of a set is missing.
    case unclosedSet
    /// A set is empty.
    case emptySet
    /// A set holds a character that is not printable ASCII.
    case notASCII(Character)
    /// A hyphen is not at the start of a set, and would look like a range.
    case hyphenNotFirst
    /// A number is out of range.
    case outOfRange(found: String, allowed: ClosedRange<Int>)
    /// There are more `required` clauses than ``PasswordRules/mostRequired``.
    case tooManyRequired
  }

  /// The items that can be missing.
  @nonexhaustive
  public enum Expected: Hashable, Sendable {
    /// The name of a rule.
    case ruleName
    /// The `:` after a rule's name.
    case colon
    /// A class of characters.
    case characterClass
    /// `;` or the end.
    case semicolon
    /// A number.
    case number
  }

  /// The number of UTF-16 units before the mistake.
  public let column: Int
  /// The kind of mistake.
  public let problem: Problem

  /// A hint about what to write instead; nil if none can be given.
  public var hint: String? {
    switch problem {
    case .unknownRule(_, let nearest), .unknownClass(_, let nearest): nearest
    case .expected(.ruleName, _): PasswordRulesParser.ruleNames.joined(separator: ", ")
    case .expected(.colon, _): ":"
    case .expected(.characterClass, _):
      (PasswordRules.CharacterClass.named.map(\.name) + ["[…]"]).joined(separator: ", ")
    case .expected(.semicolon, _): ";"
    case .unclosedSet: "]"
    case .hyphenNotFirst: "[-…]"
    case .notASCII: "unicode"
    case .outOfRange(let found, let allowed):
      found.first == "0" ? "\(allowed.lowerBound)" : "\(allowed.upperBound)"
    case .expected(.number, _): "a number"
    case .emptySet, .tooManyRequired: nil
    }
  }
}
