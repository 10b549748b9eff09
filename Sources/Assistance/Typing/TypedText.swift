// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Substitutions for the character that is being typed: capitals, dashes, quotes, the period
/// shortcut (reference 10.1, 10.2, 10.6, 10.7).
package struct TypedText {
  /// Returns the substitution for typed text; nil for none.
  func substitution(for context: TypingContext) -> TextSubstitution? { nil }
}
