// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Sentences about mistakes in password rules.
extension PasswordRulesError {
  /// The error as a sentence.
  package var words: String {
    switch problem {
    case .unknownRule(let name, _): "unknown rule '\(name.excerpt)'"
    case .unknownClass(let name, _): "unknown class of characters '\(name.excerpt)'"
    case .expected(_, let found):
      found.isEmpty ? "unexpected end" : "unexpected '\(found.excerpt)'"
    case .unclosedSet: "the set is not closed"
    case .emptySet: "the set is empty"
    case .notASCII(let character): "'\(String(character).excerpt)' is not ASCII"
    case .hyphenNotFirst: "the hyphen is not the first character of its set"
    case .outOfRange(let found, let allowed):
      "\(found.excerpt) is not from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .tooManyRequired: "there are too many 'required' clauses"
    }
  }
}
