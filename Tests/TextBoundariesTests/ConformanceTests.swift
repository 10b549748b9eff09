// SPDX-License-Identifier: Apache-2.0
import TestTraits
import Testing

@testable import TextBoundaries

/// Conformance to the test files that Unicode publishes with its rules.
@Suite struct ConformanceTests {
  @Test("Words are those of WordBreakTest.txt, except that a colon does not join letters")
  func words() throws {
    let differing = try differing("auxiliary/WordBreakTest.txt", TextSegmenter.words)
    // CLDR removed the colon from MidLetter.
    #expect(differing.filter { !$0.contains("003A") } == [])
  }

  @Test("Sentences are those of SentenceBreakTest.txt")
  func sentences() throws {
    #expect(try differing("auxiliary/SentenceBreakTest.txt", TextSegmenter.sentences) == [])
  }

  @Test("Line breaks are those of LineBreakTest.txt, except at hyphens and in numbers")
  func lines() throws {
    let differing = try differing("auxiliary/LineBreakTest.txt", TextSegmenter.lineParts)
    // ICU keeps numbers whole, which the rules allow as a tailoring (LB25), and CLDR the hyphen.
    let tailored = ["002D", "002E", "002C", "007D", "0029", "0025"]
    #expect(differing.filter { line in !tailored.contains { line.contains($0) } } == [])
    #expect(differing.count < 60)
  }

  /// The lines of a file whose text is divided differently.
  private func differing(
    _ file: String, _ divide: ([UInt16]) -> [TextSegmenter.Segment]
  ) throws -> [Substring] {
    let lines = try UnicodeFile.lines(file)
    #expect(lines.count > 400)
    return try lines.filter { line in
      let (text, ends) = try UnicodeFile.boundaries(line)
      return divide(text).map(\.range.upperBound) != ends
    }
  }

  @Test("Levels and visual order are those of BidiCharacterTest.txt")
  func bidi() throws {
    // ICU differs in a few dozen of the 90 000 lines: consecutive controls, marks after a bracket,
    // and more nested brackets than ICU stores.
    var differing: [Substring] = []
    var count = 0
    let part = Thoroughness.repetitions(4, long: 1)
    for (number, line) in try UnicodeFile.lines("BidiCharacterTest.txt").enumerated() {
      // Neighbours differ little.
      guard number.isMultiple(of: part) else { continue }
      let fields = line.split(separator: ";")
      guard fields.count == 5 else { continue }
      let text = try fields[0].split(separator: " ").flatMap { try UnicodeFile.units($0) }
      let base: UInt8? = fields[1] == "2" ? nil : UInt8(fields[1])
      let found = TextSegmenter.levels(of: text, base: base)
      // A level of x belongs to an invisible control.
      let levels = fields[3].split(separator: " ").map { UInt8($0) }
      guard levels.count == text.count else { continue }
      let isEqual =
        found.base == UInt8(fields[2])
        && zip(found.levels, levels).allSatisfy { $1 == nil || $0 == $1 }
      let shown = levels.indices.filter { levels[$0] != nil }
      let order = TextSegmenter.visualOrder(of: shown.map { found.levels[$0] })
      let wanted = fields[4].split(whereSeparator: { $0 == " " || $0 == "\n" }).map { Int($0) }
      if !isEqual || order.map({ shown[$0] }) != wanted { differing.append(line) }
      count += 1
    }
    #expect(differing.count <= 31, "\(differing)")
    #expect(count > 80_000 / part)
  }
}
