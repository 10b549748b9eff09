// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Why a compose table cannot be used: one of its files cannot be read.
package struct ComposeError: Error, Hashable, Sendable {
  /// The reason why the file cannot be used.
  package enum Problem: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable(RegularFile.Failure)
    /// The includes are nested deeper than this; usually the file includes itself.
    case tooDeep(limit: Int)
    /// The table consists of more files than this.
    case tooManyFiles(limit: Int)
  }

  /// A line that includes a file; line and column are counted from 1.
  package struct Include: Hashable, Sendable {
    package var path: String
    package var line: Int
    package var column: Int
  }

  /// The file.
  package var path: String
  package var problem: Problem
  /// The line that includes the file; nil for the table's own file.
  package var include: Include?
}

extension LayoutSources {
  /// Reads the user's compose file with everything that it includes.
  ///
  /// - Throws: why it cannot be used; the locale's table would be used instead.
  package func checkComposeFile() throws(ComposeError) {
    guard !composeFile.isEmpty else { return }
    var reader = ComposeReader(
      files: ComposeFiles(folder: composeFolder), locale: usedComposeLocale)
    _ = try reader.read(composeFile)
  }

  /// The locale whose table is used.
  var usedComposeLocale: String { composeLocale.isEmpty ? "C" : composeLocale }
}
