// SPDX-License-Identifier: Apache-2.0

/// Frequent mistakes that no measure of similarity finds: `Words/Data/mistakes.txt`.
enum FrequentMistakes {
  /// The mistakes of a language in lower case, each with the text that is meant.
  static func of(_ language: String) -> [String: String] {
    var mistakes: [String: String] = [:]
    let section = LanguageSections(PackageResources.mistakes_txt)[language]
    for line in section?.text.split(separator: "\n") ?? [] {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let meant = line[..<colon]
      for mistake in line[line.index(after: colon)...].split(separator: " ") {
        // A space within a mistake is written as a low line.
        let text = mistake.contains("_") ? String(mistake.map { $0 == "_" ? " " : $0 }) : nil
        mistakes[text ?? String(mistake)] = String(meant)
      }
    }
    return mistakes
  }
}
