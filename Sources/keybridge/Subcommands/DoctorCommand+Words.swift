// SPDX-License-Identifier: Apache-2.0
import Assistance
import Bridge
import TextInput

/// The findings of `doctor` about lexicons.
extension Finding {
  /// Checks the words of each language, without which words are neither corrected nor predicted.
  ///
  /// - Parameters:
  ///   - vocabularies: the lexicons of this machine.
  ///   - modes: the languages of the user's input modes.
  ///   - installation: how the program was installed.
  /// - Returns: one finding for the languages that have words, one for each language of a mode that
  ///   has none, and one for each damaged file.
  static func words(
    _ vocabularies: InstalledVocabularies, modes: [LanguageTag],
    installation: Installation = .current
  ) -> [Finding] {
    var needed: [String] = []
    for tag in modes {
      guard let name = InstalledVocabularies.lexiconName(for: tag), !needed.contains(name) else {
        continue
      }
      needed.append(name)
    }
    var usable: [String] = []
    var findings: [Finding] = []
    for language in InstalledVocabularies.languages.sorted() {
      let (lexicon, problems) = vocabularies.examine(language)
      findings += problems.map {
        .trouble($0.message, installation.lexiconHint(replacing: $0.path))
      }
      if lexicon != nil { usable.append(language) }
    }
    guard !usable.isEmpty else {
      let hint = installation.lexiconHint(for: needed.isEmpty ? ["en"] : needed)
      return [
        .remark(
          "no words of any language are installed: words are not corrected, predicted or marked",
          "\(hint), unless nothing is to be corrected")
      ] + findings
    }
    let missing = needed.filter { !usable.contains($0) }.map { language in
      Finding.remark(
        "no words of \(language) are installed, the language of an input mode",
        "\(installation.lexiconHint(for: [language])), unless nothing is to be corrected in it")
    }
    return [.good("the words of \(usable.joined(separator: ", ")) are installed")] + missing
      + findings
  }

  /// Returns the languages of the input modes of the settings that a service would read.
  ///
  /// - Parameter invocation: the options.
  /// - Returns: the languages; that of the default mode if there are no settings, or if they have
  ///   mistakes, which `keybridge check` reports.
  static func languages(_ invocation: Invocation) -> [LanguageTag] {
    let file = CommonOptions.settingsFile(invocation, isReplay: false)
    let configuration = try? CommonOptions.configuration(invocation, file: file)
    if configuration?.turnsAssistanceOff == true { return [] }
    let modes = configuration?.modes ?? []
    return modes.isEmpty ? [.english] : modes.map(\.primaryLanguage)
  }
}
