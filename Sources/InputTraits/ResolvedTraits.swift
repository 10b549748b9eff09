// SPDX-License-Identifier: Apache-2.0

/// The effective behaviour of a field: its traits with the user's settings and the mode's language
/// (reference 3.6).
///
/// An explicit `yes` overrides what the context suggests, except in a secure field, where
/// everything is off (TRT-19). The user's settings override both, except for spelling (D21).
public struct ResolvedTraits: Hashable, Sendable {
  /// Whether straight quotes become typographic.
  public let smartQuotes: Bool
  /// Whether hyphens become dashes.
  public let smartDashes: Bool
  /// Whether cutting and pasting adjust the surrounding spaces.
  public let smartInsertDelete: Bool
  /// The automatic capitalization.
  public let autocapitalization: AutocapitalizationType
  /// Whether typing mistakes are corrected.
  public let autocorrection: Bool
  /// Whether words are predicted in the prediction row (AST-26).
  public let predictions: Bool
  /// Whether a predicted continuation is shown after the caret.
  public let inlinePrediction: Bool
  /// Whether spelling is checked.
  public let spellChecking: Bool
  /// Whether two spaces become a period and a space (AST-8); there is no trait for it.
  public let periodShortcut: Bool
  /// Whether three dots become an ellipsis (AST-41); there is no trait for it.
  public let smartEllipsis: Bool

  /// Resolves the traits of a field.
  ///
  /// - Parameters:
  ///   - traits: the traits that the program set.
  ///   - settings: the user's settings.
  ///   - language: the language of the mode.
  public init(
    _ traits: TextInputTraits, settings: TextInputSettings = TextInputSettings(),
    language: LanguageTag = .english
  ) {
    let keyboard = traits.effectiveKeyboardType
    let script = language.script
    let hasWords = traits.textContentType?.isProse ?? true
    let isProse = keyboard.assistsByDefault && hasWords
    func isOn(_ choice: TraitSwitch, byDefault: Bool) -> Bool {
      guard !traits.isSecureTextEntry else { return false }
      return choice == .default ? byDefault : choice == .yes
    }

    smartQuotes = settings.smartPunctuation && isOn(traits.smartQuotesType, byDefault: isProse)
    smartDashes = settings.smartPunctuation && isOn(traits.smartDashesType, byDefault: isProse)
    smartInsertDelete =
      settings.smartInsertDelete && isOn(traits.smartInsertDeleteType, byDefault: isProse)
    inlinePrediction =
      settings.predictions
      && isOn(traits.inlinePredictionType, byDefault: isProse && script.hasInlineCorrection)
    // In scripts without inline correction, even an explicit `yes` has no effect (3.1, AST-20).
    let corrects =
      script.hasInlineCorrection && isOn(traits.autocorrectionType, byDefault: isProse)
    autocorrection = settings.autocorrection && corrects
    predictions = settings.predictions && corrects
    spellChecking =
      traits.spellCheckingType == .default
      ? settings.spellChecking && corrects : isOn(traits.spellCheckingType, byDefault: false)
    periodShortcut = settings.periodShortcut && isProse && !traits.isSecureTextEntry
    smartEllipsis = settings.smartEllipsis && isProse && !traits.isSecureTextEntry

    // `sentences` is the default value, so only another value is known to be explicit.
    let isExplicit = traits.autocapitalizationType != .sentences
    let capitalizes =
      settings.autocapitalization && !traits.isSecureTextEntry && script.hasCase
      && !keyboard.ignoresAutocapitalization
      && (isExplicit || keyboard.autocapitalizesByDefault && hasWords)
    autocapitalization = capitalizes ? traits.autocapitalizationType : .none
  }
}
