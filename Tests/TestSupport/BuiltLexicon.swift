// SPDX-License-Identifier: Apache-2.0

/// A folder with lexicons that the project's own builder wrote from words of a test.
package final class BuiltLexicon {
  package let folder: TemporaryFolder

  package struct Failure: Error {
    package var errors: String
  }

  package init() throws { folder = try TemporaryFolder() }

  /// Creates a folder with a lexicon of a few English words.
  package static func english() throws -> BuiltLexicon {
    let built = try BuiltLexicon()
    try built.write(
      "en",
      [
        ("the", 7.7), ("they", 6.6), ("then", 6.2), ("i", 7.3), ("hi", 5.6), ("hello", 5.5),
        ("help", 5.8), ("held", 5.1), ("world", 5.9), ("party", 5.5), ("yo", 4.4), ("is", 7.2),
      ])
    return built
  }

  /// Writes the lexicon of a language from words and their Zipf frequencies, and returns its path.
  @discardableResult
  package func write(_ language: String, _ words: [(String, Double)]) throws -> String {
    let lines = words.map { "\($0.0) \($0.1)\n" }.joined()
    try run("make_lexicon.py", "words", folder.write(lines.utf8, to: "words"), language)
    return path(language)
  }

  /// Writes the n-grams of a language, and returns their path.
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - lines: in each line one or two words, the word after them or `*` for all others, and the
  ///     logarithm of its probability to the base 10.
  /// - Returns: the path of the file.
  /// - Throws: the errors of the builder.
  @discardableResult
  package func writeNGrams(_ language: String, _ lines: String) throws -> String {
    try run("make_ngrams.py", "text", folder.write(lines.utf8, to: "lines"), language)
    return "\(folder.path)/ngrams.\(language)"
  }

  private func run(_ tool: String, _ command: String, _ list: String, _ language: String) throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let child = try Child.run([
      "python3", "-B", "\(root)/Packaging/lexicons/\(tool)", command, list, folder.path, language,
    ])
    guard child.status == 0 else { throw Failure(errors: child.errors) }
  }

  package func path(_ language: String) -> String { "\(folder.path)/lexicon.\(language)" }
}
