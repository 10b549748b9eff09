// SPDX-License-Identifier: Apache-2.0

/// The header of a lexicon file, and where its sections begin.
///
/// `Packaging/lexicons/lexicon_file.py` describes the format. All sections follow from the counts
/// in the header, so a header whose counts do not add up to the length of the file is rejected.
struct LexiconLayout {
  static let version: UInt32 = 1
  static let magic: [UInt8] = [0x89] + Array("lexicon".utf8)
  static let headerLength = 128
  static let block = 16
  static let maximumLength = 1 << 30

  let wordCount: Int
  let edgeCount: Int
  let root: Int
  let language: String
  let source: String
  let letterCount: Int
  let spellingCount: Int
  /// The checksum of the bytes from ``edges`` on.
  let bodyChecksum: UInt32

  let edges: Int
  let frequencies: Int
  /// The offset and the length of each level of maxima, of which the first is for 16 words each.
  let maxima: [(offset: Int, count: Int)]
  let forms: Int
  let spellings: Int

  /// Reads and checks the header of a file for the words of `language`.
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
    letterCount = number(36)
    let alphabetEnd = Self.padded(Self.headerLength + 4 * letterCount)
    guard letterCount < Int(UInt8.max), alphabetEnd <= length else { throw failure(.damaged) }
    var checksum = Adler32()
    checksum.add(UnsafeRawBufferPointer(rebasing: file.bytes[16..<alphabetEnd]))
    guard checksum.value == file.number(at: 12, as: UInt32.self) else { throw failure(.damaged) }
    language = file.text(at: 48, count: 16)
    guard language == expected else {
      throw failure(.language(found: language, expected: expected))
    }
    source = file.text(at: 64, count: 64)
    bodyChecksum = file.number(at: 20, as: UInt32.self)
    wordCount = number(24)
    edgeCount = number(28)
    root = number(32)
    spellingCount = number(40)

    edges = alphabetEnd
    frequencies = edges + 8 * edgeCount
    var end = Self.padded(frequencies + wordCount)
    var maxima: [(offset: Int, count: Int)] = []
    var count = wordCount
    while count > Self.block {
      count = (count + Self.block - 1) / Self.block
      maxima.append((end, count))
      end = Self.padded(end + count)
    }
    self.maxima = maxima
    forms = end
    spellings = Self.padded(forms + (wordCount + 1) / 2)
    guard spellings + 8 * spellingCount == length, root < max(edgeCount, 1) else {
      throw failure(.damaged)
    }
  }

  private static func padded(_ offset: Int) -> Int { (offset + 7) & ~7 }
}

extension MappedFile {
  /// Returns a text that zeros pad to `count` bytes.
  func text(at offset: Int, count: Int) -> String {
    String(decoding: bytes[offset..<offset + count].prefix { $0 != 0 }, as: UTF8.self)
  }
}
