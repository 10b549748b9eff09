// SPDX-License-Identifier: Apache-2.0

/// Words that an assistant predicts, for the prediction row (AST-22).
public struct WordPredictions: Hashable, Sendable {
  /// The typed part of the word, which a chosen word replaces; empty at the caret for the next
  /// word.
  public var range: TextRange
  /// Whole words, the likeliest first.
  public var words: [String]

  /// Creates predictions.
  ///
  /// - Parameters:
  ///   - range: the typed part of the word, which ends at the caret; empty for the next word.
  ///   - words: whole words, the likeliest first.
  public init(_ range: TextRange, words: [String]) {
    self.range = range
    self.words = words
  }
}

/// A continuation of the text that is shown dimmed after the caret, and is not part of the text
/// (AST-28).
public struct InlinePrediction: Hashable, Sendable {
  /// The start of the word that it continues.
  public var start: Int
  /// The text after the caret.
  public var text: String

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - start: the start of the word that it continues, at or before the caret.
  ///   - text: the text after the caret; empty for none.
  public init(start: Int, text: String) {
    self.start = start
    self.text = text
  }
}

/// The predictions that the user can see; others are not computed.
public struct ShownPredictions: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: UInt8

  /// Creates a set from its bits.
  ///
  /// - Parameter rawValue: the bits; unknown ones have no effect.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The prediction row.
  public static let row = ShownPredictions(rawValue: 1)
  /// The continuation after the caret.
  public static let inline = ShownPredictions(rawValue: 2)
}

/// The state of a text's typing assistance, apart from the offered correction.
struct TypingHelp {
  /// Whether the text before the caret was typed, rather than set, pasted or reached by moving the
  /// caret; only such a word is corrected.
  var isTyped = false
  /// The typed words whose correction was refused in this document, in lower case (AST-13).
  var refusedWords: Set<String> = []
  /// The start of the shortcut whose phrase was refused, for this occurrence only (AST-48).
  var refusedShortcut: Int?
  /// The correction that was applied last, while the caret stays behind it (AST-15).
  var applied: AppliedCorrection?
  /// The place behind a space that a chosen word brought along, which punctuation removes (AST-24).
  var automaticSpaceEnd: Int?
  /// The continuation shown after the caret (AST-28).
  var inline: InlinePrediction?
  /// The start of the word whose continuation was dismissed.
  var dismissedInline: Int?
}

/// A correction in the text.
struct AppliedCorrection {
  let correction: TextCorrection
  /// The range of the replacement.
  let range: TextRange
}
