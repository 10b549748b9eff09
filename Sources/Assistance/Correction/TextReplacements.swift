// SPDX-License-Identifier: Apache-2.0

/// A shortcut and the phrase that replaces it (AST-47).
package struct TextReplacement: Hashable, Sendable {
  /// The shortcut, one word without white space.
  package var shortcut: String
  /// The phrase; may contain newlines.
  package var phrase: String

  /// Creates a replacement.
  ///
  /// - Parameters:
  ///   - shortcut: one word without white space.
  ///   - phrase: the text to type in its place.
  package init(_ shortcut: String, _ phrase: String) {
    self.shortcut = shortcut
    self.phrase = phrase
  }
}

extension TextReplacement {
  /// A mistake in a replacement.
  package enum Problem: Error, Hashable, Sendable {
    /// The shortcut is empty.
    case emptyShortcut
    /// The shortcut contains white space, so it can never be typed as one word.
    case spaceInShortcut
    /// The shortcut contains a control character.
    case controlInShortcut
    /// The shortcut is longer than ``shortcutLimit``.
    case longShortcut
    /// The phrase is empty.
    case emptyPhrase
    /// The phrase contains a control character other than a newline and a tab.
    case controlInPhrase
    /// The phrase is longer than ``phraseLimit``.
    case longPhrase
    /// The phrase is the shortcut.
    case samePhrase

    /// Whether the mistake is in the phrase.
    package var isInPhrase: Bool {
      switch self {
      case .emptyShortcut, .spaceInShortcut, .controlInShortcut, .longShortcut: false
      case .emptyPhrase, .controlInPhrase, .longPhrase, .samePhrase: true
      }
    }
  }

  /// The longest shortcut, in UTF-16 code units.
  package static let shortcutLimit = 64
  /// The longest phrase, in UTF-16 code units.
  package static let phraseLimit = 4096

  /// The mistake in the shortcut or, if that is correct, in the phrase; nil for none.
  package var problem: Problem? {
    if shortcut.isEmpty { return .emptyShortcut }
    if shortcut.contains(where: \.isWhitespace) { return .spaceInShortcut }
    if shortcut.unicodeScalars.contains(where: Self.isControl) { return .controlInShortcut }
    if shortcut.utf16.count > Self.shortcutLimit { return .longShortcut }
    if phrase.isEmpty { return .emptyPhrase }
    let controls = phrase.unicodeScalars.filter { $0 != "\n" && $0 != "\t" }
    if controls.contains(where: Self.isControl) { return .controlInPhrase }
    if phrase.utf16.count > Self.phraseLimit { return .longPhrase }
    return phrase == shortcut ? .samePhrase : nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}

/// The user's text replacements, found by their shortcuts in constant time.
package struct TextReplacements: Hashable, Sendable {
  /// The replacements in the user's order; of equal shortcuts the first counts.
  package let list: [TextReplacement]
  private let phrases: [String: String]
  /// The phrases of the shortcuts without capitals.
  private let phrasesInAnyCase: [String: String]

  /// The number of replacements that the user can have.
  package static let limit = 1000

  /// Creates a table.
  ///
  /// - Parameter list: the replacements in the user's order.
  package init(_ list: [TextReplacement] = []) {
    self.list = list
    let pairs = list.map { ($0.shortcut, $0.phrase) }
    phrases = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    phrasesInAnyCase = phrases.filter { $0.key == $0.key.lowercased() }
  }

  /// Returns the phrase for a word; the case of a shortcut counts only if it contains capitals
  /// (AST-47).
  ///
  /// - Parameter word: the whole word as typed.
  /// - Returns: the phrase; nil if the word is no shortcut.
  package func phrase(for word: String) -> String? {
    guard !phrases.isEmpty else { return nil }
    return phrases[word] ?? phrasesInAnyCase[word.lowercased()]
  }
}
