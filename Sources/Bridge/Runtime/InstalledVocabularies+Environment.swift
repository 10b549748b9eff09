// SPDX-License-Identifier: Apache-2.0
package import Assistance
package import TextInput

/// The lexicons of this machine, in the folders that the environment names.
extension InstalledVocabularies {
  /// The vocabularies of this machine; a lexicon that cannot be used is reported once, and typing
  /// continues without it.
  ///
  /// A missing lexicon is reported only if another language has one. Lexicons are optional, and
  /// `keybridge doctor` and `languages.list` say which languages have words.
  package static func ofThisMachine() -> InstalledVocabularies {
    let folders = LexiconFolders.list(
      program: InstalledData.ownPath, environment: { Console.environment($0) })
    return InstalledVocabularies(folders: folders) { problem in
      guard problem.reason != .missing || LexiconFolders.haveLexicon(folders) else { return }
      Console.printError(
        "\(problem.message); words of this language are neither corrected nor marked")
    }
  }
}

extension InstalledVocabularies: ReportingVocabularySource {
  package func report(on language: LanguageTag) -> VocabularyReport? {
    guard let name = Self.lexiconName(for: language) else { return nil }
    let (file, problems) = state(of: name)
    return VocabularyReport(
      file: file?.path, words: file?.words, problem: problems.first?.message)
  }
}
