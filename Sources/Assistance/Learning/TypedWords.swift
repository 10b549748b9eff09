// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Finds the words that are typed, and passes them to ``PersonalWords`` once they are finished.
///
/// A word is learned after the key that ends it was delivered, as it then is in the text: corrected
/// or as typed. Words are never learned in secure fields, nor where the traits forbid correction.
struct TypedWords {
  /// A place in a text whose word was learned.
  private struct Place: Hashable {
    var container: ContainerID
    var start: Int
    var word: String
  }

  /// Whether white space was typed last; other characters may continue an address or a path.
  private var hasEnded = false
  /// The word that was learned last, which is not counted again when its end is typed again.
  private var last: Place?

  /// The number of code units before the caret that are read.
  private static let reach = 160

  /// Records what is about to be typed.
  mutating func willType(_ text: String) {
    hasEnded =
      text.utf8.count == 1
      ? text.unicodeScalars.first?.isSpace == true : text.last?.isWhitespace == true
  }

  /// Learns the word that the last key has ended; called after the key's notifications.
  mutating func didType(_ context: TypingContext, to words: PersonalWords) {
    guard hasEnded else { return }
    hasEnded = false
    learn(context, to: words)
  }

  /// Learns the word at the caret because editing ends.
  mutating func willEnd(_ context: TypingContext, to words: PersonalWords) {
    learn(context, to: words)
  }

  private mutating func learn(_ context: TypingContext, to words: PersonalWords) {
    guard context.mayLearn, context.selection.isCaret,
      let language = context.knownLanguage
    else { return }
    let caret = context.selection.head
    let start = max(0, caret - Self.reach)
    let text = context.storage.substring(TextRange(start, caret))
    guard let found = LastWord(of: text) else { return }
    let offset = caret - found.distance
    let place = Place(container: context.container, start: offset, word: found.word)
    guard place != last else { return }
    last = place
    // Digits and signs before the first word are not learned.
    let isFirst =
      start == 0 && caret == context.storage.count
      && text.utf16.prefix(offset).allSatisfy { Unicode.Scalar($0)?.isLetter != true }
    words.wordWasTyped(
      found.word, after: found.previous, in: language, container: context.container,
      beginsText: isFirst)
  }
}
