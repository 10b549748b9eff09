// SPDX-License-Identifier: Apache-2.0

/// A language in which a user typed words that were learned.
package struct LearnedLanguage: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The language, such as `en`.
  package var language: String
  /// The user; nil for the user of this process.
  package var user: UInt32?

  /// Creates a value from its parts.
  package init(_ language: String, user: UInt32? = nil) {
    (self.language, self.user) = (language, user)
  }

  /// Reads the name under which the words are stored: `en`, or `en@1000`.
  package init(name: String) {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let user = parts.count == 2 ? UInt32(parts[1]) : nil
    self.init(user == nil ? name : String(parts[0]), user: user)
  }

  /// Creates a language of the user of this process.
  package init(stringLiteral value: String) { self.init(value) }

  /// The name under which the words are stored.
  package var name: String { user.map { "\(language)@\($0)" } ?? language }
}
