// SPDX-License-Identifier: Apache-2.0

/// A mistake in a user's compose file, found by libxkbcommon.
package struct ComposeMistake: Hashable, Sendable {
  /// The file: the user's, or one that it includes.
  package var path: String
  /// The line, counted from 1.
  package var line: Int
  /// The column, counted from 1.
  package var column: Int
  /// libxkbcommon's message.
  package var message: String
  /// Whether nothing of the file can be used and the locale's table is in use; otherwise only the
  /// line is ignored.
  package var isFatal: Bool

  /// Lists the mistakes in a table.
  ///
  /// - Parameters:
  ///   - messages: what libxkbcommon logged about the table.
  ///   - reader: the reader of the table.
  ///   - isFatal: whether the table is unusable.
  ///   - folder: the folder of the installed tables, whose mistakes are not the user's.
  /// - Returns: one mistake for each line, or only the first if the table is unusable.
  static func list(
    _ messages: [String], _ reader: ComposeReader, isFatal: Bool, under folder: String
  ) -> [ComposeMistake] {
    var mistakes = reader.mistakes.map {
      ComposeMistake(
        path: $0.path, line: $0.line, column: $0.column, message: "invalid include", isFatal: false)
    }
    for message in messages {
      guard let (line, column, text) = parse(message), let origin = reader.origin(ofLine: line)
      else { continue }
      mistakes.append(
        ComposeMistake(
          path: origin.path, line: origin.line, column: column, message: text, isFatal: false))
    }
    var seen: Set<String> = []
    mistakes = mistakes.filter { mistake in
      !mistake.path.hasPrefix(folder + "/")
        && seen.insert("\(mistake.line) \(mistake.path)").inserted
    }
    guard isFatal else { return mistakes }
    return mistakes.prefix(1).map { first in
      var first = first
      first.isFatal = true
      return first
    }
  }

  /// Parses `FILE:LINE:COLUMN: TEXT`; some versions of libxkbcommon put a code before the file.
  private static func parse(_ message: String) -> (line: Int, column: Int, text: String)? {
    let parts = message.split(separator: ":", omittingEmptySubsequences: false)
    for index in parts.indices.dropLast(2) {
      guard let line = Int(parts[index]), let column = Int(parts[index + 1]) else { continue }
      let text = parts[(index + 2)...].joined(separator: ":").drop { $0 == " " }
      return (line, column, String(text))
    }
    return nil
  }
}
