// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TerminalScreen

/// Moving to the left from the start of a row, as xterm does it with the modes 45 and 1045.
@Suite struct BackwardWrapTests {
  @Test(
    "With mode 45 the cursor moves from the start of a row to the end of the one above",
    arguments: [
      ("\u{1b}[3;1H\u{8}", [1, 5]), ("\u{1b}[3;1H\u{1b}[D", [1, 5]), ("\u{1b}[3;3H\u{8}", [2, 1]),
      ("\u{1b}[3;3H\u{1b}[3D", [1, 5]), ("\u{1b}[3;3H\u{1b}[9D", [0, 5]),
      ("abcdefgh\u{1b}[4D", [0, 4]),
      // A pending wrap is a step.
      ("abcdef\u{8}", [0, 5]), ("abcdef\u{8}\u{8}", [0, 4]), ("abcdef\u{1b}[2D", [0, 4]),
      // From the first row to the last.
      ("\u{8}", [3, 5]), ("\u{1b}[65535D", [1, 3]),
      // Between margins.
      ("\u{1b}[2;3r\u{1b}[2;1H\u{8}", [2, 5]), ("\u{1b}[2;3r\u{1b}[4;1H\u{8}", [2, 5]),
      ("\u{1b}[2;3r\u{8}", [3, 5]),
      ("\u{1b}[?69h\u{1b}[2;4s\u{1b}[3;2H\u{8}", [1, 3]),
      ("\u{1b}[?69h\u{1b}[2;4s\u{1b}[3;1H\u{8}", [1, 3]),
      ("\u{1b}[?69h\u{1b}[2;4s\u{1b}[3;4H\u{1b}[7D", [0, 2]),
      // Off, or without autowrap.
      ("\u{1b}[?45l\u{1b}[3;1H\u{8}", [2, 0]), ("\u{1b}[?7l\u{1b}[3;1H\u{8}", [2, 0]),
      ("\u{1b}[?45l\u{1b}[?1045h\u{1b}[3;1H\u{8}", [1, 5]), ("\u{1b}[!p\u{1b}[3;1H\u{8}", [2, 0]),
    ])
  func places(output: String, place: [Int]) {
    let screen = ProgramScreen(6, 4, "\u{1b}[?45h" + output)
    #expect(screen.place == place)
    #expect(screen.fault == nil)
  }

  @Test("A typed line that has wrapped can be erased to its start")
  func erasing() {
    let erase = String(repeating: "\u{8} \u{8}", count: 8)
    let screen = ProgramScreen(6, 3, "\u{1b}[?45h$ abcdefgh" + erase + "\u{1b}[K")
    #expect(screen.lines == ["$", "", ""])
    #expect(screen.place == [0, 2])
  }

  @Test("With mode 41 a tab after a full row goes to the next row")
  func tabs() {
    let rows: [(output: String, place: [Int])] = [
      ("abcdefghij\t", [0, 9]), ("\u{1b}[?41habcdefghij\t", [1, 8]),
      ("\u{1b}[?41h\u{1b}[?7labcdefghij\t", [0, 9]),
      ("\u{1b}[?41habcdefghij\u{1b}[Z", [0, 8]), ("\u{1b}[?41habc\t", [0, 8]),
    ]
    for row in rows {
      #expect(
        ProgramScreen(10, 2, row.output).place == row.place, "\(row.output.debugDescription)")
    }
  }
}
