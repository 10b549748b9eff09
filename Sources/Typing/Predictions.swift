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

/// A correction in the text.
package struct AppliedCorrection {
  let correction: TextCorrection
  /// The range of the replacement.
  let range: TextRange
}
