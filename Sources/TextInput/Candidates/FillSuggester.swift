// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A field on the screen, as the one sees it who works out what can be filled in.
public struct FillField: Hashable, Sendable {
  /// What the field says of its text.
  public var traits: TextInputTraits
  /// Whether it has text, marked text included.
  public var hasText: Bool

  /// Makes a field.
  public init(_ traits: TextInputTraits, hasText: Bool = false) {
    self.traits = traits
    self.hasText = hasText
  }
}

/// Works out what can be filled into the fields on the screen (reference 3.4).
///
/// The engine asks ``TextEngine/autoFill`` when the focus comes to a field that can be filled.
public protocol FillSuggester {
  /// What to suggest for the focused field.
  ///
  /// Passwords may be made up anew at each call: the engine keeps the suggestions while the focus stays.
  ///
  /// - Parameters:
  ///   - fields: the program's fields on the screen, in the order of ⇥.
  ///   - focused: the index of the focused field; another number gives no suggestions.
  ///   - program: whose fields they are.
  ///   - now: the time.
  /// - Returns: the suggestions, best first; empty where nothing fits (TRT-10).
  func suggestions(
    for fields: [FillField], focused: Int, program: String, at now: Timestamp
  ) -> [FillSuggestion]
}
