// SPDX-License-Identifier: Apache-2.0
package import TextInput

extension PasswordRulesError {
  /// The error as a sentence.
  package var words: String {
    switch problem {
    case .unknownRule(let name, _): "there is no rule '\(name.excerpt)'"
    case .unknownClass(let name, _): "there is no class of characters '\(name.excerpt)'"
    case .expected(_, let found):
      found.isEmpty ? "it ends too early" : "'\(found.excerpt)' cannot stand here"
    case .unclosedSet: "the set has no end"
    case .emptySet: "the set is empty"
    case .notASCII(let character): "'\(String(character).excerpt)' is not ASCII"
    case .hyphenNotFirst: "the hyphen does not stand first in its set"
    case .outOfRange(let found, let allowed):
      "\(found.excerpt) is not from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .tooManyRequired: "there are too many 'required' clauses"
    }
  }
}
