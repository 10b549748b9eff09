// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput
@testable import Editing

/// The case of a search (6.4), compared with the standard library's lower case.
@Suite struct FoldedPatternTests {
  @Test("6.4 a code point is found by its lower case, and by nothing shorter")
  func codePoints() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value),
        scalar.properties.changesWhenLowercased || value % 97 == 0
      else { continue }
      let lower = scalar.properties.lowercaseMapping
      let query = lower.unicodeScalars.count == 1 ? lower : String(scalar)
      let width = String(scalar).utf16.count
      let found = FoldedPattern(query).matches(in: "-\(scalar)")
      // The query `-` is found at the start, too.
      let expected = query == "-" ? [0..<1, 1..<2] : [1..<1 + width]
      if found != expected { Issue.record("U+\(String(value, radix: 16)): \(found)") }
    }
  }

  @Test("6.4 a search finds overlapping matches, across code points of every length")
  func overlapping() {
    #expect(FoldedPattern("aa").matches(in: "aAa") == [0..<2, 1..<3])
    #expect(FoldedPattern("é👍é").matches(in: "xÉ👍É👍é") == [1..<5, 4..<8])
    #expect(FoldedPattern("k").matches(in: "K\u{212A}漢k") == [0..<1, 1..<2, 3..<4])
    #expect(FoldedPattern("").matches(in: "a").isEmpty)
    #expect(FoldedPattern("aab").matches(in: "aaab") == [1..<4])
  }
}
