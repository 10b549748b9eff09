// SPDX-License-Identifier: Apache-2.0

/// What the focused responder says about the mode to type in.
///
/// It is all that a program can say (MOD-2): a wish among the modes the user has, and a context to
/// remember the user's choice by. UIKit's counterparts are the `textInputMode` and
/// `textInputContextIdentifier` of `UIResponder`.
public struct ModePreference: Hashable, Sendable {
  /// The mode it prefers: an id, or a language tag, `sv`, for the first mode of the user's that
  /// matches; nil for none (MOD-3).
  public var preferredMode: String?
  /// The context in which the user's choice is remembered; nil or empty for none (MOD-4).
  public var contextIdentifier: String?
  /// Whether only a mode that types ASCII will do: a secure field, or a keyboard type for ASCII
  /// (reference 3.2, IME-11).
  public var requiresASCII: Bool

  /// States a preference, by default none.
  public init(
    preferredMode: String? = nil, contextIdentifier: String? = nil, requiresASCII: Bool = false
  ) {
    self.preferredMode = preferredMode
    self.contextIdentifier = contextIdentifier
    self.requiresASCII = requiresASCII
  }

  /// Finds the context identifier that counts (MOD-4).
  ///
  /// - Parameter chain: the identifiers from the first responder up the responder chain.
  /// - Returns: the first one that is not empty; nil where there is none.
  public static func contextIdentifier(alongChain chain: some Sequence<String?>) -> String? {
    chain.lazy.compactMap(\.self).first { !$0.isEmpty }
  }
}
