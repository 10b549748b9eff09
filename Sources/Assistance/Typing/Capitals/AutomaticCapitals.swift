// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Automatic capitals (reference 10.1), and the places where the user refused one.
struct AutomaticCapitals {
  private struct Places {
    /// The container with the latest automatic capitals.
    var container: ContainerID?
    /// The range of the latest automatic capitals; several only if each letter is capitalized.
    var range = 0..<0
    /// The place at which a letter stays as typed.
    var refused: VersionedPlace?
  }

  private var places = Places()
  /// The places before the latest automatic capital, which may not be typed.
  private var before = Places()

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
    guard places.refused != VersionedPlace(context),
      context.resolvedTraits.autocapitalization == type
    else {
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
    let place = VersionedPlace(context)
    if places.container == place.container, places.range.contains(place.offset) {
      places.range = places.range.lowerBound..<place.offset
    } else if places.refused?.isAt(place) != true {
      return
    }
    places.refused = place
  }

  /// Forgets the latest automatic capital, which was not typed.
  mutating func takeBack() { places = before }

  private mutating func record(_ capitals: Range<Int>, in context: TypingContext) {
    before = places
    let range = places.range
    let continues =
      places.container == context.container && capitals.lowerBound == range.upperBound
    places.range = (continues ? range.lowerBound : capitals.lowerBound)..<capitals.upperBound
    places.container = context.container
    places.refused = nil
  }
}
