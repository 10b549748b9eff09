// SPDX-License-Identifier: Apache-2.0
import TestSupport

@testable import Assistance

/// A folder with lexicons that the project's own builder wrote from words of a test.
final class BuiltLexicon {
  let folder: TemporaryFolder

  struct Failure: Error {
    var errors: String
  }

  init() throws { folder = try TemporaryFolder() }

  /// Writes the lexicon of a language from words and their Zipf frequencies, and returns its path.
  @discardableResult
  func write(_ language: String, _ words: [(String, Double)]) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let lines = words.map { "\($0.0) \($0.1)\n" }.joined()
    let list = try folder.write(lines.utf8, to: "words")
    let child = try Child.run([
      "python3", "-B", root + "/Packaging/lexicons/make_lexicon.py", "words", list, folder.path,
      language,
    ])
    guard child.status == 0 else { throw Failure(errors: child.errors) }
    return path(language)
  }

  func path(_ language: String) -> String { "\(folder.path)/lexicon.\(language)" }
}
