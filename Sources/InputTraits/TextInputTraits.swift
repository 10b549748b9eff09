// SPDX-License-Identifier: Apache-2.0

/// What a container says of the text it expects; UIKit's counterpart is `UITextInputTraits`.
///
/// A new value has the defaults of reference 3.1. What the defaults come to in a field is
/// ``ResolvedTraits``; which traits have an effect is what ``support(of:)`` says.
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
  /// What the text means, for filling it in; nil for nothing in particular (TRT-9).
  public var textContentType: TextContentType?
  /// The rules for a password made up for this field; nil for the usual ones (TRT-16, TRT-18).
  public var passwordRules: PasswordRules?

  // Keybridge's own

  /// Whether ``keyboardType`` also filters what is typed and pasted (TRT-4); UIKit has no such trait.
  public var restrictToKeyboardType = false
  /// Whether letters type the digit they stand on in a restricted phone pad; see
  /// ``KeyboardType/filter(_:options:)``.
  public var mapsPhonePadLetters = false
  /// Whether the program wishes a translucent keyboard area: told to observers, without effect here.
  public var translucent = false

  // Accepted and told to observers, without effect

  /// How much the writing tools may do.
  public var writingToolsBehavior = WritingToolsBehavior.default
  /// What the writing tools may bring back.
  public var allowedWritingToolsResultOptions = WritingToolsResultOptions.default
  /// Whether sums are completed.
  public var mathExpressionCompletionType = TraitSwitch.default
  /// Whether pictures that go with the text's size may be inserted.
  public var supportsAdaptiveImageGlyph = false
  /// What the conversation is about that the text belongs to; nil for nothing.
  ///
  /// UIKit has an object here; Keybridge keeps the program's own description of it.
  public var conversationContext: String?

  /// Makes the default traits.
  public init() {}

  /// The defaults of the phone system of 2009, for forms written for it: no automatic capitals (D1).
  public static let compatibility2009: TextInputTraits = {
    var traits = TextInputTraits()
    traits.autocapitalizationType = .none
    return traits
  }()
}
