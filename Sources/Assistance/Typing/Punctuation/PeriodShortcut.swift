// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Two spaces become a period and a space (reference 10.2).
struct PeriodShortcut {
  /// The place after the space that was typed last.
  private var space: VersionedPlace?

  /// Returns the substitution for a typed space; nil for none.
  ///
  /// - Parameters:
  ///   - context: the text and the input.
  ///   - finished: the substitution before the caret for the same input; nil for none.
  /// - Returns: the substitution.
  mutating func substitution(
    for context: TypingContext, after finished: TextSubstitution?
  ) -> TextSubstitution? {
    defer { space = VersionedPlace(afterInputOf: context, and: finished, length: 1) }
    let storage = context.storage
    let place = VersionedPlace(context)
    guard space == place, let first = storage.scalar(before: place.offset),
      first.value == " ", let last = storage.scalar(before: first.start),
      Self.mayEndSentence(last.value, at: last.start, in: context),
      context.resolvedTraits.periodShortcut
    else { return nil }
    return TextSubstitution(context.input(with: 1), with: ". ", kind: .period)
  }

  /// Whether a period may follow a code point that begins at an offset (AST-7, AST-8).
  private static func mayEndSentence(
    _ scalar: Unicode.Scalar, at offset: Int, in context: TypingContext
  ) -> Bool {
    // A quotation mark closes in one language and opens in another, such as “.
    if scalar.isQuotationMark {
      return scalar.properties.generalCategory != .openPunctuation
        && !QuoteGlyphs.of(context.languageTag).onlyOpens(scalar)
        && !opens(scalar, at: offset, in: context.storage)
    }
    if scalar.isWordPart { return scalar.properties.generalCategory != .connectorPunctuation }
    if scalar == "%" || scalar == "°" { return true }
    switch scalar.properties.generalCategory {
    case .closePunctuation, .currencySymbol: return true
    default: return false
    }
  }

  /// Whether a quotation mark opens a quotation by its place: after white space, an opening
  /// bracket, or other marks at such a place.
  private static func opens(
    _ mark: Unicode.Scalar, at offset: Int, in storage: TextStorage
  ) -> Bool {
    var offset = offset
    while let before = storage.scalar(before: offset) {
      if before.value.isQuotationMark {
        offset = before.start
        continue
      }
      // French sets its closing mark off with a no-break space.
      if before.value.isNoBreakSpace, mark.isGuillemet { return false }
      return before.value.isSpace || before.value.properties.generalCategory == .openPunctuation
    }
    return true
  }
}

extension QuoteGlyphs {
  /// Whether a mark opens quotations in the language, and closes none.
  fileprivate func onlyOpens(_ mark: Unicode.Scalar) -> Bool {
    (mark == double.openMark || mark == single.openMark) && mark != double.closeMark
      && mark != single.closeMark
  }
}
