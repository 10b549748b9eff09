// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The traits under their names, as requests, observers and form files use them (reference 3.1).
extension TextInputTraits: NamedProperties {
  /// In the order of reference 3.1.
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

  /// Every trait with its value, in the order of ``names``.
  package var namedValues: [(name: String, value: JSONValue)] {
    Self.properties.map { ($0.name, $0.read(self)) }
  }

  /// Sets a trait by its name.
  ///
  /// - Throws: ``TraitError`` for a name or a value that does not exist; then nothing changes
  ///   (TRT-1).
  package mutating func set(_ name: String, to value: JSONValue) throws(TraitError) {
    try write(name, value, known: Self.names)
  }

  /// The names of the traits that differ, for `traits.didChange` (TRT-2); empty for equal traits.
  package func changes(from old: TextInputTraits) -> [String] { differences(from: old) }
}

extension TextCapabilities {
  /// Every trait in the order of ``TextInputTraits/names``, with whether this version acts on it.
  ///
  /// A trait is accepted in either case, because it describes the field.
  package var traits: [(name: String, support: SupportStatus)] {
    TextInputTraits.properties.map { ($0.name, TextInputTraits.support(of: $0.path)) }
  }
}
