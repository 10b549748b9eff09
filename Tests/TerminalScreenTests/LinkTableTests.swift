// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TerminalScreen

/// The stored targets of hyperlinks.
@Suite struct LinkTableTests {
  /// Adds new targets, and returns how often the table searched for unused ones.
  private func searches(
    adding count: Int, limit: Int = 64, cells: Int = 0, keeping used: Set<UInt16>,
    target: (Int) -> String = { "http://\($0)" }
  ) -> Int {
    var table = LinkTable(limit: limit)
    var searches = 0
    for number in 0..<count {
      _ = table.number(of: target(number)) {
        searches += 1
        return LinkTable.Usage(numbers: used, cellCount: cells)
      }
    }
    return searches
  }

  @Test("Unused targets of a full table make room, and their numbers are used again")
  func room() {
    var table = LinkTable(limit: 4)
    let usage = { LinkTable.Usage(numbers: [1, 3], cellCount: 0) }
    #expect("abcd".map { table.number(of: String($0), usage: usage) } == [1, 2, 3, 4])
    #expect(table.number(of: "e", usage: usage) == 4 && table.number(of: "a", usage: usage) == 1)
    #expect([table[1], table[2], table[3], table[4]] == ["a", nil, "c", "e"])
  }

  @Test("A full table searches for unused targets once in a while, even if it finds a single one")
  func amortised() {
    #expect((1...10_000 / 16).contains(searches(adding: 10_000, keeping: Set(1...64))))
    #expect((1...10_000 / 16).contains(searches(adding: 10_000, keeping: Set(2...64))))
    #expect((1...10_000 / 64).contains(searches(adding: 10_000, keeping: [])))
  }

  @Test("The more cells a search reads, the more targets come before the next one")
  func cells() {
    let count = searches(adding: 100_000, cells: 2_560_000, keeping: Set(1...64))
    #expect((2...11).contains(count))
  }

  @Test("A target that is too long for a link causes no search")
  func long() {
    let tail = String(repeating: "x", count: 2048)
    let count = searches(adding: 1000, keeping: Set(1...64)) { $0 < 64 ? "\($0)" : "\($0)" + tail }
    #expect(count == 0)
  }
}
