// SPDX-License-Identifier: Apache-2.0

/// The words that follow a word or two words, with their probabilities, in a mapped file.
///
/// Nothing is decoded when the file is opened, and only its header is checked then. Each step
/// checks the numbers that it reads, so that a damaged file may give wrong words, but no step reads
/// outside the file. ``LexiconCheck`` finds such damage.
package final class NGrams {
  /// The language of the words, for example `en`.
  package var language: String { layout.language }
  /// The origin of the n-grams, for example `pocketsphinx 5.1.1`.
  package var source: String { layout.source }
  /// The path that the file was opened with.
  package let path: String
  /// The length of the file in bytes.
  package var length: Int { file.bytes.count }

  let layout: NGramLayout
  let file: MappedFile

  /// Opens the file of a language.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - language: the language that the file must have.
  /// - Throws: the reason why the file cannot be used.
  package init(path: String, language: String) throws(LexiconError) {
    self.path = path
    file = try MappedFile(path: path, maximum: NGramLayout.maximumLength)
    layout = try NGramLayout(file, path: path, language: language)
  }

  // MARK: Words

  /// The word that stands for the start of a sentence.
  static let sentenceStart = 0

  /// Returns the number of a folded word; nil if the file does not have it.
  func number(of word: String) -> Int? {
    let bytes = Array(word.utf8)
    let found = firstWord { Self.isLess($0, bytes) }
    guard found < layout.wordCount, text(of: found).elementsEqual(bytes) else { return nil }
    return found
  }

  /// Returns the numbers of the words that begin with a folded text.
  func numbers(beginningWith start: String) -> Range<Int> {
    let bytes = Array(start.utf8)
    let first = firstWord { Self.isLess($0, bytes) }
    let end = firstWord { Self.isLess($0, bytes) || $0.starts(with: bytes) }
    return first..<max(first, end)
  }

  /// Returns a word, folded; empty if the file is damaged there.
  func word(_ number: Int) -> String { String(decoding: text(of: number), as: UTF8.self) }

  private func text(of number: Int) -> UnsafeRawBufferPointer {
    let range = entries(from: layout.wordStarts, at: number, limit: layout.textLength)
    let bytes = layout.texts + range.lowerBound..<layout.texts + range.upperBound
    return UnsafeRawBufferPointer(rebasing: file.bytes[bytes])
  }

  /// Returns the first word that does not precede what is searched for.
  private func firstWord(_ precedes: (UnsafeRawBufferPointer) -> Bool) -> Int {
    var low = 0
    var high = layout.wordCount
    while low < high {
      let middle = (low + high) / 2
      if precedes(text(of: middle)) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func isLess(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  // MARK: Contexts

  /// Returns the context after words.
  ///
  /// - Parameter previous: up to two folded words of the same sentence, in the order of the text;
  ///   the sentence begins before them if there are fewer.
  /// - Returns: the context; that of a word which the file does not have has no n-grams.
  func context(after previous: [String]) -> NGramContext {
    let last = previous.last.map(number(of:)) ?? Self.sentenceStart
    guard let last else { return NGramContext(self, pairs: nil, triples: nil) }
    let pairs = NGramContext.Entries(
      entries(from: layout.pairs.starts, at: last, limit: layout.pairs.count),
      weight: weight(layout.pairs, last))
    guard !previous.isEmpty else { return NGramContext(self, pairs: pairs, triples: nil) }
    let first = previous.count > 1 ? number(of: previous[previous.count - 2]) : Self.sentenceStart
    return NGramContext(self, pairs: pairs, triples: first.flatMap { triples(after: $0, last) })
  }

  /// Returns the probability of a word after another one, as a logarithm; nil if there is no such
  /// pair.
  func probability(of word: Int, after previous: Int) -> Int? {
    let pairs = entries(from: layout.pairs.starts, at: previous, limit: layout.pairs.count)
    return index(of: word, in: pairs, layout.pairs).map { probability(at: $0, layout.pairs) }
  }

  /// Returns the triples that begin with two words; nil if the pair has none.
  private func triples(after first: Int, _ last: Int) -> NGramContext.Entries? {
    let seconds = entries(from: layout.pairs.starts, at: first, limit: layout.pairs.count)
    guard let pair = index(of: last, in: seconds, layout.pairs) else { return nil }
    var low = 0
    var high = layout.triples.contextCount
    while low < high {
      let middle = (low + high) / 2
      let found = Int(file.number(at: layout.contexts + 4 * middle, as: UInt32.self))
      if found < pair { low = middle + 1 } else { high = middle }
    }
    guard low < layout.triples.contextCount,
      file.number(at: layout.contexts + 4 * low, as: UInt32.self) == UInt32(pair)
    else { return nil }
    return NGramContext.Entries(
      entries(from: layout.triples.starts, at: low, limit: layout.triples.count),
      weight: weight(layout.triples, low))
  }

  /// Returns the range between a start and the next one; empty if the file is damaged there.
  private func entries(from starts: Int, at index: Int, limit: Int) -> Range<Int> {
    let start = Int(file.number(at: starts + 4 * index, as: UInt32.self))
    let end = Int(file.number(at: starts + 4 * (index + 1), as: UInt32.self))
    return start <= end && end <= limit ? start..<end : 0..<0
  }

  private func weight(_ table: NGramLayout.Table, _ context: Int) -> Int {
    Int(file.bytes[table.weights + context]) - 255
  }

  /// Returns the entry of a word among those of a context; nil if there is none.
  func index(of word: Int, in entries: Range<Int>, _ table: NGramLayout.Table) -> Int? {
    let found = lowerBound(of: word, in: entries, table)
    return found < entries.upperBound && self.word(at: found, table) == word ? found : nil
  }

  /// Returns the first entry of a context whose word is not below another.
  func lowerBound(of word: Int, in entries: Range<Int>, _ table: NGramLayout.Table) -> Int {
    var low = entries.lowerBound
    var high = entries.upperBound
    while low < high {
      let middle = (low + high) / 2
      if self.word(at: middle, table) < word { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func word(at entry: Int, _ table: NGramLayout.Table) -> Int {
    Int(file.number(at: table.words + 2 * entry, as: UInt16.self))
  }

  /// Returns the logarithm of the probability of an entry, in 32nds of a factor of ten.
  func probability(at entry: Int, _ table: NGramLayout.Table) -> Int {
    Int(file.bytes[table.probabilities + entry]) - 255
  }
}

extension LexiconCheck {
  /// Starts a check.
  ///
  /// - Parameter ngrams: the n-grams to check.
  package init(_ ngrams: NGrams) {
    self.init(
      ngrams.file, path: ngrams.path, from: NGramLayout.headerLength,
      expected: ngrams.layout.bodyChecksum)
  }
}
