// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing

@testable import TextBoundaries

/// Lines of ASCII are divided without ICU, with the same result.
@Suite struct ASCIILineBreaksTests {
  /// One character of each line breaking class that ASCII has.
  private static let classes = Array("a1 $%()}\",/-\t!\r\n\u{B}".utf16)

  private func differs(_ text: [UInt16]) throws -> Bool {
    let ours = TextSegmenter.lineParts(in: text).map(\.range)
    let theirs = try #require(ICU.withShared { $0?.segments(of: text, .line) })
    return ours != theirs.map(\.range)
  }

  @Test("LB1 to LB31 every text of up to four classes is divided as by ICU")
  func everyShortText() throws {
    var differing: [String] = []
    var texts: [[UInt16]] = [[]]
    for _ in 1...(Thoroughness.repetitions(3, long: 4)) {
      texts = texts.flatMap { text in Self.classes.map { text + [$0] } }
      for text in texts where try differs(text) {
        differing.append(String(decoding: text, as: UTF16.self).debugDescription)
      }
    }
    #expect(differing.prefix(20) == [])
  }

  @Test("LB1 to LB31 long texts are divided as by ICU", arguments: [1, 2, 3] as [UInt64])
  func longTexts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let printable = (UInt16(0x20)...0x7E) + [0x09, 0x0A, 0x0B, 0x0C, 0x0D]
    var differing: [String] = []
    for _ in 0..<Thoroughness.repetitions(10_000, long: 200_000) {
      let text = (0..<Int.random(in: 4...16, using: &random)).map { _ in
        (Int.random(in: 0..<3, using: &random) == 0 ? printable : Self.classes)
          .randomElement(using: &random) ?? 0x20
      }
      if try differs(text) {
        differing.append(String(decoding: text, as: UTF16.self).debugDescription)
      }
    }
    #expect(differing.prefix(20) == [])
  }

  @Test("Without ICU no line is broken after a no-break space")
  func glue() {
    let text = Array("é b\u{A0}c\u{2007}d\u{202F}e f".utf16)
    #expect(SimpleBoundaries.lineParts(in: text).map(\.range) == [0..<2, 2..<10, 10..<11])
  }
}
