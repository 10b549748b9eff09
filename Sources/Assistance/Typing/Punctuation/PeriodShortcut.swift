// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Two spaces become a period and a space (reference 10.2).
struct PeriodShortcut {
  /// The place after the space that was typed last.
  private var space: TextPlace?

  /// Returns the substitution for a typed space; nil for none.
  ///
  /// - Parameters:
  ///   - context: the text and the input.
  ///   - finished: the substitution before the caret for the same input; nil for none.
  /// - Returns: the substitution.
  mutating func substitution(
    for context: TypingContext, after finished: TextSubstitution?
  ) -> TextSubstitution? {
    defer { space = TextPlace(afterInputOf: context, and: finished, length: 1) }
    let storage = context.storage
    let place = TextPlace(context)
    guard space == place, let first = storage.scalar(before: place.offset),
      first.value == " ", let last = storage.scalar(before: first.start),
      Self.mayEndSentence(last.value), context.resolvedTraits.periodShortcut
    else { return nil }
    return TextSubstitution(context.input(with: 1), with: ". ", kind: .period)
  }

  /// Whether a period may follow a code point (AST-7).
  private static func mayEndSentence(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isWordPart || scalar == "%" || scalar == "°" || scalar.isStraightQuote { return true }
    switch scalar.properties.generalCategory {
    // Some languages close quotations with a mark that opens them in others, such as “.
    case .closePunctuation, .finalPunctuation, .initialPunctuation, .currencySymbol: return true
    default: return false
    }
  }
}
