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
  ///   - growth: the number of code units by which substitutions before the caret lengthen the text.
  mutating func substitution(for context: TypingContext, after growth: Int) -> TextSubstitution? {
    defer { space = TextPlace(context, plus: 1 + growth) }
    let storage = context.storage
    guard space == TextPlace(context), let first = storage.scalar(before: space?.offset ?? 0),
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
