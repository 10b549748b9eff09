// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TerminalScreen

/// Left and right margins (DECLRMM, DECSLRM), which libvterm's oracle does not cover.
@Suite struct MarginTests {
  private static let full = ScreenCase.full
  private static let wide = "一二三\u{1b}[2;1H四五六\u{1b}[3;1H七八九\u{1b}[4;1H十百千"
  /// Margins at the columns 2 and 4.
  private static let sides = "\u{1b}[?69h\u{1b}[2;4s"

  private static let text = ScreenCase.text
  private static let blank = ["", "", "", ""]

  @Test(
    "Side margins hold text and movement on a screen of 6×4",
    arguments: [
      ScreenCase(
        "text wraps at the right margin", sides + "\u{1b}[1;2Habcde", [" abc", " de", "", ""],
        [1, 3]),
      ScreenCase(
        "a wrap at the margin is pending", sides + "\u{1b}[1;2Habc", [" abc", "", "", ""], [0, 3]),
      ScreenCase(
        "text that begins left of the margins wraps at the right one", sides + "abcde",
        ["abcd", " e", "", ""], [1, 2]),
      ScreenCase(
        "text beyond the right margin wraps at the end of the row", sides + "\u{1b}[1;6Hxy",
        ["     x", " y", "", ""], [1, 2]),
      ScreenCase(
        "without autowrap the last column before the margin changes",
        sides + "\u{1b}[?7l\u{1b}[1;2Habcde", [" abe", "", "", ""], [0, 3]),
      ScreenCase(
        "a wide character wraps as a whole", sides + "\u{1b}[1;4H一", ["", " 一", "", ""], [1, 3]),
      ScreenCase(
        "a pending wrap ends with the margins", sides + "\u{1b}[1;2Habc\u{1b}[?69lx",
        [" abx", "", "", ""], [0, 4]),
      ScreenCase(
        "insert mode", full + sides + "\u{1b}[4h\u{1b}[2;2Hx",
        ["abcdef", "gxhikl", "mnopqr", "stuvwx"], [1, 2]),
      ScreenCase(
        "CR returns to the left margin", sides + "\u{1b}[1;4H\rx", [" x", "", "", ""], [0, 2]),
      ScreenCase(
        "CR left of it returns to the first column", sides + "\u{1b}[1;2H\u{8}\u{8}\rx",
        [" x", "", "", ""], [0, 2]),
      ScreenCase("CR in the first column", sides + "\rx", ["x", "", "", ""], [0, 1]),
      ScreenCase(
        "BS stops at the left margin", sides + "\u{1b}[1;3H\u{8}\u{8}\u{8}", blank, [0, 1]),
      ScreenCase("CUB stops at the left margin", sides + "\u{1b}[1;4H\u{1b}[9D", blank, [0, 1]),
      ScreenCase("CUF stops at the right margin", sides + "\u{1b}[9C", blank, [0, 3]),
      ScreenCase("CUF beyond it", sides + "\u{1b}[1;5H\u{1b}[9C", blank, [0, 5]),
      ScreenCase("HPR does not stop there", sides + "\u{1b}[9a", blank, [0, 5]),
      ScreenCase("CNL returns to the left margin", sides + "\u{1b}[1;3H\u{1b}[E", blank, [1, 1]),
      ScreenCase("CPL returns to the left margin", sides + "\u{1b}[3;3H\u{1b}[F", blank, [1, 1]),
      ScreenCase("a tab stops at the right margin", sides + "\t", blank, [0, 3]),
      ScreenCase("a tab beyond it", sides + "\u{1b}[1;5H\t", blank, [0, 5]),
      ScreenCase("a tab to the left does not stop", sides + "\u{1b}[1;4H\u{1b}[Z", blank, [0, 0]),
      ScreenCase(
        "LF scrolls between the margins only", full + sides + "\u{1b}[4;3H\n",
        ["ahijef", "gnopkl", "mtuvqr", "s   wx"], [3, 2]),
      ScreenCase(
        "LF outside the margins does not scroll", full + sides + "\u{1b}[4;6H\n", text, [3, 5]),
      ScreenCase(
        "RI scrolls between the margins only", full + sides + "\u{1b}[1;3H\u{1b}M",
        ["a   ef", "gbcdkl", "mhijqr", "snopwx"], [0, 2]),
      ScreenCase("RI outside the margins does not scroll", full + sides + "\u{1b}M", text, [0, 0]),
      ScreenCase(
        "SU scrolls, wherever the cursor is", full + sides + "\u{1b}[2S",
        ["anopef", "gtuvkl", "m   qr", "s   wx"], [0, 0]),
      ScreenCase(
        "SD scrolls between all margins", full + sides + "\u{1b}[2;3r\u{1b}[T",
        ["abcdef", "g   kl", "mhijqr", "stuvwx"], [0, 0]),
      ScreenCase(
        "SU by more rows than there are", full + sides + "\u{1b}[9S",
        ["a   ef", "g   kl", "m   qr", "s   wx"], [0, 0]),
      ScreenCase(
        "scrolling divides wide characters at the margins", wide + sides + "\u{1b}[S",
        ["  五三", "  八六", "  百九", "    千"], [0, 0]),
      ScreenCase(
        "IL inserts between the margins, and returns to the left one",
        full + sides + "\u{1b}[2;3H\u{1b}[L", ["abcdef", "g   kl", "mhijqr", "snopwx"], [1, 1]),
      ScreenCase(
        "DL deletes between the margins", full + sides + "\u{1b}[2;3H\u{1b}[2M",
        ["abcdef", "gtuvkl", "m   qr", "s   wx"], [1, 1]),
      ScreenCase("IL outside the margins", full + sides + "\u{1b}[2;5H\u{1b}[L", text, [1, 4]),
      ScreenCase("DL outside the margins", full + sides + "\u{1b}[2;1H\u{1b}[M", text, [1, 0]),
      ScreenCase(
        "ICH loses what reaches the right margin", full + sides + "\u{1b}[1;3H\u{1b}[@",
        ["ab cef", "ghijkl", "mnopqr", "stuvwx"], [0, 2]),
      ScreenCase(
        "DCH moves what is before the right margin", full + sides + "\u{1b}[1;3H\u{1b}[P",
        ["abd ef", "ghijkl", "mnopqr", "stuvwx"], [0, 2]),
      ScreenCase("ICH outside the margins", full + sides + "\u{1b}[1;5H\u{1b}[@", text, [0, 4]),
      ScreenCase("DCH outside the margins", full + sides + "\u{1b}[1;1H\u{1b}[P", text, [0, 0]),
      ScreenCase(
        "DCH divides a wide character at the margin", wide + sides + "\u{1b}[1;2H\u{1b}[P",
        [" 二 三", "四五六", "七八九", "十百千"], [0, 1]),
      ScreenCase(
        "EL and ECH do not stop at margins",
        full + sides + "\u{1b}[1;3H\u{1b}[K\u{1b}[2;3H\u{1b}[9X",
        ["ab", "gh", "mnopqr", "stuvwx"], [1, 2]),
      ScreenCase(
        "addresses begin at the margins in origin mode",
        sides + "\u{1b}[2;3r\u{1b}[?6hx\u{1b}[9;9Hy\u{1b}[1;2Hz", ["", " xz", "   y", ""], [1, 3]),
      ScreenCase(
        "CHA, HPA and VPA as well", sides + "\u{1b}[2;3r\u{1b}[?6h\u{1b}[2Ga\u{1b}[1`b\u{1b}[2dc",
        ["", " ba", "  c", ""], [2, 3]),
      ScreenCase(
        "CR in origin mode", sides + "\u{1b}[?6h\u{1b}[1;3H\rx", [" x", "", "", ""], [0, 2]),
      ScreenCase(
        "margins need two columns", sides + "\u{1b}[3;3s\u{1b}[4;2s\u{1b}[1;2Habcde",
        [" abc", " de", "", ""], [1, 3]),
      ScreenCase("DECSLRM moves home", "ab\u{1b}[?69h\u{1b}[2;4s", ["ab", "", "", ""], [0, 0]),
      ScreenCase(
        "without parameters the margins are those of the screen", sides + "\u{1b}[sabcdefg",
        ["abcdef", "g", "", ""], [1, 1]),
      ScreenCase(
        "without the mode it saves the cursor", "ab\u{1b}[2;4s\u{1b}[3;3H\u{1b}[ux",
        ["abx", "", "", ""], [0, 3]),
      ScreenCase(
        "resetting the mode resets the margins", sides + "\u{1b}[?69labcdefg",
        ["abcdef", "g", "", ""], [1, 1]),
      ScreenCase(
        "DECSTR resets mode and margins", sides + "\u{1b}[!pabcdefg", ["abcdef", "g", "", ""],
        [1, 1]),
      ScreenCase(
        "DECALN resets the margins", sides + "\u{1b}#8\u{1b}[1;5Hxyz",
        ["EEEExy", "zEEEEE", "EEEEEE", "EEEEEE"], [1, 1]),
      ScreenCase(
        "DECRC keeps a wrap that is pending at the margin",
        sides + "\u{1b}[1;2Habc\u{1b}7\u{1b}[4;1H\u{1b}8d", [" abc", " d", "", ""], [1, 2]),
    ])
  func outputs(_ row: ScreenCase) {
    let screen = ProgramScreen(6, 4, row.output)
    #expect(screen.lines == row.lines)
    #expect(screen.place == row.place)
    #expect(screen.fault == nil)
  }

