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
    self.init(
      lexicon.file, path: lexicon.path, from: lexicon.layout.edges,
      expected: lexicon.layout.bodyChecksum)
  }

  /// Starts a check of the bytes from an offset on.
  init(_ file: MappedFile, path: String, from offset: Int, expected: UInt32) {
    (self.file, self.path, self.offset, self.expected) = (file, path, offset, expected)
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
