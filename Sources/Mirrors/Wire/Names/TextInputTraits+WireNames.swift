// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The traits by name, for requests, observers and form files (reference 3.1).
extension TextInputTraits: NamedProperties {
  /// All traits, in the order of reference 3.1.
  package static let properties: [NamedValue<TextInputTraits>] = [
    NamedValue("autocapitalizationType", \.autocapitalizationType),
    NamedValue("autocorrectionType", \.autocorrectionType),
    NamedValue("spellCheckingType", \.spellCheckingType),
    NamedValue("smartQuotesType", \.smartQuotesType),
    NamedValue("smartDashesType", \.smartDashesType),
    NamedValue("smartInsertDeleteType", \.smartInsertDeleteType),
    NamedValue("inlinePredictionType", \.inlinePredictionType),
    NamedValue("keyboardType", \.keyboardType),
    NamedValue("keyboardAppearance", \.keyboardAppearance),
    NamedValue("returnKeyType", \.returnKeyType),
    NamedValue("enablesReturnKeyAutomatically", \.enablesReturnKeyAutomatically),
    NamedValue("isSecureTextEntry", \.isSecureTextEntry),
    NamedValue("textContentType", \.textContentType),
    NamedValue("passwordRules", \.passwordRules),
    NamedValue("restrictToKeyboardType", \.restrictToKeyboardType),
    NamedValue("mapsPhonePadLetters", \.mapsPhonePadLetters),
    NamedValue("translucent", \.translucent),
    NamedValue("writingToolsBehavior", \.writingToolsBehavior),
    NamedValue("allowedWritingToolsResultOptions", \.allowedWritingToolsResultOptions),
    NamedValue("mathExpressionCompletionType", \.mathExpressionCompletionType),
    NamedValue("supportsAdaptiveImageGlyph", \.supportsAdaptiveImageGlyph),
    NamedValue("conversationContext", \.conversationContext),
  ]

  /// The names of all traits.
  package static var names: [String] { properties.map(\.name) }

  /// All traits with their values, in the order of ``names``.
  package var namedValues: [(name: String, value: JSONValue)] {
    Self.properties.map { ($0.name, $0.read(self)) }
  }

  /// Sets a trait by name.
  ///
  /// - Throws: ``TraitError`` if the name or the value is invalid; nothing changes then (TRT-1).
  package mutating func set(_ name: String, to value: JSONValue) throws(TraitError) {
    try write(name, value, known: Self.names)
  }

  /// Returns the names of the traits that differ, for `traits.didChange` (TRT-2); empty if none do.
  package func changes(from old: TextInputTraits) -> [String] { differences(from: old) }
}

extension TextCapabilities {
  /// All traits, in the order of ``TextInputTraits/names``, with their support in this version.
  ///
  /// Unsupported traits are accepted too, because they describe the field.
  package var traits: [(name: String, support: SupportStatus)] {
    TextInputTraits.properties.map { ($0.name, TextInputTraits.support(of: $0.path)) }
  }
}