  @Test("Rows between side margins do not go to the scrollback, and are not parts of one line")
  func scrollback() {
    let screen = ProgramScreen(6, 2, Self.sides + "\u{1b}[1;2Habcdefghi")
    #expect(screen.scrollbackCount == 0)
    screen.resize(columns: 12, rows: 2)
    #expect(screen.lines == [" def", " ghi"])
    screen.feed("\u{1b}[Habcdefghijklm".utf8)
    #expect(screen.lines == ["abcdefghijkl", "mghi"])
  }

  @Test("The side margins and their mode are reported")
  func reports() {
    let rows: [(output: String, answer: String)] = [
      ("\u{1b}P$qs\u{1b}\\", "\u{1b}P1$r1;6s\u{1b}\\"),
      (Self.sides + "\u{1b}P$qs\u{1b}\\", "\u{1b}P1$r2;4s\u{1b}\\"),
      ("\u{1b}[?69$p", "\u{1b}[?69;2$y"), (Self.sides + "\u{1b}[?69$p", "\u{1b}[?69;1$y"),
      (Self.sides + "\u{1b}[2;3r\u{1b}[?6h\u{1b}[2;3H\u{1b}[6n", "\u{1b}[2;3R"),
    ]
    for row in rows {
      #expect(
        ProgramScreen(6, 4, row.output).answer == row.answer, "\(row.output.debugDescription)")
    }
  }

  @Test("HPR and VPR pass the margins, and in origin mode the cursor stays between them")
  func relativePositions() {
    let rows: [(output: String, place: [Int])] = [
      ("\u{1b}[1;2r\u{1b}[9e", [3, 0]), ("\u{1b}[1;3r\u{1b}[2;1H\u{1b}[e", [2, 0]),
      ("\u{1b}[2;3r\u{1b}[?6h\u{1b}[9e", [2, 0]),
      (Self.sides + "\u{1b}[?6h\u{1b}[9a", [0, 3]), (Self.sides + "\u{1b}[?6h\u{1b}[a", [0, 2]),
    ]
    for row in rows {
      #expect(ProgramScreen(6, 4, row.output).place == row.place, "\(row.output.debugDescription)")
    }
  }
}
