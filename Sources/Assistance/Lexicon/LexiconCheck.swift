// SPDX-License-Identifier: Apache-2.0

/// The comparison of a lexicon or a file of n-grams with its checksum, in slices.
///
/// Opening checks the header only, because reading megabytes would delay the first letter. A slice
/// takes some ten microseconds; while a language is used, each request checks one.
package struct LexiconCheck {
  private let file: MappedFile
  private let path: String
  private let expected: UInt32
  private var checksum = Adler32()
  private var offset: Int
  private static let slice = 1 << 14

  /// Starts a check.
  ///
  /// - Parameter lexicon: the lexicon to check.
  package init(_ lexicon: Lexicon) {
    (file, path) = (lexicon.file, lexicon.path)
    expected = lexicon.layout.bodyChecksum
    offset = lexicon.layout.edges
  }

  /// Starts a check.
  ///
  /// - Parameter ngrams: the n-grams to check.
  package init(_ ngrams: NGrams) {
    (file, path) = (ngrams.file, ngrams.path)
    expected = ngrams.layout.bodyChecksum
    offset = NGramLayout.headerLength
  }

  /// Whether the whole file was compared.
  package var isFinished: Bool { offset == file.bytes.count }

  /// Reads one slice.
  package mutating func advance() throws(LexiconError) {
    let end = min(offset + Self.slice, file.bytes.count)
    checksum.add(UnsafeRawBufferPointer(rebasing: file.bytes[offset..<end]))
    offset = end
    if isFinished, checksum.value != expected {
      throw LexiconError(path: path, reason: .damaged)
    }
  }

  /// Reads the rest of the file.
  package mutating func finish() throws(LexiconError) {
    while !isFinished { try advance() }
  }
}
