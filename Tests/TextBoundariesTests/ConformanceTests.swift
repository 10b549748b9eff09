// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextBoundaries

/// Against the test files that Unicode publishes beside its rules.
@Suite struct ConformanceTests {
  @Test("Words are those of WordBreakTest.txt, but for what ICU's dictionaries divide")
  func words() throws {
    try compare("auxiliary/WordBreakTest.txt", TextBoundaries.words)
  }

  @Test("Sentences are those of SentenceBreakTest.txt")
  func sentences() throws {
    try compare("auxiliary/SentenceBreakTest.txt", TextBoundaries.sentences)
  }

  @Test("Lines may be broken where LineBreakTest.txt says")
  func lines() throws {
    try compare("auxiliary/LineBreakTest.txt", TextBoundaries.lineParts)
  }

  private func compare(
    _ file: String, _ divide: ([UInt16]) -> [TextBoundaries.Segment]
  ) throws {
    let lines = try UnicodeFile.lines(file)
    #expect(lines.count > 400)
    for line in lines {
      let (text, ends) = try UnicodeFile.boundaries(line)
      let found = divide(text)
      #expect(found.map(\.range.upperBound) == ends, "\(line)")
      #expect(found.first?.range.lowerBound == 0)
    }
  }

  @Test("Levels and visual order are those of BidiCharacterTest.txt")
  func bidi() throws {
    var count = 0
    for line in try UnicodeFile.lines("BidiCharacterTest.txt") {
      let fields = line.split(separator: ";")
      guard fields.count == 5 else { continue }
      let text = try fields[0].split(separator: " ").flatMap { try UnicodeFile.units($0) }
      let base: UInt8? = fields[1] == "2" ? nil : UInt8(fields[1])
      let found = TextBoundaries.levels(of: text, base: base)
      // A level of x belongs to a control that is not shown.
      let levels = fields[3].split(separator: " ").map { UInt8($0) }
      guard levels.count == text.count else { continue }
      let isEqual =
        found.base == UInt8(fields[2])
        && zip(found.levels, levels).allSatisfy { $1 == nil || $0 == $1 }
      if !isEqual { Issue.record("\(line): \(found)") }
      let shown = levels.indices.filter { levels[$0] != nil }
      let order = TextBoundaries.visualOrder(of: shown.map { found.levels[$0] })
      let wanted = fields[4].split(whereSeparator: { $0 == " " || $0 == "\n" }).map { Int($0) }
      if order.map({ shown[$0] }) != wanted { Issue.record("\(line): \(order)") }
      count += 1
    }
    #expect(count > 80_000)
  }
}
