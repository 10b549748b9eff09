// SPDX-License-Identifier: Apache-2.0

/// Whether a setting or a trait has an effect in this version.
///
/// An unsupported setting is refused and not listed. An unsupported trait is accepted, because it
/// describes the field.
@nonexhaustive
public enum SupportStatus: Hashable, Sendable {
  /// The setting or trait has an effect.
  case supported
  /// The setting or trait has no effect; the reason is a clause for people, without a full stop.
  case unsupported(reason: String)

  /// The reason why there is no effect; nil if there is one.
  public var reason: String? {
    guard case .unsupported(let reason) = self else { return nil }
    return reason
  }

  fileprivate static let noWritingTools = unsupported(reason: "no writing tools exist")
}

extension TextInputTraits {
  /// Reports whether a trait has an effect in this version, for example
  /// `support(of: \.autocorrectionType)`.
  ///
  /// A trait can be set even if it has no effect, because it describes the field.
  ///
  /// - Parameter trait: the trait's property.
  /// - Returns: the support, with a reason if there is none.
  public static func support(of trait: PartialKeyPath<TextInputTraits>) -> SupportStatus {
    switch trait {
    case \.translucent: .unsupported(reason: "a terminal draws nothing translucent")
    case \.writingToolsBehavior, \.allowedWritingToolsResultOptions: .noWritingTools
    case \.mathExpressionCompletionType: .unsupported(reason: "sums are not completed")
    case \.supportsAdaptiveImageGlyph: .unsupported(reason: "a text contains no images")
    case \.conversationContext: .unsupported(reason: "replies are not suggested")
    default: .supported
    }
  }
}

extension TextInputSettings {
  /// Reports whether a setting has an effect in this version, for example
  /// `support(of: \.statusRow)`.
  ///
  /// - Parameter setting: the setting's property.
  /// - Returns: the support, with a reason if there is none.
  public static func support(of setting: PartialKeyPath<TextInputSettings>) -> SupportStatus {
    switch setting {
    case \.swapsOptionAndCommand:
      .unsupported(
        reason: "the settings file swaps them for each keyboard, with 'swap: option-command'")
    default: .supported
    }
  }
}
