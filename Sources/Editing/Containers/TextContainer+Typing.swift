// SPDX-License-Identifier: Apache-2.0

/// The results of help with typing that a text shows.
extension TextContainer {
  /// The continuation that is shown dimmed after the caret; nil for none (AST-28).
  ///
  /// It is not part of the text.
  public final var inlinePrediction: String? { continuation }

  /// Whether a continuation is shown.
  package final var hasContinuation: Bool { isContinued }

  /// Shows a continuation, and reports it; nil for none.
  package final func showContinuation(_ text: String?) {
    guard text != continuation else { return }
    continuation = text
    queue.append(.inlineDidChange(id, text: text))
  }

  /// Whether the traits ask for spelling to be checked, whatever the settings say.
  package final var asksForSpelling: Bool { currentTraits.spellCheckingType == .yes }

  /// The words that are marked as misspelled, in order; empty while spelling is not checked.
  public final var misspelledRanges: [TextRange] { support?.misspelledRanges ?? [] }
}
