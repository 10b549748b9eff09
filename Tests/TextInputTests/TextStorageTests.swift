// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Text
@testable import TextInput

@Suite struct TextStorageTests {
  private static let pieces = [
    "a", "word ", "\n", "\r\n", "é", "e\u{301}", "日本", "👍🏽", "👨‍👩‍👧", "🇸🇪", "한",
    "\u{1112}\u{1161}\u{11AB}",
    "مرحبا", "\u{2028}", "\u{2029}", "क्षि", "\t", "\r", String(repeating: "x", count: 700),
    String(repeating: "ж", count: 400), String(repeating: "😀", count: 300),
  ]

  /// The same edits on a plain array of UTF-16, as an oracle.
  @Test("A rope and a plain string agree after any edits", arguments: [1, 2, 3, 4] as [UInt64])
  func randomEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var storage = TextStorage()
    var model: [UInt16] = []
    for step in 0..<4000 {
      var start = Int.random(in: 0...model.count, using: &random)
      let far = Int.random(in: 0..<20, using: &random) == 0
      var end = min(
        model.count, start + Int.random(in: 0...(far ? 3000 : 3), using: &random))
      if model.count > 60_000 { (start, end) = (100, model.count - 100) }
      // A surrogate pair is replaced as a whole.
      if start > 0, start < model.count, UTF16.isTrailSurrogate(model[start]) { start -= 1 }
      if end < model.count, end > 0, UTF16.isTrailSurrogate(model[end]), end > start { end += 1 }
      let text = Self.pieces.randomElement(using: &random) ?? ""
      let inserted = Int.random(in: 0..<3, using: &random) == 0 ? "" : text
      let removed = storage.substring(TextRange(start, end))
      #expect(removed == String(decoding: model[start..<end], as: UTF16.self))
      let length = storage.replace(TextRange(start, end), with: inserted)
      #expect(length == inserted.utf16.count)
      model.replaceSubrange(start..<end, with: inserted.utf16)
      #expect(storage.count == model.count)
      if step % 200 == 0 {
        #expect(storage.text == String(decoding: model, as: UTF16.self))
        #expect(storage.utf8Count == storage.text.utf8.count)
        checkReading(storage, model, &random)
      }
    }
  }

  private func checkReading(
    _ storage: TextStorage, _ model: [UInt16], _ random: inout SeededGenerator
  ) {
    for _ in 0..<50 where !model.isEmpty {
      let offset = Int.random(in: 0..<model.count, using: &random)
      #expect(storage.codeUnit(at: offset) == model[offset])
    }
    #expect(storage.codeUnit(at: model.count) == nil)
    #expect(storage.codeUnit(at: -1) == nil)
    var bytes: [UInt8] = []
    storage.forEachChunk { chunk in
      #expect(!chunk.isEmpty)
      bytes.append(contentsOf: chunk)
    }
    #expect(String(validating: bytes, as: UTF8.self) == String(decoding: model, as: UTF16.self))
  }

  @Test("Leaves stay full and the tree balanced, however a text was built")
  func balance() {
    var random = SeededGenerator(seed: 9)
    var storage = TextStorage(String(repeating: "0123456789", count: 20_000))
    for _ in 0..<5000 {
      let offset = Int.random(in: 0..<storage.count, using: &random)
      storage.replace(TextRange(offset, offset + 20), with: "0123456789abcdefghi")
    }
    storage.replace(TextRange(caret: 0), with: "")
    for rope in [storage.before, storage.after].compactMap({ $0 }) {
      var leaves = 0
      rope.forEachLeaf {
        leaves += 1
        #expect($0.count <= Rope.leafLimit)
      }
      #expect(leaves * 256 < rope.counts.bytes + 4096)
      #expect(rope.height < 20)
      checkHeights(rope)
    }
  }

  @Test("Ropes of all heights stay balanced when joined and divided in any order")
  func joining() throws {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      var ropes = (0..<20).compactMap { _ in
        Rope.make(
          [UInt8](repeating: 0x61, count: Int.random(in: 1..<30 * Rope.leafLimit, using: &random)))
      }
      while ropes.count > 1 {
        let index = Int.random(in: 0..<ropes.count - 1, using: &random)
        let joined = try #require(Rope.join(ropes[index], ropes.remove(at: index + 1)))
        checkHeights(joined)
        let parts = joined.split(at: Int.random(in: 0..<joined.counts.units, using: &random))
        // In reverse order, so that trees of different origin and height are joined.
        let exchanged = Rope.join(parts.after, parts.before) ?? joined
        checkHeights(exchanged)
        ropes[index] = exchanged
      }
    }
  }

  private func checkHeights(_ rope: Rope) {
    guard let left = rope.left, let right = rope.right else { return }
    #expect(abs(left.height - right.height) <= 1)
    checkHeights(left)
    checkHeights(right)
  }

  @Test("A range within a surrogate pair is widened, and one outside the text is clamped")
  func hostileRanges() {
    var storage = TextStorage("a😀b")
    #expect(storage.substring(TextRange(2, 2)) == "")
    #expect(storage.substring(TextRange(1, 2)) == "😀")
    #expect(storage.substring(TextRange(2, 4)) == "😀b")
    storage.replace(TextRange(2, 3), with: "x")
    #expect(storage.text == "axb")
    storage.replace(TextRange(-5, 99), with: "y")
    #expect(storage.text == "y")
    storage = TextStorage(String(repeating: "a😀", count: 2000))
    storage.replace(TextRange(2, 5999), with: "")
    #expect(storage.text == "a")
  }

  @Test("A copy keeps its text when the original changes")
  func copies() {
    var storage = TextStorage(String(repeating: "line\n", count: 1000))
    let copy = storage
    storage.replace(TextRange(10, 4000), with: "x")
    #expect(copy.count == 5000)
    #expect(copy.substring(TextRange(0, 5)) == "line\n")
  }

  @Test("Paragraph edges agree with a walk over the whole text", arguments: [5, 6] as [UInt64])
  func paragraphs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var storage = TextStorage()
    for _ in 0..<600 {
      let offset = storage.characterBoundary(
        atOrAfter: Int.random(in: 0...storage.count, using: &random))
      storage.replace(
        TextRange(caret: offset), with: Self.pieces.randomElement(using: &random) ?? "")
    }
    var edges: [(start: Int, end: Int, next: Int)] = []
    var start = 0
    var offset = 0
    for character in storage.text {
      let length = character.utf16.count
      if ["\n", "\r", "\r\n", "\u{2029}"].contains(character) {
        edges.append((start, offset, offset + length))
        start = offset + length
      }
      offset += length
    }
    edges.append((start, offset, offset))
    #expect(edges.count > 20)
    for edge in edges {
      for offset in [edge.start, (edge.start + edge.end) / 2, edge.end] {
        #expect(storage.paragraphStart(at: offset) == edge.start)
        #expect(storage.paragraphEnd(at: offset) == edge.end)
        #expect(storage.paragraphEndWithTerminator(at: offset) == edge.next)
      }
    }
  }

  @Test("Between CR and LF the paragraph has not ended")
  func betweenCRAndLF() {
    for text in ["a\r\nb", "\r\na\r\nb"] {
      let storage = TextStorage(text)
      let middle = storage.count - 2
      #expect(storage.codeUnit(at: middle) == 0x0A)
      #expect(storage.paragraphStart(at: middle) == middle - 2)
      #expect(storage.paragraphEnd(at: middle) == middle - 1)
      #expect(storage.paragraphEndWithTerminator(at: middle) == middle + 1)
    }
  }
}
