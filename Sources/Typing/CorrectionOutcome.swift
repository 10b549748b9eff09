// SPDX-License-Identifier: Apache-2.0

extension TextCorrection {
  /// How an offered correction ended, for an assistant that learns (AST-19).
  ///
  /// Each offer has one outcome. An accepted correction may later be edited or reverted, which then
  /// replaces the first outcome.
  public enum Outcome: Hashable, Sendable, CaseIterable {
    /// It was applied.
    case accepted
    /// The user refused it.
    case rejected
    /// The text, the caret or the language changed before it was applied.
    case ignored
    /// The user changed the replacement.
    case edited
    /// The user restored the typed word.
    case reverted
  }
}
