// SPDX-License-Identifier: Apache-2.0

/// The focused responder's preference for the input mode.
///
/// It is the only influence of a program on modes (MOD-2): a preference among the user's modes, and
/// a context in which the user's choice is remembered. The UIKit counterparts are `textInputMode`
/// and `textInputContextIdentifier` of `UIResponder`.
public struct ModePreference: Hashable, Sendable {
  /// The preferred mode: an identifier, or a language tag, `sv` or `ja+kana`, for the first of the
  /// user's modes that matches; nil for none (MOD-3).
  public var preferredMode: String?
  /// The context in which the user's choice is remembered; nil or empty for none (MOD-4).
  public var contextIdentifier: String?
  /// Whether the mode must type ASCII, for a secure field or an ASCII keyboard type (reference 3.2,
  /// IME-11).
  public var requiresASCII: Bool

  /// Creates a preference, by default none.
  ///
  /// - Parameters:
  ///   - preferredMode: the preferred mode, as an identifier or a language tag; nil for none.
  ///   - contextIdentifier: the context in which the user's choice is remembered; nil or empty for
  ///     none.
  ///   - requiresASCII: whether the mode must type ASCII.
  public init(
    preferredMode: String? = nil, contextIdentifier: String? = nil, requiresASCII: Bool = false
  ) {
    self.preferredMode = preferredMode
    self.contextIdentifier = contextIdentifier
    self.requiresASCII = requiresASCII
  }

  /// Finds the effective context identifier (MOD-4).
  ///
  /// - Parameter chain: the identifiers from the first responder up the responder chain.
  /// - Returns: the first one that is not empty; nil for none.
  public static func contextIdentifier(alongChain chain: some Sequence<String?>) -> String? {
    chain.lazy.compactMap(\.self).first { !$0.isEmpty }
  }
}
