// SPDX-License-Identifier: Apache-2.0
import Assistance
import Bridge

extension Finding {
  /// Checks the words of each language, without which words are neither corrected nor predicted.
  ///
  /// - Parameter vocabularies: the lexicons of this machine.
  /// - Returns: one finding for the languages that have words, and one for each damaged file.
  static func words(_ vocabularies: InstalledVocabularies) -> [Finding] {
    let hint = Installation.current.lexiconHint
    var usable: [String] = []
    var findings: [Finding] = []
    for language in InstalledVocabularies.languages.sorted() {
      let (lexicon, problems) = vocabularies.examine(language)
      if lexicon != nil { usable.append(language) }
      findings += problems.map { .trouble($0.message, "write it again: \(hint)") }
    }
    let words =
      usable.isEmpty
      ? Finding.remark(
        "no words of any language are installed: words are not corrected, predicted or marked",
        "\(hint), unless nothing is to be corrected")
      : .good("the words of \(usable.joined(separator: ", ")) are installed")
    return [words] + findings
  }
}
