// SPDX-License-Identifier: Apache-2.0

/// The header of a file of n-grams, and where its sections begin.
///
/// `Packaging/lexicons/ngram_file.py` describes the format. All sections follow from the counts in
/// the header, so a header whose counts do not add up to the length of the file is rejected.
struct NGramLayout {
  static let version: UInt32 = 1
  static let magic: [UInt8] = [0x89] + Array("ngrams\n".utf8)
  static let headerLength = 128
  static let maximumLength = 1 << 28

  let language: String
  let source: String
  /// The checksum of the bytes after the header.
  let bodyChecksum: UInt32
  let wordCount: Int
  let textLength: Int
  let pairs: Table
  let triples: Table

  let wordStarts: Int
  let texts: Int
  /// The offset of the numbers of the pairs that have triples.
  let contexts: Int

  /// The offsets of what follows each context, and the counts.
  struct Table {
    let contextCount: Int
    let count: Int
    let starts: Int
    let weights: Int
    let words: Int
    let probabilities: Int
    let end: Int

    /// Lays out the sections from an offset on.
    fileprivate init(at offset: Int, contexts contextCount: Int, count: Int) {
      (self.contextCount, self.count, starts) = (contextCount, count, offset)
      weights = padded(starts + 4 * (contextCount + 1))
      words = padded(weights + contextCount)
      probabilities = padded(words + 2 * count)
      end = padded(probabilities + count)
    }
  }

  /// Reads and checks the header of a file for the language `expected`.
  init(_ file: MappedFile, path: String, language expected: String) throws(LexiconError) {
    func failure(_ reason: LexiconError.Reason) -> LexiconError {
      LexiconError(path: path, reason: reason)
    }
    func number(_ offset: Int) -> Int { Int(file.number(at: offset, as: UInt32.self)) }

    let length = file.bytes.count
    guard zip(Self.magic, file.bytes).allSatisfy(==) else { throw failure(.unknownFormat) }
    guard length >= Self.headerLength else {
      throw failure(.length(found: length, stated: Self.headerLength))
    }
    let version = file.number(at: 8, as: UInt32.self)
    guard version == Self.version else {
      throw failure(.version(found: version, known: Self.version))
    }
    let stated = number(16)
    guard stated == length else { throw failure(.length(found: length, stated: stated)) }
    var checksum = Adler32()
    checksum.add(UnsafeRawBufferPointer(rebasing: file.bytes[16..<Self.headerLength]))
    guard checksum.value == file.number(at: 12, as: UInt32.self) else { throw failure(.damaged) }
    language = file.text(at: 48, count: 16)
    guard language == expected else {
      throw failure(.language(found: language, expected: expected))
    }
    source = file.text(at: 64, count: 64)
    bodyChecksum = file.number(at: 20, as: UInt32.self)
    wordCount = number(24)
    textLength = number(40)

    wordStarts = Self.headerLength
    texts = padded(wordStarts + 4 * (wordCount + 1))
    pairs = Table(at: padded(texts + textLength), contexts: wordCount, count: number(28))
    contexts = pairs.end
    let contextCount = number(32)
    triples = Table(
      at: padded(contexts + 4 * contextCount), contexts: contextCount, count: number(36))
    guard wordCount > 0, wordCount <= 1 << 16, triples.end == length else {
      throw failure(.damaged)
    }
  }
}

/// Returns the next multiple of 8.
private func padded(_ offset: Int) -> Int { (offset + 7) & ~7 }
