// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The Chinese characters of Korean syllables and words, from the file of libhangul (IME-17).
///
/// A line is `한:韓:나라 이름 한`: the reading, the characters, and a note. The file is searched
/// where it is, so that no memory holds it.
package struct HanjaDictionary: Sendable {
  /// The file of Debian's package `libhangul-data`.
  package static let installedPath = MethodData.hanja.path
  /// The maximum number of candidates; the syllable with the most characters has 311.
  private static let limit = 512
  /// The number of words that begin with a common word.
  private static let commonUses = 8
  /// The maximum number of words that are compared; no word of the file begins more of them.
  private static let wordLimit = 2000

  private let path: String

  /// Creates a dictionary.
  ///
  /// - Parameter path: the file, sorted by reading; a file that is missing gives no candidates.
  package init(path: String = HanjaDictionary.installedPath) { self.path = path }

  /// Whether the file is installed.
  package var isInstalled: Bool { SortedLines(path: path) != nil }

  /// Finds the characters of a reading.
  ///
  /// - Parameter reading: Hangul syllables; the result is empty for any other text.
  /// - Returns: the candidates with their notes, in the order of the file, which is about that of
  ///   their use; but a word that far more other words begin with than with the file's first is
  ///   before it.
  package func candidates(for reading: String) -> [Candidate] {
    guard !reading.isEmpty, !reading.utf8.contains(0x3A), let lines = SortedLines(path: path)
    else { return [] }
    let found = lines.lines(withKey: reading, before: ":", limit: Self.limit).compactMap(Self.entry)
    guard reading.unicodeScalars.count > 1, found.count > 1 else { return found }
    let longer = lines.lines(beginningWith: reading, before: ":", limit: Self.wordLimit)
      .compactMap(Self.entry)
    let uses = found.map { word in longer.count { $0.text.hasPrefix(word.text) } }
    guard let most = uses.max(), most >= Self.commonUses, most >= 4 * uses[0],
      let place = uses.firstIndex(of: most)
    else { return found }
    var sorted = found
    sorted.insert(sorted.remove(at: place), at: 0)
    return sorted
  }

  private static func entry(_ line: String) -> Candidate? {
    let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count > 1, !fields[1].isEmpty else { return nil }
    let note = fields.count > 2 ? String(fields[2]) : ""
    return Candidate(String(fields[1]), annotation: note.isEmpty ? nil : note)
  }
}
