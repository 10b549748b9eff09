// SPDX-License-Identifier: Apache-2.0

/// A part of a text whose spelling is to be checked, without the word at the caret (AST-52).
public struct SpellingContext: Sendable {
  /// The text; a copy is cheap.
  public var storage: TextStorage
  /// The part to check.
  ///
  /// It begins and ends at white space or at an end of the text, unless several hundred code units
  /// contain no white space.
  public var range: TextRange
  /// The offset of the caret; nil if there is none.
  ///
  /// The word that it touches is not checked, because it may still be typed (AST-52).
  public var caret: Int?
  /// The traits of the container.
  public var traits: TextInputTraits
  /// The language of the input mode, a BCP 47 tag; nil if unknown.
  public var language: String? { languageTag?.description }
  /// The language of the input mode; nil if unknown.
  package var languageTag: LanguageTag?
  /// The container of the text.
  package var container: ContainerID
}
