// SPDX-License-Identifier: Apache-2.0

/// The comparison of a lexicon with its checksum, in slices.
///
/// Opening checks the header only, because reading megabytes would delay the first letter. A slice
/// takes some ten microseconds; while a language is used, each request checks one.
package struct LexiconCheck {
  private let lexicon: Lexicon
  private var checksum = Adler32()
  private var offset: Int
  private static let slice = 1 << 14

  /// Starts a check.
  ///
  /// - Parameter lexicon: the lexicon to check.
  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    offset = lexicon.layout.edges
  }

  /// Whether the whole file was compared.
  package var isFinished: Bool { offset == lexicon.length }

  /// Reads one slice.
  package mutating func advance() throws(LexiconError) {
    let end = min(offset + Self.slice, lexicon.length)
    checksum.add(UnsafeRawBufferPointer(rebasing: lexicon.file.bytes[offset..<end]))
    offset = end
    if isFinished, checksum.value != lexicon.layout.bodyChecksum {
      throw LexiconError(path: lexicon.path, reason: .damaged)
    }
  }

  /// Reads the rest of the file.
  package mutating func finish() throws(LexiconError) {
    while !isFinished { try advance() }
  }
}
