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
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let lines = words.map { "\($0.0) \($0.1)\n" }.joined()
    let list = try folder.write(lines.utf8, to: "words")
    let child = try Child.run([
      "python3", "-B", root + "/Packaging/lexicons/make_lexicon.py", "words", list, folder.path,
      language,
    ])
    guard child.status == 0 else { throw Failure(errors: child.errors) }
    return path(language)
  }

  package func path(_ language: String) -> String { "\(folder.path)/lexicon.\(language)" }
}
