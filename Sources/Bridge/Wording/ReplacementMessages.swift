// SPDX-License-Identifier: Apache-2.0
import Assistance

/// Messages for the errors of text replacements.
extension TextReplacement.Problem {
  /// The message for a mistake in a text replacement, and a hint.
  var messageAndHint: (text: String, hint: String?) {
    switch self {
    case .emptyShortcut: ("the shortcut is empty", "expected a word, as in omw")
    case .spaceInShortcut:
      (
        "the shortcut contains white space",
        "remove the white space; a shortcut is typed as one word"
      )
    case .controlInShortcut: ("the shortcut contains a control character", "remove it")
    case .longShortcut:
      (
        "the shortcut is longer than \(TextReplacement.shortcutLimit) UTF-16 code units",
        "shorten it"
      )
    case .emptyPhrase: ("the phrase is empty", "expected the text to type")
    case .controlInPhrase:
      ("the phrase contains a control character", "remove it; only newlines and tabs are allowed")
    case .longPhrase:
      ("the phrase is longer than \(TextReplacement.phraseLimit) UTF-16 code units", "shorten it")
    case .samePhrase: ("the phrase is the shortcut itself", "expected another text")
    }
  }

  /// The message and the hint in one clause.
  var message: String {
    let (text, hint) = messageAndHint
    return text + (hint.map { "; \($0)" } ?? "")
  }
}
