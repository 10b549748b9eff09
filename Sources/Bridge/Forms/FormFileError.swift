// SPDX-License-Identifier: Apache-2.0
package import TextInput
package import YAMLNodes

/// A mistake in a form file, with its place; facts, not sentences.
package struct FormFileError: Error, Hashable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// The text is not YAML, or has a key twice.
    case yaml(YAMLError.Problem)
    /// There is no such key, property or trait; `known` are those there are.
    case unknownKey(String, nearest: String?, known: [String])
    /// Something else was expected: `a list of entries`.
    case expected(String, found: String)
    /// There is no such class of controls (F155).
    case unknownClass(String, nearest: String?, known: [String])
    /// Controls of this class have no such property, or cannot have the trait.
    case notOfClass(String, class: String)
    /// The property or trait has no such value.
    case unknownValue(String, of: String, nearest: String?, allowed: [String])
    /// The property is an object that only a program can set.
    case notAValue(String)
    /// The descriptor of a password's rules cannot be read.
    case passwordRules(PasswordRulesError)
    /// A pattern cannot be read.
    case pattern(TextPatternError)
    /// Another entry has the tag already.
    case duplicateTag(Int, first: YAMLPlace)
    /// Another entry has the label already.
    case duplicateLabel(String, first: YAMLPlace)
  }

  /// Where it is.
  package var place: YAMLPlace
  /// What is wrong.
  package var problem: Problem
}

/// Every mistake of one form file, in the order of their places.
package struct FormFileErrors: Error {
  /// The mistakes; at least one.
  package var mistakes: [FormFileError]
}
