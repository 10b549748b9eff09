// SPDX-License-Identifier: Apache-2.0

/// What is wrong with the descriptor of a password's rules, where, and what to write instead.
public struct PasswordRulesError: Error, Hashable, Sendable {
  /// What is wrong.
  @nonexhaustive
  public enum Problem: Hashable, Sendable {
    /// There is no such rule; `nearest` is the one most likely meant.
    case unknownRule(String, nearest: String?)
    /// There is no such class of characters; `nearest` is the one most likely meant.
    case unknownClass(String, nearest: String?)
    /// Something else must stand here; `found` is empty at the end.
    case expected(Expected, found: String)
    /// The closing bracket of a set is missing.
    case unclosedSet
    /// A set has nothing in it.
    case emptySet
    /// A set holds a character that is not printable ASCII.
    case notASCII(Character)
    /// A hyphen stands elsewhere than at the start of a set, where it would look like a range.
    case hyphenNotFirst
    /// A number is outside its limits.
    case outOfRange(found: String, allowed: ClosedRange<Int>)
    /// There are more `required` clauses than ``PasswordRules/mostRequired``.
    case tooManyRequired
  }

  /// What can be missing.
  @nonexhaustive
  public enum Expected: Hashable, Sendable {
    /// The name of a rule.
    case ruleName
    /// `:` behind a rule's name.
    case colon
    /// A class of characters.
    case characterClass
    /// `;` or the end.
    case semicolon
    /// A number.
    case number
  }

  /// How many UTF-16 units stand before the mistake.
  public let column: Int
  /// What is wrong.
  public let problem: Problem

  /// What to write instead; nil where only the author can know.
  public var mend: String? {
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
