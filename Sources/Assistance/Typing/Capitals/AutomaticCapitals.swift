// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Automatic capitals (reference 10.1), and the places where the user refused one.
struct AutomaticCapitals {
  /// The container with the latest automatic capitals.
  private var container: ContainerID?
  /// The range of the latest automatic capitals; several only if each letter is capitalized.
  private var range = 0..<0
  /// The place at which a letter stays as typed.
  private var refused: TextPlace?

  /// Returns the capital for a typed letter; nil for none.
  ///
  /// - Parameters:
  ///   - letter: the first code point of the typed text.
  ///   - before: the code point before the caret; nil at the start of the text.
  ///   - context: the text and the input.
  /// - Returns: the substitution.
  mutating func substitution(
    for letter: Unicode.Scalar, after before: Unicode.Scalar?, in context: TypingContext
  ) -> TextSubstitution? {
    let type = context.traits.autocapitalizationType
    guard type != .none, letter.properties.isLowercase else { return nil }
    let caret = context.selection.range.start
    // The text is inspected first, because resolving the traits costs more.
    switch type {
    case .none: return nil
    case .words: guard SentenceStart.wordBegins(at: caret, in: context.storage) else { return nil }
    case .sentences:
      guard
        SentenceStart.sentenceBegins(
          at: caret, in: context.storage, language: context.languageTag)
      else { return nil }
    case .allCharacters: break
    }
    guard refused != TextPlace(context), context.resolvedTraits.autocapitalization == type else {
      return nil
    }
    let capital = LetterCase.capital(
      of: context.text, isWordInCapitals: type == .allCharacters, language: context.languageTag)
    guard capital != context.text else { return nil }
    record(caret..<caret + capital.utf16.count, in: context)
    return TextSubstitution(context.input(), with: capital, kind: .capital)
  }

  /// Records that ⌫ deleted the character after the caret; at the place of an automatic capital the
  /// next letter stays as typed (AST-4).
  mutating func characterWasDeleted(in context: TypingContext) {
    let place = TextPlace(context)
    if container == place.container, range.contains(place.offset) {
      range = range.lowerBound..<place.offset
    } else if refused?.isAt(place) != true {
      return
    }
    refused = place
  }

  private mutating func record(_ capitals: Range<Int>, in context: TypingContext) {
    let continues = container == context.container && capitals.lowerBound == range.upperBound
    range = (continues ? range.lowerBound : capitals.lowerBound)..<capitals.upperBound
    container = context.container
    refused = nil
  }
}
