// SPDX-License-Identifier: Apache-2.0

/// A regular expression that a whole text must match, like the `pattern` attribute of HTML and the
/// keyword of JSON Schema.
///
/// ``canBegin(with:)`` checks a text while it is being typed. For every pattern, the time of both
/// checks is bounded by the lengths of text and pattern.
///
/// Supported are characters, `.`, classes `[a-z_]` and `[^0-9]`, groups, `|`, the quantifiers `?`,
/// `*`, `+`, `{2}`, `{2,}` and `{2,4}`, `\d`, `\w`, `\s` and their opposites, `\p{L}` and other
/// general categories, `\t`, `\n`, `\u00e9` and `\` before any punctuation character. `^` at the
/// start and `$` at the end are accepted and have no effect.
public struct TextPattern: Hashable, Sendable, CustomStringConvertible {
  /// The expression.
  public let description: String
  let program: PatternProgram

  /// The maximum length of a text that can match, in UTF-16 code units.
  public static let longestText = 1024

  /// Parses an expression.
  ///
  /// - Parameter expression: the expression for the whole text; an empty one matches only the empty
  ///   text.
  /// - Throws: ``TextPatternError`` for the first mistake, and for an expression that is too large.
  public init(_ expression: String) throws(TextPatternError) {
    description = expression
    var parser = PatternParser(expression)
    program = try parser.program()
  }

  /// Reports whether the pattern describes a text.
  ///
  /// - Parameter text: the whole text; one longer than ``longestText`` does not match.
  /// - Returns: whether all of the text matches.
  public func matches(_ text: String) -> Bool {
    states(after: text).contains(program.end)
  }

  /// Reports whether a text can be the beginning of one that matches.
  ///
  /// - Parameter text: the text typed so far; one longer than ``longestText`` cannot.
  /// - Returns: whether more text can make it match, or it matches already.
  public func canBegin(with text: String) -> Bool {
    !states(after: text).isEmpty
  }

  private func states(after text: String) -> Set<Int> {
    guard text.utf16.count <= Self.longestText else { return [] }
    var states = program.start
    for scalar in text.unicodeScalars {
      states = program.states(after: scalar, from: states)
      if states.isEmpty { break }
    }
    return Set(states)
  }

  /// Compares the expressions letter by letter.
  ///
  /// - Parameters:
  ///   - one: a pattern.
  ///   - other: another pattern.
  /// - Returns: whether the expressions are the same; different ones may still match the same
  ///   texts.
  public static func == (one: TextPattern, other: TextPattern) -> Bool {
    one.description == other.description
  }

  /// Hashes the expression.
  ///
  /// - Parameter hasher: receives the expression.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
