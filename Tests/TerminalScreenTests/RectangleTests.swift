// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TerminalScreen

/// Rectangles of the screen, as VT420 and xterm have them.
@Suite struct RectangleTests {
  private static let full = ScreenCase.full
  private static let wide = "一二三\u{1b}[2;1H四五六\u{1b}[3;1H七八九\u{1b}[4;1H十百千"
  private static let text = ScreenCase.text
  /// Origin mode between the rows 2 and 4 and the columns 2 and 5.
  private static let origin = "\u{1b}[?69h\u{1b}[2;5s\u{1b}[2;4r\u{1b}[?6h"

  @Test(
    "Each function changes this rectangle of a screen of 6×4, and leaves the cursor",
    arguments: [
      ScreenCase(
        "DECCRA copies", "\(full)\u{1b}[1;1;2;2;1;3;4;1$v",
        ["abcdef", "ghijkl", "mnoabr", "stughx"]),
      ScreenCase(
        "DECCRA down over itself", "\(full)\u{1b}[1;1;3;6;1;2;1;1$v",
        ["abcdef", "abcdef", "ghijkl", "mnopqr"]),
      ScreenCase(
        "DECCRA to the right over itself", "\(full)\u{1b}[1;1;1;4;1;1;2;1$v",
        ["aabcdf"] + text[1...]),
      ScreenCase(
        "DECCRA up over itself", "\(full)\u{1b}[2;1;4;6;1;1;1;1$v", Array(text[1...]) + ["stuvwx"]),
      ScreenCase(
        "DECCRA of the whole screen by default", "\(full)\u{1b}[;;;;;3;3$v",
        ["abcdef", "ghijkl", "mnabcd", "stghij"]),
      ScreenCase(
        "DECCRA to the first corner by default", "\(full)\u{1b}[3;3;4;4$v",
        ["opcdef", "uvijkl"] + text[2...]),
      ScreenCase(
        "DECCRA beyond the screen loses the rest", "\(full)\u{1b}[1;1;3;3;1;4;5;1$v",
        text[..<3] + ["stuvab"]),
      ScreenCase("DECCRA to a place beyond the screen", "\(full)\u{1b}[1;1;3;3;1;5;9;1$v", text),
      ScreenCase(
        "DECCRA of more than the screen", "\(full)\u{1b}[4;5;99;99;1;1;1;1$v",
        ["wxcdef"] + text[1...]),
      ScreenCase("DECCRA of an empty rectangle", "\(full)\u{1b}[3;3;2;2;1;1;1;1$v", text),
      ScreenCase(
        "DECCRA beyond the margins",
        "\(full)\u{1b}[?69h\u{1b}[3;4s\u{1b}[2;3r\u{1b}[1;1;1;2;1;4;5;1$v", text[..<3] + ["stuvab"]),
      ScreenCase(
        "DECCRA in origin mode", "\(full)\(origin)\u{1b}[1;1;1;2;1;2;3;1$v",
        ["abcdef", "ghijkl", "mnohir", "stuvwx"]),
      ScreenCase(
        "DECCRA in origin mode loses what is beyond the margins",
        "\(full)\(origin)\u{1b}[1;1;3;2;1;3;4;1$v", text[..<3] + ["stuvhx"]),
      ScreenCase(
        "DECCRA leaves halves of wide characters out", "\(wide)\u{1b}[1;2;1;5;1;3;1;1$v",
        ["一二三", "四五六", " 二 九", "十百千"]),
      ScreenCase(
        "DECCRA divides wide characters at its edges", "\(wide)\u{1b}[1;1;1;2;1;3;2;1$v",
        ["一二三", "四五六", " 一 九", "十百千"]),
      ScreenCase(
        "DECFRA fills", "\(full)\u{1b}[37;2;3;3;4$x", ["abcdef", "gh%%kl", "mn%%qr", "stuvwx"]),
      ScreenCase(
        "DECFRA with a character of Latin-1", "\(full)\u{1b}[233;1;1;1;2$x", ["éécdef"] + text[1...]
      ),
      ScreenCase(
        "DECFRA with a control character",
        "\(full)\u{1b}[10;1;1;1;2$x\u{1b}[127$x\u{1b}[300$x\u{1b}[$x", text),
      ScreenCase(
        "DECFRA fills the screen by default", "\(full)\u{1b}[37$x",
        Array(repeating: "%%%%%%", count: 4)),
      ScreenCase(
        "DECFRA in origin mode", "\(full)\(origin)\u{1b}[37;2;3;9;9$x",
        ["abcdef", "ghijkl", "mno%%r", "stu%%x"]),
      ScreenCase(
        "DECERA erases, also protected text",
        "\(full)\u{1b}[1;1H\u{1b}[1\"qAB\u{1b}[0\"q\u{1b}[1;2;2;3$z",
        ["A  def", "g  jkl"] + text[2...]),
      ScreenCase(
        "DECERA divides wide characters at its edges", "\(wide)\u{1b}[1;2;2;4$z",
        ["    三", "    六", "七八九", "十百千"]),
      ScreenCase(
        "DECERA of an empty rectangle", "\(full)\u{1b}[2;2;1;4$z\u{1b}[2;4;3;3$z\u{1b}[7;7$z", text),
      ScreenCase(
        "DECSERA keeps protected text",
        "\(full)\u{1b}[1;1H\u{1b}[1\"qAB\u{1b}[0\"q\u{1b}[1;2;2;3${",
        ["AB def", "g  jkl"] + text[2...]),
      ScreenCase(
        "an intermediate of several bytes is no rectangle", "\(full)\u{1b}[1;1;2;2$$z", text),
    ])
  func outputs(_ row: ScreenCase) {
    let screen = ProgramScreen(6, 4, row.output)
    #expect(screen.lines == row.lines)
    #expect(screen.fault == nil)
  }

