// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TerminalScreen

/// The texts and the targets of links that cells share.
@Suite struct SharedValuesTests {
  /// Adds new values, and returns how often the table searched for unused ones.
  private func searches(
    adding count: Int, limit: Int = 64, cells: Int = 0, keeping used: Set<Int>
  ) -> Int {
    var table = SharedValues<Int>(limit: limit)
    var searches = 0
    for number in 0..<count {
      _ = table.index(of: number) {
        searches += 1
        return SharedValueUsage(indexes: used, cellCount: cells)
      }
    }
    return searches
  }

  @Test("Unused values of a full table make room, and their indexes are used again")
  func room() {
    var table = SharedValues<Character>(limit: 4)
    let usage = { SharedValueUsage(indexes: [0, 2], cellCount: 0) }
    #expect("abcd".map { table.index(of: $0, usage: usage) } == [0, 1, 2, 3])
    #expect(table.index(of: "e", usage: usage) == 3 && table.index(of: "a", usage: usage) == 0)
    #expect([-1, 0, 1, 2, 3, 4].map { table[$0] } == [nil, "a", nil, "c", "e", nil])
  }

  @Test("A full table searches for unused values once in a while, even if it finds a single one")
  func amortised() {
    #expect((1...10_000 / 16).contains(searches(adding: 10_000, keeping: Set(0..<64))))
    #expect((1...10_000 / 16).contains(searches(adding: 10_000, keeping: Set(1..<64))))
    #expect((1...10_000 / 64).contains(searches(adding: 10_000, keeping: [])))
  }

  @Test("The more cells a search reads, the more values come before the next one")
  func cells() {
    let count = searches(adding: 100_000, cells: 2_560_000, keeping: Set(0..<64))
    #expect((2...11).contains(count))
  }

  @Test("A target that is empty or too long has no number, and causes no search")
  func targets() {
    var extras = ExtrasTable()
    var searches = 0
    let number = { (target: String) in
      extras.number(of: CellExtras(target: target)) {
        searches += 1
        return SharedValueUsage(indexes: [], cellCount: 0)
      }
    }
    for place in 0..<4096 { #expect(number("\(place)") == place + 1) }
    #expect(number("") == 0 && number(String(repeating: "x", count: 2049)) == 0)
    #expect(searches == 0)
    #expect(extras[0] == CellExtras())
    #expect(extras[1].target == "0" && extras[4096].target == "4095")
    #expect(number(String(repeating: "x", count: 2048)) > 0 && searches == 1)
  }

  @Test("Marks are shown again after more texts than the table holds have left the screen")
  func marks() {
    let screen = ProgramScreen(8, 2, scrollback: 0)
    let marks = (0x300..<0x340).compactMap(Unicode.Scalar.init).map(String.init)
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      for first in marks {
        screen.feed(Array(marks.map { "\r\(letter)\(first)\($0)" }.joined().utf8))
      }
    }
    #expect(screen.lines == ["z\u{33F}\u{33F}", ""])
  }
}
