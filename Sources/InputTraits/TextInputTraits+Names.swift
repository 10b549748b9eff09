// SPDX-License-Identifier: Apache-2.0

/// The traits under their names, as requests, observers and form files use them (reference 3.1).
extension TextInputTraits: NamedProperties {
  /// In the order of reference 3.1, each with whether this version acts on it.
  package static let properties: [NamedValue<TextInputTraits>] = [
    NamedValue("autocapitalizationType", \.autocapitalizationType, .noCapitals),
    NamedValue("autocorrectionType", \.autocorrectionType, .noCorrection),
    NamedValue("spellCheckingType", \.spellCheckingType, .noSpelling),
    NamedValue("smartQuotesType", \.smartQuotesType, .noSmartQuotes),
    NamedValue("smartDashesType", \.smartDashesType, .noSmartDashes),
    NamedValue("smartInsertDeleteType", \.smartInsertDeleteType, .noSmartSpaces),
    NamedValue("inlinePredictionType", \.inlinePredictionType, .noPrediction),
    NamedValue("keyboardType", \.keyboardType, .supported),
    NamedValue("keyboardAppearance", \.keyboardAppearance, .supported),
    NamedValue("returnKeyType", \.returnKeyType, .supported),
    NamedValue("enablesReturnKeyAutomatically", \.enablesReturnKeyAutomatically, .supported),
    NamedValue("isSecureTextEntry", \.isSecureTextEntry, .supported),
    NamedValue("textContentType", \.textContentType, .supported),
    NamedValue("passwordRules", \.passwordRules, .supported),
    NamedValue("restrictToKeyboardType", \.restrictToKeyboardType, .supported),
    NamedValue("mapsPhonePadLetters", \.mapsPhonePadLetters, .supported),
    NamedValue(
      "translucent", \.translucent, .unsupported(reason: "a terminal draws nothing translucent")),
    NamedValue("writingToolsBehavior", \.writingToolsBehavior, .noWritingTools),
    NamedValue(
      "allowedWritingToolsResultOptions", \.allowedWritingToolsResultOptions, .noWritingTools),
    NamedValue(
      "mathExpressionCompletionType", \.mathExpressionCompletionType,
      .unsupported(reason: "sums are not completed")),
    NamedValue(
      "supportsAdaptiveImageGlyph", \.supportsAdaptiveImageGlyph,
      .unsupported(reason: "a text contains no images")),
    NamedValue(
      "conversationContext", \.conversationContext,
      .unsupported(reason: "replies are not suggested")),
  ]

  /// The names of all traits.
  public static var names: [String] { properties.map(\.name) }

  /// Every trait with its value, in the order of ``names``.
  public var namedValues: [(name: String, value: TraitWireValue)] {
    Self.properties.map { ($0.name, $0.read(self)) }
  }

  /// Returns whether this version acts on a trait; nil for an unknown name.
  public static func support(of name: String) -> SupportStatus? { property(named: name)?.support }

  /// Sets a trait by its name.
  ///
  /// - Throws: ``TraitError`` for a name or a value that does not exist; then nothing changes
  ///   (TRT-1).
  public mutating func set(_ name: String, to value: TraitWireValue) throws(TraitError) {
    try write(name, value, known: Self.names)
  }

  /// The names of the traits that differ, for `traits.didChange` (TRT-2); empty for equal traits.
  public func changes(from old: TextInputTraits) -> [String] { differences(from: old) }
}

extension SupportStatus {
  fileprivate static let noWritingTools = unsupported(reason: "no writing tools exist")
}
