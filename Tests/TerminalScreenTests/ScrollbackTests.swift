// SPDX-License-Identifier: Apache-2.0
import CScreenOracle
import TestSupport
import Testing

@testable import TerminalScreen

/// The rows that have left the screen, which are stored in few bytes.
@Suite struct ScrollbackTests {
  /// Returns a row that every kind of cell can be in.
  private func row(_ random: inout SeededGenerator) -> ScreenRow {
    var pen = ScreenCell()
    var row = ScreenRow(columns: 40)
    var column = 0
    while column < 38, Int.random(in: 0..<40, using: &random) > 0 {
      if Int.random(in: 0..<4, using: &random) == 0 { pen = self.pen(&random) }
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        row.setWide(pen.with("一", isWide: true), at: column)
        column += 1
      case 1: row.set(pen.with("\u{10FFFF}"), at: column)
      case 2: row.set(pen.with("é"), at: column)
      case 3: row.set(pen.erased, at: column)
      case 4:
        row.set(pen.with("e"), at: column)
        row.setCluster([0, 1, 65_535].randomElement(using: &random) ?? 0, at: column)
      default: row.set(pen.with("x"), at: column)
      }
      column += 1
    }
    row.isWrapped = Bool.random(using: &random)
    row.isPrompt = Bool.random(using: &random)
    return row
  }

  private func pen(_ random: inout SeededGenerator) -> ScreenCell {
    var pen = ScreenCell()
    pen.foreground =
      [.standard, .indexed(7), .direct(1, 2, 3)].randomElement(using: &random) ?? .standard
    pen.background = [.standard, .indexed(255)].randomElement(using: &random) ?? .standard
    pen.attributes = [[], .bold, [.underline, .protected]].randomElement(using: &random) ?? []
    pen.extras = [0, 0, 1, 4096].randomElement(using: &random) ?? 0
    return pen
  }

  private func trimmed(_ row: ScreenRow) -> ScreenRow {
    var trimmed = ScreenRow(row.cells[..<row.usedCount], isWrapped: row.isWrapped)
    trimmed.isPrompt = row.isPrompt
    return trimmed
  }

  @Test("A row is the same when it is read again, without the blanks at its end")
  func rows() {
    var random = SeededGenerator(seed: 1)
    let rows = (0..<2000).map { _ in row(&random) }
    var scrollback = Scrollback(limit: 1500)
    for row in rows { scrollback.append(row) }
    #expect(scrollback.count == 1500)
    for index in 0..<1500 where scrollback[index] != trimmed(rows[500 + index]) {
      Issue.record("row \(index): \(scrollback[index]), not \(trimmed(rows[500 + index]))")
      return
    }
    var shared = 0
    scrollback.forEachWithSharedValues { row in
      if row.cells.contains(where: { $0.cluster != nil || $0.extrasIndex != nil }) { shared += 1 }
    }
    let expected = rows[500...].count { row in
      row.cells.contains { $0.cluster != nil || $0.extrasIndex != nil }
    }
    #expect(shared == expected)
  }

  @Test("Rows are added and taken back at random, as in an array of the newest ones")
  func randomSteps() {
    var random = SeededGenerator(seed: 2)
    for limit in [1, 3, 255, 256, 257, 700] {
      var scrollback = Scrollback(limit: limit)
      var model: [ScreenRow] = []
      var total = 0
      for _ in 0..<4000 {
        if Int.random(in: 0..<5, using: &random) < 3 {
          let row = ScreenRow(
            [
              ScreenCell().with("a"),
              ScreenCell().with(Unicode.Scalar(UInt8.random(in: 33...126, using: &random))),
            ], isWrapped: false)
          scrollback.append(row)
          model = (model + [row]).suffix(limit)
          total += 1
        } else {
          let last = model.popLast()
          total -= last == nil ? 0 : 1
          #expect(scrollback.popLast() == last)
        }
        guard scrollback.count == model.count, scrollback.total == total else {
          Issue.record("limit \(limit): \(scrollback.count) rows, not \(model.count)")
          return
        }
      }
      #expect((0..<scrollback.count).map { scrollback[$0] } == model)
    }
  }

  @Test("Rows that replace others are limited, and an empty scrollback can be used again")
  func replacing() {
    func row(_ byte: UInt8) -> ScreenRow {
      ScreenRow([ScreenCell().with(Unicode.Scalar(byte))], isWrapped: false)
    }
    var new = Scrollback(limit: .max)
    for byte in UInt8(0x30)...0x39 { new.append(row(byte)) }
    var scrollback = Scrollback(limit: 4)
    scrollback.append(row(0x41))
    scrollback.replaceAll(with: new)
    #expect((0..<scrollback.count).map { scrollback[$0] } == (UInt8(0x36)...0x39).map(row))
    #expect(scrollback.total == 10)
    scrollback.append(row(0x42))
    #expect(scrollback[3] == row(0x42) && scrollback[0] == row(0x37))
    scrollback.removeAll()
    #expect(scrollback.count == 0 && scrollback.popLast() == nil)
    scrollback.append(row(0x43))
    #expect(scrollback[0] == row(0x43))
  }

  @Test("A row of text needs at most 300 bytes, also with colours")
  func memory() {
    let line =
      "\u{1b}[32mok\u{1b}[0m \u{1b}[1;34mmodule\u{1b}[0m compiled in \u{1b}[33m12 ms\u{1b}[0m without a warning\r\n"
    let output = Array(String(repeating: line, count: 1000).utf8)
    let screen = ProgramScreen(columns: 80, rows: 24, scrollback: 50_000, version: "test")
    screen.feed(output)
    let before = screen_oracle_allocated()
    for _ in 0..<20 { screen.feed(output) }
    let used = Int(screen_oracle_allocated()) - Int(before)
    #expect(used / 20_000 <= 300, "\(used / 20_000) bytes a row")
  }
}
