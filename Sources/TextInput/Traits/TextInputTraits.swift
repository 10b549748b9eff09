// SPDX-License-Identifier: Apache-2.0

/// What a container says of the text it expects; UIKit's counterpart is `UITextInputTraits`.
///
/// A new value has the defaults of reference 3.1.
public struct TextInputTraits: Hashable, Sendable {
  /// When capitals come by themselves.
  public var autocapitalizationType = AutocapitalizationType.sentences
  /// Whether typing mistakes are corrected.
  public var autocorrectionType = TraitSwitch.default
  /// Whether spelling is checked; by default as ``autocorrectionType``.
  public var spellCheckingType = TraitSwitch.default
  /// Whether straight quotes become typographic ones.
  public var smartQuotesType = TraitSwitch.default
  /// Whether hyphens become dashes.
  public var smartDashesType = TraitSwitch.default
  /// Whether cutting and pasting mend the spaces around.
  public var smartInsertDeleteType = TraitSwitch.default
  /// Whether a continuation is shown while typing.
  public var inlinePredictionType = TraitSwitch.default
  /// What kind of text is expected.
  public var keyboardType = KeyboardType.default
  /// The colours of the keyboard area.
  public var keyboardAppearance = KeyboardAppearance.default
  /// What Return is labelled.
  public var returnKeyType = ReturnKeyType.default
  /// Whether Return does nothing while the text is empty (TRT-7).
  public var enablesReturnKeyAutomatically = false
  /// Whether the text is hidden and can be neither cut nor copied (FLD-3).
  public var isSecureTextEntry = false
  /// What the text means, for filling it in; nil for nothing in particular.
  public var textContentType: TextContentType?
  /// The rules for a new password, in the language of reference 3.5; nil for none.
  public var passwordRules: String?

  /// Makes the default traits.
  public init() {}
}
