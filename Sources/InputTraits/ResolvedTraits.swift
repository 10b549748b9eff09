// SPDX-License-Identifier: Apache-2.0

/// What a field's traits come to, with the user's settings and the mode's language (reference 3.6).
///
/// An explicit `yes` beats what the situation says, except in a secure field, where everything is
/// off (TRT-19). The user's settings beat both, except for spelling (D21).
public struct ResolvedTraits: Hashable, Sendable {
  /// Whether straight quotes become typographic ones.
  public let smartQuotes: Bool
  /// Whether hyphens become dashes.
  public let smartDashes: Bool
  /// Whether cutting and pasting mend the spaces around.
  public let smartInsertDelete: Bool
  /// When capitals come by themselves.
  public let autocapitalization: AutocapitalizationType
  /// Whether typing mistakes are corrected.
  public let autocorrection: Bool
  /// Whether a continuation is shown behind the caret.
  public let inlinePrediction: Bool
  /// Whether spelling is checked.
  public let spellChecking: Bool
  /// Whether two spaces make a period (AST-8); no trait says so.
  public let periodShortcut: Bool

  /// Resolves traits.
  ///
  /// - Parameters:
  ///   - traits: what the program asked for.
  ///   - settings: what the user chose.
  ///   - language: the mode's language.
  public init(
    _ traits: TextInputTraits, settings: TextInputSettings = TextInputSettings(),
    language: LanguageTag = .english
  ) {
    let keyboard = traits.effectiveKeyboardType
    let script = language.script
    let isSecret = traits.textContentType.map { $0.isCredential || $0 == .oneTimeCode } ?? false
    let isProse = keyboard.assistsByDefault && !isSecret
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
    // Without words to correct even an explicit yes corrects nothing (3.1, AST-20).
    let corrects =
      script.hasInlineCorrection && isOn(traits.autocorrectionType, byDefault: isProse)
    autocorrection = settings.autocorrection && corrects
    spellChecking =
      traits.spellCheckingType == .default
      ? settings.spellChecking && corrects : isOn(traits.spellCheckingType, byDefault: false)
    periodShortcut = settings.periodShortcut && isProse && !traits.isSecureTextEntry

    // Sentences is the default, so only another type is known to be meant.
    let isExplicit = traits.autocapitalizationType != .sentences
    let capitalizes =
      settings.autocapitalization && !traits.isSecureTextEntry && script.hasCase
      && !keyboard.ignoresAutocapitalization
      && (isExplicit || keyboard.autocapitalizesByDefault && !isSecret)
    autocapitalization = capitalizes ? traits.autocapitalizationType : .none
  }
}