  @Test("The cursor and a pending wrap stay")
  func cursor() {
    for function in ["1;1;2;2;1;3;3;1$v", "37;1;1;2;2$x", "1;1;2;2$z", "1;1;2;2${", "1;1;2;2;1$r"] {
      let screen = ProgramScreen(6, 4, "\u{1b}[3;1Habcdef\u{1b}[\(function)x")
      #expect(screen.place == [3, 1], "\(function)")
    }
  }

  @Test("Filled cells have the pen's attributes, and erased ones its background only")
  func attributes() {
    let screen = ProgramScreen(4, 2, "\u{1b}[1;44m\u{1b}[37;1;1;1;2$x\u{1b}[2;1;2;2$z")
    #expect(screen.row(0)[0].attributes == .bold)
    #expect(screen.row(0)[1].background == .indexed(4))
    #expect(screen.row(1)[0].attributes == [])
    #expect(screen.row(1)[0].background == .indexed(4))
    #expect(screen.row(1)[2].background == .standard)
  }

  @Test(
    "DECCARA and DECRARA change attributes of a rectangle, or of the text between its corners",
    arguments: [
      // These change the attributes of a rectangle.
      ("\u{1b}[2*x\u{1b}[1;2;2;3;1$r", ["-bb-", "-bb-"]),
      ("\u{1b}[2*x\u{1b}[1;2;2;3;1;7$r", ["-mm-", "-mm-"]),
      ("\u{1b}[2*x\u{1b}[;;;;1$r\u{1b}[1;2;2;3;22$r", ["b--b", "b--b"]),
      ("\u{1b}[2*x\u{1b}[;;;;1;7$r\u{1b}[1;1;1;4;27$r\u{1b}[2;1;2;2$r", ["bbbb", "--mm"]),
      ("\u{1b}[2*x\u{1b}[1;1;1;2;1$r\u{1b}[1;2;1;3;1$t", ["b-b-", "----"]),
      ("\u{1b}[2*x\u{1b}[1;1;1;2;1$r\u{1b}[1;2;1;3;7$t", ["bmr-", "----"]),
      ("\u{1b}[2*x\u{1b}[1;1;1;1;9$r\u{1b}[1;1;1;1;3$t", ["----", "----"]),
      // These change the attributes of the text between the corners, as by default.
      ("\u{1b}[1;3;2;2;1$r", ["--bb", "bb--"]), ("\u{1b}[1*x\u{1b}[1;3;2;2;7$t", ["--rr", "rr--"]),
      ("\u{1b}[1;2;1;3;1$r", ["-bb-", "----"]),
      ("\u{1b}[2*x\u{1b}[!p\u{1b}[1;3;2;2;1$r", ["--bb", "bb--"]),
    ])
  func attributeChanges(output: String, expected: [String]) {
    let screen = ProgramScreen(4, 2, "abcdefgh" + output)
    let lines = (0..<2).map { row in
      (0..<4).map { column in
        switch screen.row(row)[column].attributes {
        case []: "-"
        case .bold: "b"
        case .reverse: "r"
        case [.bold, .reverse]: "m"
        default: "?"
        }
      }.joined()
    }
    #expect(lines == expected)
    #expect(screen.lines == ["abcd", "efgh"])
  }

  @Test("DECRARA without a parameter inverts bold, underlined, blinking and reverse")
  func inversion() {
    let screen = ProgramScreen(2, 1, "\u{1b}[1;5mab\u{1b}[2*x\u{1b}[1;1;1;1$t")
    #expect(screen.row(0)[0].attributes == [.underline, .reverse])
    #expect(screen.row(0)[1].attributes == [.bold, .blink])
  }

  @Test("The extent of changes of attributes is reported")
  func extent() {
    #expect(ProgramScreen(4, 2, "\u{1b}P$q*x\u{1b}\\").answer == "\u{1b}P1$r0*x\u{1b}\\")
    #expect(
      ProgramScreen(4, 2, "\u{1b}[2*x\u{1b}[3*x\u{1b}P$q*x\u{1b}\\").answer
        == "\u{1b}P1$r2*x\u{1b}\\")
  }
}
