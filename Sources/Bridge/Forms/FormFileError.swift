// SPDX-License-Identifier: Apache-2.0
package import TextInput
package import YAMLNodes

/// An error in a form file, with its place.
///
/// `Wording` turns it into a sentence.
package struct FormFileError: Error, Hashable {
  /// The kind of error.
  package enum Problem: Hashable, Sendable {
    /// The text is not YAML, or contains a key twice.
    case yaml(YAMLError.Problem)
    /// The key, property or trait does not exist; `known` are the existing ones.
    case unknownKey(String, nearest: String?, known: [String])
    /// The value has the wrong type; the first value says what is valid: `a list of entries`.
    case expected(String, found: String)
    /// The class of controls does not exist (F155).
    case unknownClass(String, nearest: String?, known: [String])
    /// Controls of this class do not have the property or trait.
    case notOfClass(String, class: String)
    /// The value is invalid for the property or trait.
    case unknownValue(String, of: String, nearest: String?, allowed: [String])
    /// The property is an object that only a program can set.
    case notAValue(String)
    /// The descriptor of password rules is invalid.
    case passwordRules(PasswordRulesError)
    /// A pattern is invalid.
    case pattern(TextPatternError)
    /// Another entry already has the tag.
    case duplicateTag(Int, first: YAMLPlace)
    /// Another entry already has the label.
    case duplicateLabel(String, first: YAMLPlace)
  }

  /// The place in the file.
  package var place: YAMLPlace
  /// The error.
  package var problem: Problem
}

/// All errors in a form file, in the order of their places.
package struct FormFileErrors: Error {
  /// The errors; at least one.
  package var mistakes: [FormFileError]
}
