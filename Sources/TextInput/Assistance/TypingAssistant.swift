// SPDX-License-Identifier: Apache-2.0

/// Where somebody types, and what.
public struct TypingContext: Sendable {
  /// The text before anything is typed; a copy costs nothing.
  public var storage: TextStorage
  /// Caret or selection; what is typed replaces it.
  public var selection: Selection
  /// What is typed; empty when the focus leaves, Return is pressed in a field, or nothing is typed.
  public var text: String
  /// What the container says of the text it expects.
  public var traits: TextInputTraits
  /// The language of the input mode, a BCP 47 tag; nil where none is known.
  public var language: String?
  /// What the traits come to, with the user's settings and the mode's language (reference 3.6).
  public var resolvedTraits: ResolvedTraits {
    ResolvedTraits(
      traits, settings: settings, language: language.flatMap(LanguageTag.init) ?? .english)
  }

  /// The user's settings.
  var settings = TextInputSettings()
  /// Whose text it is.
  var container: ContainerID
  /// Which state of the text it is.
  var revision: Int
}

/// Something that helps with typing: corrections, capitals, quotes, dashes, replacements.
///
/// The engine asks it as text is typed with keys, and tells it what became of its corrections. An offer is asked for
/// once the notifications of the key are delivered, so that a key's own text waits for no dictionary; one that comes even
/// later goes to ``TextEngine/offer(_:for:)``. The assistant is
/// never asked where text is or was secret, nor about what is pasted, undone, composed by an input method or
/// changed by the program. Where there is no assistant nothing is asked, and nothing is spent.
public protocol TypingAssistant: AnyObject {
  /// Is asked before typed text goes in, and, with an empty text, before editing ends (FLD-9).
  ///
  /// - Returns: what is substituted, in the order of the text; see ``TextSubstitution/range``.
  func substitutions(for context: TypingContext) -> [TextSubstitution]

  /// Is asked after typing and deleting what it would correct when the word ends (AST-11, AST-14).
  ///
  /// - Returns: the correction to offer; nil for none, or for one that comes later. Nothing changes by it.
  func correction(in context: TypingContext) -> TextCorrection?

  /// Learns what became of a correction (AST-18, AST-19).
  func correction(_ correction: TextCorrection, did stage: TextCorrection.Stage)
}

extension TypingAssistant {
  /// Nothing.
  public func correction(in context: TypingContext) -> TextCorrection? { nil }
  /// Does nothing.
  public func correction(_ correction: TextCorrection, did stage: TextCorrection.Stage) {}
}
