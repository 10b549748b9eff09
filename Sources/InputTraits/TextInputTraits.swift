// SPDX-License-Identifier: Apache-2.0

/// The traits of the text that a container expects; the UIKit counterpart is `UITextInputTraits`.
///
/// A new value has the defaults of reference 3.1. ``ResolvedTraits`` holds the resulting behaviour
/// in a field, and ``support(of:)`` reports which traits have an effect.
public struct TextInputTraits: Hashable, Sendable {
  /// The automatic capitalization.
  public var autocapitalizationType = AutocapitalizationType.sentences
  /// Whether typing mistakes are corrected.
  public var autocorrectionType = TraitSwitch.default
  /// Whether spelling is checked; the default follows ``autocorrectionType``.
  public var spellCheckingType = TraitSwitch.default
  /// Whether straight quotes become typographic.
  public var smartQuotesType = TraitSwitch.default
  /// Whether hyphens become dashes.
  public var smartDashesType = TraitSwitch.default
  /// Whether cutting and pasting adjust the surrounding spaces.
  public var smartInsertDeleteType = TraitSwitch.default
  /// Whether a predicted continuation is shown while typing.
  public var inlinePredictionType = TraitSwitch.default
  /// The kind of text that is expected.
  public var keyboardType = KeyboardType.default
  /// The colours of the keyboard area.
  public var keyboardAppearance = KeyboardAppearance.default
  /// The label of the return key.
  public var returnKeyType = ReturnKeyType.default
  /// Whether the return key is disabled while the text is empty (TRT-7).
  public var enablesReturnKeyAutomatically = false
  /// Whether the text is hidden and cannot be cut or copied (FLD-3).
  public var isSecureTextEntry = false
  /// The meaning of the text, for filling it in; nil if unspecified (TRT-9).
  public var textContentType: TextContentType?
  /// The rules for a password generated for this field; nil for the defaults (TRT-16, TRT-18).
  public var passwordRules: PasswordRules?

  // Specific to Keybridge

  /// Whether ``keyboardType`` also filters typed and pasted text (TRT-4); UIKit has no such trait.
  public var restrictToKeyboardType = false
  /// Whether letters type the digit on the same key in a restricted phone pad; see
  /// ``KeyboardType/filter(_:options:)``.
  public var mapsPhonePadLetters = false
  /// Whether the program requests a translucent keyboard area; reported to observers, without
  /// effect here.
  public var translucent = false

  // Accepted and reported to observers, without effect

  /// The extent to which writing tools may act.
  public var writingToolsBehavior = WritingToolsBehavior.default
  /// The kinds of results that writing tools may return.
  public var allowedWritingToolsResultOptions = WritingToolsResultOptions.default
  /// Whether mathematical expressions are completed.
  public var mathExpressionCompletionType = TraitSwitch.default
  /// Whether images that adapt to the text size may be inserted.
  public var supportsAdaptiveImageGlyph = false
  /// The conversation that the text belongs to; nil for none.
  ///
  /// UIKit has an object here; Keybridge keeps the program's own description.
  public var conversationContext: String?

  /// Creates the default traits.
  public init() {}

  /// The defaults of the phone system of 2009, for forms designed for it: no automatic capitals
  /// (D1).
  public static let compatibility2009: TextInputTraits = {
    var traits = TextInputTraits()
    traits.autocapitalizationType = .none
    return traits
  }()
}
