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

/// The user's text replacements.
package struct TextReplacements: Hashable, Sendable {
  /// The replacements in the user's order; of equal shortcuts the first counts.
  package var list: [TextReplacement]

  /// Creates a table.
  ///
  /// - Parameter list: the replacements in the user's order.
  package init(_ list: [TextReplacement] = []) { self.list = list }

  /// Returns the phrase for a word; the case of a shortcut counts only if it contains capitals
  /// (AST-47).
  ///
  /// - Parameter word: the whole word as typed.
  /// - Returns: the phrase; nil if the word is no shortcut.
  package func phrase(for word: String) -> String? {
    list.first {
      $0.shortcut == word
        || $0.shortcut == $0.shortcut.lowercased() && $0.shortcut == word.lowercased()
    }?.phrase
  }
}
