// SPDX-License-Identifier: Apache-2.0

/// The words of a language with their frequencies: a minimal automaton in a mapped file.
///
/// Words are stored in lower case and are numbered in the order of the walk. Nothing is decoded
/// when the file is opened: each step reads the file. Only the header is checked then; a step
/// checks the offsets that it reads, so that a damaged file may give wrong words, but no step reads
/// outside the file and no walk runs in a circle. ``LexiconCheck`` finds such damage.
package final class Lexicon {
  /// The language of the words, for example `pt`.
  package var language: String { layout.language }
  /// The origin of the words, for example `wordfreq 3.1.1`.
  package var source: String { layout.source }
  /// Whether the words were compared with a dictionary, which confirms most of them.
  package var isCombined: Bool { layout.source.contains("+") }
  /// The number of words.
  package var wordCount: Int { layout.wordCount }
  /// The path that the file was opened with.
  package let path: String
  /// The length of the file in bytes.
  package var length: Int { file.bytes.count }

  /// The letters of all words; the label of an edge is an index.
  let alphabet: LexiconAlphabet
  let layout: LexiconLayout
  let file: MappedFile

  /// Opens the file of a language.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - language: the language that the file must have.
  /// - Throws: the reason why the file cannot be used.
  package init(path: String, language: String) throws(LexiconError) {
    self.path = path
    file = try MappedFile(path: path, maximum: LexiconLayout.maximumLength)
    layout = try LexiconLayout(file, path: path, language: language)
    let first = LexiconLayout.headerLength
    guard
      let alphabet = LexiconAlphabet(
        (0..<layout.letterCount).map { [file] in
          file.number(at: first + 4 * $0, as: UInt32.self)
        }, isTurkic: ["tr", "az"].contains(language))
    else { throw LexiconError(path: path, reason: .damaged) }
    self.alphabet = alphabet
  }

  /// A place in the automaton: the letters so far lead here.
  package struct Node: Hashable {
    /// The index of the first edge; 0 for none.
    var firstEdge: Int
    /// The number of the first word that begins with the letters so far.
    var firstWord: Int
    /// The number of words that begin with the letters so far.
    var count: Int
    /// Whether the letters so far are a word, which then has the number ``firstWord``.
    var isWord: Bool
  }

  /// The place before the first letter.
  var root: Node {
    Node(firstEdge: layout.root, firstWord: 0, count: layout.wordCount, isWord: false)
  }

  /// Calls a function with the label and the place of each letter that may follow.
  @inline(__always)
  func forEachChild(of node: Node, _ visit: (UInt8, Node) -> Void) {
    var edge = node.firstEdge
    guard edge > 0 else { return }
    var word = node.firstWord + (node.isWord ? 1 : 0)
    let end = node.firstWord + node.count
    while edge < layout.edgeCount {
      let bits = file.number(at: layout.edges + 8 * edge, as: UInt64.self)
      let target = Int(bits >> 10 & 0x3FF_FFFF)
      let count = Int(bits >> 36)
      // Edges lead to lower indexes, and their words are among those of the node.
      guard target < node.firstEdge, word + count <= end else { return }
      visit(
        UInt8(truncatingIfNeeded: bits),
        Node(firstEdge: target, firstWord: word, count: count, isWord: bits & 0x200 != 0))
      if bits & 0x100 != 0 { return }
      word += count
      edge += 1
    }
  }

  /// Returns the place after one more letter; nil if no word continues in this way.
  func child(of node: Node, label: UInt8) -> Node? {
    var edge = node.firstEdge
    guard edge > 0 else { return nil }
    var word = node.firstWord + (node.isWord ? 1 : 0)
    let end = node.firstWord + node.count
    while edge < layout.edgeCount {
      let bits = file.number(at: layout.edges + 8 * edge, as: UInt64.self)
      let target = Int(bits >> 10 & 0x3FF_FFFF)
      let count = Int(bits >> 36)
      guard target < node.firstEdge, word + count <= end else { return nil }
      if UInt8(truncatingIfNeeded: bits) == label {
        return Node(firstEdge: target, firstWord: word, count: count, isWord: bits & 0x200 != 0)
      }
      if bits & 0x100 != 0 { return nil }
      word += count
      edge += 1
    }
    return nil
  }

  /// The frequency of a word that every word of a text is.
  static let certainFrequency = 288

  /// Returns the frequency of a word: 32 steps for each factor of ten, 288 for always; 0 if the
  /// number is out of range.
  func frequency(of word: Int) -> UInt8 {
    guard word >= 0, word < layout.wordCount else { return 0 }
    return file.bytes[layout.frequencies + word]
  }

  /// Returns the highest frequency of the words below a place, including its own word.
  func highestFrequency(below node: Node) -> UInt8 {
    var low = max(node.firstWord, 0)
    var high = min(node.firstWord + node.count, layout.wordCount)
    var highest: UInt8 = 0
    var offset = layout.frequencies
    var level = 0
    // The ends of the range are read word by word, and what is between them in blocks.
    while low < high {
      guard high - low > 2 * LexiconLayout.block, level < layout.maxima.count else {
        return max(highest, maximum(of: offset + low, offset + high))
      }
      let lowBlock = (low + LexiconLayout.block - 1) / LexiconLayout.block
      let highBlock = high / LexiconLayout.block
      highest = max(highest, maximum(of: offset + low, offset + lowBlock * LexiconLayout.block))
      highest = max(highest, maximum(of: offset + highBlock * LexiconLayout.block, offset + high))
      offset = layout.maxima[level].offset
      level += 1
      low = lowBlock
      high = highBlock
    }
    return highest
  }

  private func maximum(of low: Int, _ high: Int) -> UInt8 {
    var highest: UInt8 = 0
    guard high - low >= 16 else {
      for offset in low..<high { highest = max(highest, file.bytes[offset]) }
      return highest
    }
    // The last vector overlaps the one before it.
    var vector = SIMD16<UInt8>()
    for offset in stride(from: low, to: high - 16, by: 16) {
      vector = pointwiseMax(
        vector, file.bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))
    }
    return pointwiseMax(
      vector, file.bytes.loadUnaligned(fromByteOffset: high - 16, as: SIMD16<UInt8>.self)
    ).max()
  }
}
