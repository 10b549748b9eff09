// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A field on the screen, as described to a ``FillSuggester``.
public struct FillField: Hashable, Sendable {
  /// The traits of the field.
  public var traits: TextInputTraits
  /// Whether the field has text, including marked text.
  public var hasText: Bool

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - traits: the traits of the field; the content type among them decides what fits.
  ///   - hasText: whether the field has text, including marked text.
  public init(_ traits: TextInputTraits, hasText: Bool = false) {
    self.traits = traits
    self.hasText = hasText
  }
}

/// Suggests values for the fields on the screen (reference 3.4).
///
/// The engine calls its ``TextEngine/autoFill`` when focus moves to a field that can be filled.
public protocol FillSuggester {
  /// Returns suggestions for the focused field.
  ///
  /// Each call may generate new passwords: the engine keeps the suggestions while focus stays.
  ///
  /// - Parameters:
  ///   - fields: the program's fields on the screen, in the order of ⇥.
  ///   - focused: the index of the focused field; any other number gives no suggestions.
  ///   - program: the program that the fields belong to; a value of one user must not be suggested
  ///     to a program of another one (TRT-20).
  ///   - now: the current time.
  /// - Returns: the suggestions, best first; empty if nothing fits (TRT-10).
  func suggestions(
    for fields: [FillField], focused: Int, program: ProgramIdentity, at now: Timestamp
  ) -> [FillSuggestion]
}
