// SPDX-License-Identifier: Apache-2.0

/// What the user chose for text input everywhere; a program reads and changes none of it.
///
/// A new value has the defaults.
public struct TextInputSettings: Hashable, Sendable {
  /// Whether a secure field shows the character typed last for a moment (FLD-2).
  public var revealLast = true

  /// Makes the default settings.
  public init() {}
}
