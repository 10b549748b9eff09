// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TerminalScreen

/// Columns that are inserted, deleted and scrolled, as VT420 and xterm do it.
@Suite struct ColumnTests {
  private static let full = ScreenCase.full
  private static let wide = "一二三\u{1b}[2;1Ha四五b\u{1b}[3;1Hcdefgh"
  private static let text = ScreenCase.text
  /// Margins at the rows 2 and 3 and the columns 2 and 5.
  private static let margins = "\u{1b}[?69h\u{1b}[2;5s\u{1b}[2;3r"

  @Test(
    "Each function moves these columns of a screen of 6×4",
    arguments: [
      ScreenCase(
        "DECIC inserts in all rows", full + "\u{1b}[2;3H\u{1b}[2'}",
        ["ab  cd", "gh  ij", "mn  op", "st  uv"], [1, 2]),
      ScreenCase(
        "DECIC inserts one column by default", full + "\u{1b}[H\u{1b}['}",
        [" abcde", " ghijk", " mnopq", " stuvw"], [0, 0]),
      ScreenCase(
        "DECIC between margins", full + margins + "\u{1b}[2;3H\u{1b}['}",
        ["abcdef", "gh ijl", "mn opr", "stuvwx"], [1, 2]),
      ScreenCase(
        "DECIC of more columns than there are", full + margins + "\u{1b}[2;3H\u{1b}[9'}",
        ["abcdef", "gh   l", "mn   r", "stuvwx"], [1, 2]),
      ScreenCase(
        "DECIC in a row outside the margins", full + margins + "\u{1b}[1;3H\u{1b}['}", text, [0, 2]),
      ScreenCase(
        "DECIC in a column outside the margins", full + margins + "\u{1b}[2;1H\u{1b}['}", text,
        [1, 0]),
      ScreenCase(
        "DECIC divides wide characters", wide + "\u{1b}[1;2H\u{1b}['}",
        ["   二", "a 四五", "c defg", ""], [0, 1]),
      ScreenCase(
        "DECDC deletes in all rows", full + "\u{1b}[2;3H\u{1b}[2'~",
        ["abef", "ghkl", "mnqr", "stwx"], [1, 2]),
      ScreenCase(
        "DECDC between margins", full + margins + "\u{1b}[2;3H\u{1b}['~",
        ["abcdef", "ghjk l", "mnpq r", "stuvwx"], [1, 2]),
      ScreenCase(
        "DECDC outside the margins", full + margins + "\u{1b}[2;6H\u{1b}['~\u{1b}[4;3H\u{1b}['~",
        text, [3, 2]),
      ScreenCase(
        "DECDC divides wide characters", wide + "\u{1b}[1;3H\u{1b}['~",
        ["一 三", "a 五b", "cdfgh", ""], [0, 2]),
      ScreenCase(
        "SL scrolls to the left", full + "\u{1b}[2;3H\u{1b}[2 @", ["cdef", "ijkl", "opqr", "uvwx"],
        [1, 2]),
      ScreenCase(
        "SL between margins", full + margins + "\u{1b}[2;1H\u{1b}[ @",
        ["abcdef", "gijk l", "mopq r", "stuvwx"], [1, 0]),
      ScreenCase(
        "SL in a row outside the margins", full + margins + "\u{1b}[4;3H\u{1b}[ @", text, [3, 2]),
      ScreenCase(
        "SR scrolls to the right", full + "\u{1b}[2;3H\u{1b}[2 A",
        ["  abcd", "  ghij", "  mnop", "  stuv"], [1, 2]),
      ScreenCase(
        "SR between margins", full + margins + "\u{1b}[3;6H\u{1b}[ A",
        ["abcdef", "g hijl", "m nopr", "stuvwx"], [2, 5]),
      ScreenCase(
        "SR in a row outside the margins", full + margins + "\u{1b}[1;3H\u{1b}[ A", text, [0, 2]),
      ScreenCase("DECBI moves to the left", full + "\u{1b}[2;3H\u{1b}6", text, [1, 1]),
      ScreenCase(
        "DECBI scrolls at the left edge", full + "\u{1b}[2;1H\u{1b}6",
        [" abcde", " ghijk", " mnopq", " stuvw"], [1, 0]),
      ScreenCase(
        "DECBI scrolls at the left margin", full + margins + "\u{1b}[2;2H\u{1b}6",
        ["abcdef", "g hijl", "m nopr", "stuvwx"], [1, 1]),
      ScreenCase(
        "DECBI at the left margin in another row", full + margins + "\u{1b}[1;2H\u{1b}6", text,
        [0, 1]),
      ScreenCase(
        "DECBI at the left edge outside the margins", full + margins + "\u{1b}[2;1H\u{1b}6", text,
        [1, 0]),
      ScreenCase("DECFI moves to the right", full + "\u{1b}[2;3H\u{1b}9", text, [1, 3]),
      ScreenCase(
        "DECFI scrolls at the right edge", full + "\u{1b}[2;6H\u{1b}9",
        ["bcdef", "hijkl", "nopqr", "tuvwx"], [1, 5]),
      ScreenCase(
        "DECFI scrolls at the right margin", full + margins + "\u{1b}[3;5H\u{1b}9",
        ["abcdef", "gijk l", "mopq r", "stuvwx"], [2, 4]),
      ScreenCase(
        "DECFI at the right edge outside the margins", full + margins + "\u{1b}[2;6H\u{1b}9", text,
        [1, 5]),
    ])
  func outputs(_ row: ScreenCase) {
    let screen = ProgramScreen(6, 4, row.output)
    #expect(screen.lines == row.lines)
    #expect(screen.place == row.place)
    #expect(screen.fault == nil)
  }

  @Test("New columns have the background of the pen")
  func background() {
    let functions = ["\u{1b}['}", "\u{1b}[6'~", "\u{1b}[6 @", "\u{1b}[ A", "\u{1b}6"]
    for function in functions {
      let screen = ProgramScreen(4, 1, "ab\u{1b}[1;1H\u{1b}[1;44m" + function)
      #expect(screen.row(0)[0].background == .indexed(4), "\(function.debugDescription)")
      #expect(screen.row(0)[0].attributes == [])
    }
  }
}
