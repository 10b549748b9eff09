// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Forgets the words of a text that has become secret (IME-20).
extension PersonalWords {
  /// Takes back the words, the pairs of words and the refused corrections that the current text of
  /// a container added.
  ///
  /// The counts that other texts added to the same words stay.
  package func textBecameSecret(_ container: ContainerID) {
    let entries = takeEntries(of: container)
    guard !entries.isEmpty else { return }
    writeWords()
    for (language, own) in Dictionary(grouping: entries, by: \.language) {
      takeBack(own.flatMap(\.words), in: language)
      for word in own.compactMap(\.refused) { takeBackRefusal(of: word, in: language) }
    }
  }

  /// Subtracts counts; a word or pair whose count becomes 0 is erased from the storage.
  private func takeBack(_ words: [LearnedWord], in language: String) {
    guard !words.isEmpty else { return }
    var excess: [[CodeUnits]: Int] = [:]
    for word in words { excess[Self.key(of: word), default: 0] += word.count }
    let spellings = Set(words.map { CodeUnits($0.text) })
    let kept = memory.learnedWords(in: language).compactMap { word -> LearnedWord? in
      guard spellings.contains(CodeUnits(word.text)) || spellings.contains(CodeUnits(word.previous))
      else { return nil }
      var word = word
      word.count -= excess[Self.key(of: word)] ?? 0
      return word.count > 0 ? word : nil
    }
    for spelling in spellings { memory.forgetWord(spelling.text, in: language) }
    if !kept.isEmpty { memory.noteWords(kept, in: language) }
  }

  private static func key(of word: LearnedWord) -> [CodeUnits] {
    [CodeUnits(word.previous), CodeUnits(word.text)]
  }
}
