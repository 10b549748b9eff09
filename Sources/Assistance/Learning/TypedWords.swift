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
    hasEnded = text.last?.isWhitespace == true
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
    guard let (word, previous) = Self.lastWord(of: Self.lastLine(of: text)) else { return }
    let offset = start + text[..<word.startIndex].utf16.count
    let place = Place(container: context.container, start: offset, word: String(word))
    guard place != last else { return }
    last = place
    let isWhole =
      start == 0 && caret == context.storage.count
      && text[..<word.startIndex].allSatisfy(\.isWhitespace)
    words.wordWasTyped(
      String(word), after: previous.map(String.init), in: language, container: context.container,
      beginsText: isWhole)
  }

  /// Returns the last line that is not blank, without the white space at its end.
  private static func lastLine(of text: String) -> Substring {
    var scalars = text.unicodeScalars[...]
    while scalars.last?.isSpace == true { scalars.removeLast() }
    let newline = scalars.lastIndex(where: \.isLineEnd)
    return Substring(newline.map { scalars[scalars.index(after: $0)...] } ?? scalars)
  }

  /// Returns the last word of a line, and the word before it if only spaces are between them.
  private static func lastWord(of line: Substring) -> (Substring, previous: Substring?)? {
    let line = trimmed(line)
    let word = lastPart(of: line)
    guard !word.isEmpty else { return nil }
    let before = line[..<word.startIndex]
    // The whole of `ann@example.org` or `a/b` is no word.
    guard let separator = before.last else { return (word, nil) }
    guard separator.isWhitespace || "(\"“„«‘‹[-–—".contains(separator) else { return nil }
    guard separator.isWhitespace else { return (word, nil) }
    let spaces = before.reversed().prefix(while: \.isWhitespace).count
    let previous = lastPart(of: before.dropLast(spaces))
    return (word, previous.isEmpty ? nil : previous)
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line
    while let last = line.last, !isPart(last) || last.isWordApostrophe { line.removeLast() }
    return line
  }

  private static func lastPart(of text: Substring) -> Substring {
    var start = text.endIndex
    while start > text.startIndex, isPart(text[text.index(before: start)]) {
      start = text.index(before: start)
    }
    // An apostrophe before a word is a quote.
    return text[start...].drop(while: \.isWordApostrophe)
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isWordLetter || character.isNumber || character.isWordApostrophe
      || character == "-" || character == "_" || character == "@"
  }
}
