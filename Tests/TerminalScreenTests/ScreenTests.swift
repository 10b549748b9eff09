// SPDX-License-Identifier: Apache-2.0
import TextLayout
import Testing

@testable import TerminalScreen

/// Cases that the oracle cannot show, because libvterm differs, and the scrollback.
@Suite struct ScreenTests {
  @Test("Each output gives these rows and this cursor on a screen of 6×4")
  func outputs() {
    let full = "abcdef\u{1b}[2;1Hghijkl\u{1b}[3;1Hmnopqr\u{1b}[4;1Hstuvwx"
    let rows: [(name: String, output: String, lines: [String], place: [Int])] = [
      ("text wraps at the next character", "abcdef", ["abcdef", "", "", ""], [0, 5]),
      ("and not before", "abcdefg", ["abcdef", "g", "", ""], [1, 1]),
      (
        "without autowrap the last column changes", "\u{1b}[?7labcdefghi", ["abcdei", "", "", ""],
        [0, 5]
      ),
      ("a wide character wraps as a whole", "abcde一", ["abcde", "一", "", ""], [1, 2]),
      ("a wide character at the end", "abcd一", ["abcd一", "", "", ""], [0, 5]),
      ("without autowrap it moves left", "\u{1b}[?7labcdef一", ["abcd一", "", "", ""], [0, 5]),
      ("its first half is overwritten", "a一b\u{1b}[1;2Hx", ["ax b", "", "", ""], [0, 2]),
      ("its second half is overwritten", "a一b\u{1b}[1;3Hx", ["a xb", "", "", ""], [0, 3]),
      ("a wide one over two", "一一一\u{1b}[1;2H二", [" 二 一", "", "", ""], [0, 3]),
      ("half of it is erased", "a一b\u{1b}[1;3H\u{1b}[X", ["a  b", "", "", ""], [0, 2]),
      ("half of it is deleted", "a一b\u{1b}[1;3H\u{1b}[P", ["a b", "", "", ""], [0, 2]),
      ("inserting divides it", "a一b\u{1b}[1;3H\u{1b}[@", ["a   b", "", "", ""], [0, 2]),
      (
        "inserting pushes half of it out", "abcd一\u{1b}[1;1H\u{1b}[@", [" abcd", "", "", ""],
        [0, 0]
      ),
      (
        "insert mode moves by its width", "abcd\u{1b}[1;2H\u{1b}[4h一", ["a一bcd", "", "", ""],
        [0, 3]
      ),
      (
        "IL returns to the first column", full + "\u{1b}[2;3H\u{1b}[L",
        ["abcdef", "", "ghijkl", "mnopqr"], [1, 0]
      ),
      (
        "DL returns to the first column", full + "\u{1b}[2;3H\u{1b}[2M",
        ["abcdef", "stuvwx", "", ""], [1, 0]
      ),
      (
        "IL outside the margins", full + "\u{1b}[2;3r\u{1b}[4;2H\u{1b}[L",
        ["abcdef", "ghijkl", "mnopqr", "stuvwx"], [3, 1]
      ),
      (
        "CUU stops at the margin", full + "\u{1b}[2;3r\u{1b}[3;1H\u{1b}[9A",
        ["abcdef", "ghijkl", "mnopqr", "stuvwx"], [1, 0]
      ),
      (
        "CUU above the margin", full + "\u{1b}[3;4r\u{1b}[2;1H\u{1b}[9A",
        ["abcdef", "ghijkl", "mnopqr", "stuvwx"], [0, 0]
      ),
      (
        "CUD stops at the margin", full + "\u{1b}[2;3r\u{1b}[2;1H\u{1b}[9B",
        ["abcdef", "ghijkl", "mnopqr", "stuvwx"], [2, 0]
      ),
      (
        "CUD below the margin", full + "\u{1b}[1;2r\u{1b}[3;1H\u{1b}[9B",
        ["abcdef", "ghijkl", "mnopqr", "stuvwx"], [3, 0]
      ),
      (
        "ICH outside the margins", full + "\u{1b}[2;3r\u{1b}[4;2H\u{1b}[@",
        ["abcdef", "ghijkl", "mnopqr", "s tuvw"], [3, 1]
      ),
      (
        "origin mode", full + "\u{1b}[2;3r\u{1b}[?6h\u{1b}[9;1Hx",
        ["abcdef", "ghijkl", "xnopqr", "stuvwx"], [2, 1]
      ),
      ("REP", "a\u{1b}[3b", ["aaaa", "", "", ""], [0, 4]),
      ("REP wraps", "a\u{1b}[7b", ["aaaaaa", "aa", "", ""], [1, 2]),
      ("REP of a wide character", "一\u{1b}[2b", ["一一一", "", "", ""], [0, 5]),
      ("REP after a control character", "a\r\u{1b}[3b", ["a", "", "", ""], [0, 0]),
      ("REP after another sequence", "ab\u{1b}[D\u{1b}[3b", ["ab", "", "", ""], [0, 1]),
      ("REP after an escape sequence", "a\u{1b}7\u{1b}[3b", ["a", "", "", ""], [0, 1]),
      ("REP after a string", "a\u{1b}]0;x\u{7}\u{1b}[3b", ["a", "", "", ""], [0, 1]),
      ("REP after REP", "a\u{1b}[b\u{1b}[b", ["aa", "", "", ""], [0, 2]),
      ("HPB and VPB have no effect", "ab\r\nc\u{1b}[j\u{1b}[kd", ["ab", "cd", "", ""], [1, 2]),
      ("ICH ends a pending wrap", "abcdef\u{1b}[@x", ["abcdex", "", "", ""], [0, 5]),
      ("DCH ends a pending wrap", "abcdef\u{1b}[Px", ["abcdex", "", "", ""], [0, 5]),
      ("EL does not", "abcdef\u{1b}[Kx", ["abcde", "x", "", ""], [1, 1]),
      (
        "47 keeps a pending wrap", "abcdef\u{1b}[?47hxy\u{1b}[?47lz", ["abcdef", "  z", "", ""],
        [1, 3]
      ),
      (
        "and so do both switches", "abcdef\u{1b}[?47h\u{1b}[?47lx", ["abcdef", "x", "", ""], [1, 1]
      ),
      (
        "DECALN resets the margins", "\u{1b}[2;3r\u{1b}#8", Array(repeating: "EEEEEE", count: 4),
        [0, 0]
      ),
      (
        "DECSEL keeps protected text", "a\u{1b}[1\"qb\u{1b}[0\"qc\u{1b}[1;1H\u{1b}[?K",
        [" b", "", "", ""], [0, 0]
      ),
      (
        "DECSED keeps protected text", "a\u{1b}[1\"qb\u{1b}[0\"qc\u{1b}[?2J", [" b", "", "", ""],
        [0, 3]
      ),
      (
        "SPA protects from EL and ECH", "a\u{1b}Vb\u{1b}Wc\r\u{1b}[3X\u{1b}[2K",
        [" b", "", "", ""], [0, 0]
      ),
      ("SPA protects from ED", "a\u{1b}Vb\u{1b}Wc\u{1b}[2J", [" b", "", "", ""], [0, 3]),
      ("SPA protects from DECSEL", "a\u{1b}Vb\u{1b}Wc\u{1b}[?2K", [" b", "", "", ""], [0, 3]),
      (
        "SPA does not protect from DECSERA", "a\u{1b}Vb\u{1b}Wc\u{1b}[${", ["", "", "", ""], [0, 3]
      ),
      (
        "DECSCA ends the protection by SPA", "a\u{1b}Vb\u{1b}[0\"qc\u{1b}[2K", ["", "", "", ""],
        [0, 3]
      ),
      ("DECSTR ends it", "\u{1b}Va\u{1b}[!p\u{1b}[2K", ["", "", "", ""], [0, 1]),
      ("RIS ends it", "\u{1b}Va\u{1b}c\u{1b}[1\"qb\u{1b}[2K", ["", "", "", ""], [0, 1]),
      ("ED erases protected text", "a\u{1b}[1\"qb\u{1b}[2J", ["", "", "", ""], [0, 2]),
      (
        "DECRC restores the set and the wrap", "\u{1b}(0abcdeq\u{1b}7\u{1b}(B\u{1b}[1;1H\u{1b}8q",
        ["▒␉␌␍␊─", "─", "", ""], [1, 1]
      ),
      ("DECRC without DECSC", "ab\u{1b}8x", ["xb", "", "", ""], [0, 1]),
      (
        "each screen has its saved cursor",
        "ab\u{1b}7\u{1b}[?47h\u{1b}[3;3H\u{1b}7\u{1b}[?47l\u{1b}8x", ["abx", "", "", ""], [0, 3]
      ),
      (
        "1049 restores the cursor and the text", "ab\u{1b}[?1049h\u{1b}[3;3Hxy\u{1b}[?1049lc",
        ["abc", "", "", ""], [0, 3]
      ),
      (
        "1049 clears the alternate screen", "\u{1b}[?1049hxy\u{1b}[?1049l\u{1b}[?1049h",
        ["", "", "", ""], [0, 0]
      ),
      (
        "1049 once more clears the screen", "ab\u{1b}[?1049hxy\u{1b}[?1049hz\u{1b}[?1049lc",
        ["abc", "", "", ""], [0, 3]
      ),
      (
        "1049 on the main screen restores the cursor", "ab\u{1b}7c\u{1b}[?1049ld",
        ["abd", "", "", ""], [0, 3]
      ),
      (
        "LF at the bottom margin ends a pending wrap", "\u{1b}[4;1Habcdef\ng",
        ["", "", "abcdef", "     g"], [3, 5]
      ),
      (
        "RI at the top margin ends a pending wrap", "abcdef\u{1b}Mg",
        ["     g", "abcdef", "", ""], [0, 5]
      ),
      ("DECSTR ends a pending wrap", "abcdef\u{1b}[!pg", ["abcdeg", "", "", ""], [0, 5]),
      ("47 does not", "\u{1b}[?47hxy\u{1b}[?47l\u{1b}[?47h", ["xy", "", "", ""], [0, 2]),
      (
        "1047 clears it when it is left", "\u{1b}[?1047hxy\u{1b}[?1047l\u{1b}[?47h",
        ["", "", "", ""], [0, 2]
      ),
      ("a mark without a character", "\u{301}a", ["a", "", "", ""], [0, 1]),
      ("a mark on a wide character", "一\u{301}", ["一\u{301}", "", "", ""], [0, 2]),
      (
        "a mark in the last column", "abcdee\u{8}\u{1b}[Ce\u{301}f",
        ["abcdee\u{301}", "f", "", ""], [1, 1]
      ),
      (
        "a mark in the last column without autowrap", "\u{1b}[?7labcdef\u{301}",
        ["abcdef\u{301}", "", "", ""], [0, 5]
      ),
      (
        "a mark after a cursor movement", "ab\u{1b}[1;2H\u{301}", ["a\u{301}b", "", "", ""], [0, 1]
      ),
      ("the british set", "\u{1b}(A#", ["£", "", "", ""], [0, 1]),
      ("single shifts", "\u{1b}*0\u{1b}NqqX", ["─qX", "", "", ""], [0, 3]),
      ("line drawing in G1", "\u{1b})0\u{E}lk\u{F}l", ["┌┐l", "", "", ""], [0, 3]),
      (
        "tab stops are set and cleared", "\u{1b}[3g\u{1b}[1;4H\u{1b}H\r\tx\tz",
        ["   x z", "", "", ""], [0, 5]
      ),
      ("RIS", full + "\u{1b}[2;3r\u{1b}c", ["", "", "", ""], [0, 0]),
    ]
    for row in rows {
      let screen = ProgramScreen(6, 4, row.output)
      #expect(screen.lines == row.lines, "\(row.name)")
      #expect(screen.place == row.place, "\(row.name)")
      #expect(screen.fault == nil)
    }
  }

  @Test("Each rendition gives this style")
  func renditions() {
    typealias Style = TextStyle
    func line(_ kind: Style.UnderlineStyle, _ color: Style.Color? = nil) -> Style {
      var style = Style(.underline)
      (style.underlineStyle, style.underlineColor) = (kind, color)
      return style
    }
    func bold(_ style: Style) -> Style {
      var style = style
      style.attributes.insert(.bold)
      return style
    }
    let rows: [(parameters: String, style: Style)] = [
      ("", Style()), ("1", Style(.bold)), ("2", Style(.dim)), ("3", Style(.italic)),
      ("4", line(.single)), ("21", line(.double)), ("4:1", line(.single)), ("4:2", line(.double)),
      ("4:3", line(.curly)), ("4:4", line(.dotted)), ("4:5", line(.dashed)), ("4:6", line(.single)),
      ("4:3;4", line(.single)), ("4:3;24", Style()), ("4:3;24;4", line(.single)),
      ("4:3;58;5;1", line(.curly, .indexed(1))), ("4;58:2::1:2:3", line(.single, .rgb(1, 2, 3))),
      ("4:5;58;2;1;2;3;1", bold(line(.dashed, .rgb(1, 2, 3)))),
      ("4;58;5;1;59", line(.single)), ("4:3;58;5;1;0", Style()),
      ("4;4:0", Style()), ("9", Style(.strikethrough)), ("9;29", Style()), ("5", Style(.blink)),
      ("7", Style(.reverse)), ("1;2;22", Style()), ("3;23", Style()),
      ("4;24", Style()), ("7;27", Style()), ("1;3;0", Style()), ("1;;3", Style(.italic)),
      ("31", Style(foreground: .indexed(1))), ("91", Style(foreground: .indexed(9))),
      ("42", Style(background: .indexed(2))), ("102", Style(background: .indexed(10))),
      ("31;39", Style()), ("42;49", Style()), ("38;5;200", Style(foreground: .indexed(200))),
      ("48;5;200;1", Style(.bold, background: .indexed(200))),
      ("38;2;1;2;3", Style(foreground: .rgb(1, 2, 3))),
      ("38;2;1;2;999", Style(foreground: .rgb(1, 2, 255))),
      ("38:2:1:2:3", Style(foreground: .rgb(1, 2, 3))),
      ("38:2::1:2:3;1", Style(.bold, foreground: .rgb(1, 2, 3))),
      ("48:5:7", Style(background: .indexed(7))), ("58;5;1;1", Style(.bold)),
      ("58:2::1:2:3;1", Style(.bold)), ("38;9;1", Style(.bold)), ("38", Style()), ("38:5", Style()),
    ]
    for row in rows {
      let screen = ProgramScreen(3, 1, "\u{1b}[\(row.parameters)mx")
      #expect(screen.glyphs(ofRow: 0)[0].style == row.style, "\(row.parameters)")
    }
    let reversed = ProgramScreen(2, 1, "a\u{1b}[7mb\u{1b}[?5h").glyphs(ofRow: 0).map(\.style)
    #expect(reversed == [Style(.reverse), Style()])
  }

  @Test("Concealed text is not shown")
  func concealed() {
    #expect(
      ProgramScreen(3, 1, "a\u{1b}[8mb\u{1b}[28mc").glyphs(ofRow: 0).map(\.text) == [
        "a", " ", "c",
      ])
  }

  @Test("Erased cells have the background of the pen")
  func erasedBackground() {
    for output in ["\u{1b}[2J", "\u{1b}[K", "\u{1b}[X", "\u{1b}[@", "\u{1b}[P\u{1b}[3X", "\n"] {
      let screen = ProgramScreen(3, 1, "\u{1b}[1;44m" + output)
      #expect(screen.row(0)[0].background == .indexed(4), "\(output.debugDescription)")
      #expect(screen.row(0)[0].attributes == [])
    }
  }

  @Test("The text of a row keeps written blanks at a wrap, and counts characters before a column")
  func rowText() {
    let screen = ProgramScreen(6, 5, "one 2 three\r\nab  \r\n一二三四")
    #expect(
      (0..<5).map { screen.text(ofRow: $0) } == ["one 2 ", "three", "ab", "一二三", "四"])
    #expect(screen.text(ofRow: 3, before: 4) == "一二")
    #expect(screen.text(ofRow: 3, before: 3) == "一二")
    #expect(screen.text(ofRow: 3, before: 2) == "一")
    #expect(screen.text(ofRow: 2, before: 5) == "ab   ")
    // The column in which a wide character had no place is no blank of the line.
    let odd = ProgramScreen(5, 2, "一二三")
    #expect((0..<2).map { odd.text(ofRow: $0) } == ["一二", "三"])
  }

  @Test("Rows that leave the main screen at its top are kept, at most as many as the limit")
  func scrollback() {
    let text = (1...9).map { "\($0)" }.joined(separator: "\r\n")
    let screen = ProgramScreen(4, 3, text, scrollback: 4)
    #expect(screen.scrolledLines == ["3", "4", "5", "6"])
    #expect(screen.lines == ["7", "8", "9"])
    screen.feed("\u{1b}[?1049h\r\n\n\n\n".utf8)
    #expect(screen.scrollbackCount == 0)
    screen.feed("\u{1b}[?1049l".utf8)
    #expect(screen.scrolledLines == ["3", "4", "5", "6"])
    screen.feed("\u{1b}[2;3r\u{1b}[3;1H\n".utf8)
    #expect(screen.scrolledLines == ["3", "4", "5", "6"])
    screen.feed("\u{1b}[1;2r\u{1b}[2;1H\n".utf8)
    #expect(screen.scrolledLines == ["4", "5", "6", "7"])
    screen.feed("\u{1b}[3J".utf8)
    #expect(screen.scrollbackCount == 0)
    let none = ProgramScreen(4, 3, text, scrollback: 0)
    #expect(none.scrollbackCount == 0)
    #expect(none.row(-1).cells.isEmpty)
  }

  @Test("Resizing keeps the text: below the cursor it is dropped first, at the top it is scrolled")
  func resizing() {
    let text = "ab\r\ncd\r\nef\r\ngh"
    let screen = ProgramScreen(4, 4, text + "\u{1b}[3;2H")
    screen.resize(columns: 4, rows: 2)
    #expect(screen.lines == ["cd", "ef"])
    #expect(screen.scrolledLines == ["ab"])
    #expect(screen.place == [1, 1])
    screen.resize(columns: 4, rows: 4)
    #expect(screen.lines == ["ab", "cd", "ef", ""])
    #expect(screen.place == [2, 1])
    screen.resize(columns: 0, rows: -1)
    #expect(screen.size == (1, 1))
  }

  @Test("Another width wraps lines again, also those that have left the screen")
  func rewrapping() {
    let screen = ProgramScreen(6, 3, "$ abcdefghij\r\nkl\r\nmn")
    #expect(screen.lines == ["efghij", "kl", "mn"])
    screen.resize(columns: 4, rows: 3)
    #expect(screen.scrolledLines == ["$ ab", "cdef"])
    #expect(screen.lines == ["ghij", "kl", "mn"])
    #expect(screen.place == [2, 2])
    screen.resize(columns: 12, rows: 3)
    #expect(screen.scrolledLines == [])
    #expect(screen.lines == ["$ abcdefghij", "kl", "mn"])
    screen.resize(columns: 11, rows: 3)
    #expect(screen.scrolledLines == ["$ abcdefghi"])
    #expect(screen.lines == ["j", "kl", "mn"])
  }

  @Test(
    "A row whose end was erased is not joined with the next row at another width",
    arguments: ["\u{1b}[1;4H\u{1b}[K", "\u{1b}[1;4H\u{1b}[3X", "\u{1b}[1;4H\u{1b}[?K"])
  func erasedEnd(_ erasing: String) {
    let screen = ProgramScreen(6, 3, "abcdefghi" + erasing)
    #expect(screen.lines == ["abc", "ghi", ""])
    screen.resize(columns: 12, rows: 3)
    #expect(screen.lines == ["abc", "ghi", ""])
    let whole = ProgramScreen(6, 3, "abcdefghi\u{1b}[1;2H\u{1b}[2X")
    whole.resize(columns: 12, rows: 3)
    #expect(whole.lines.first == "a  defghi")
  }

  @Test(
    "A cell that differs from the default one in one value is not a blank at the end of a row",
    arguments: [
      "x", " ", "\u{1b}[44m\u{1b}[X", "\u{1b}[31m ", "\u{1b}[4m ", "\u{1b}[58;5;1m ",
      "\u{1b}]8;;a\u{7} ", "\u{1b}[44m\u{1b}[K",
    ])
  func used(output: String) {
    #expect(MemoryLayout<ScreenCell>.size == 16 && MemoryLayout<ScreenCell>.stride == 16)
    let row = ProgramScreen(9, 1, "ab\u{1b}[1;6H" + output).row(0)
    #expect(row.usedCount == (row.cells.lastIndex { $0 != ScreenCell() } ?? -1) + 1)
    #expect(row.usedCount >= 6)
    #expect(ProgramScreen(9, 1).row(0).usedCount == 0)
  }

  @Test("The glyphs of a row end with its last one, on a reversed screen with the last column")
  func glyphs() {
    let screen = ProgramScreen(6, 2, "ab \u{1b}[2;3Hc")
    #expect((0..<2).map { screen.glyphs(ofRow: $0).map(\.text).joined() } == ["ab ", "  c"])
    screen.feed("\u{1b}[?5h".utf8)
    #expect((0..<2).map { screen.glyphs(ofRow: $0).count } == [6, 6])
  }

  @Test("The cursor stays at its character when lines are wrapped again, and a wrap stays pending")
  func rewrappedCursor() {
    let screen = ProgramScreen(6, 4, "abcdefghi\u{1b}[2;2H")
    screen.resize(columns: 4, rows: 4)
    #expect(screen.lines == ["abcd", "efgh", "i", ""])
    #expect(screen.place == [1, 3])
    screen.resize(columns: 12, rows: 4)
    #expect(screen.place == [0, 7])
    let full = ProgramScreen(6, 3, "ab\r\nc\r\nabcdef")
    full.resize(columns: 3, rows: 3)
    #expect(full.place == [2, 2])
    full.feed("g".utf8)
    #expect(full.lines == ["abc", "def", "g"])
    let middle = ProgramScreen(6, 7, "abcdef\r\nghijkl\r\nmnopqr\r\nst\u{1b}[2;2H")
    middle.resize(columns: 3, rows: 7)
    #expect(middle.lines == ["abc", "def", "ghi", "jkl", "mno", "pqr", "st"])
    #expect(middle.place == [2, 1])
    let far = ProgramScreen(9, 2, "ab\u{1b}[1;7H")
    far.resize(columns: 8, rows: 2)
    #expect(far.place == [0, 6])
    far.resize(columns: 5, rows: 2)
    far.feed("x".utf8)
    #expect(far.lines == ["ab  x", ""])
  }

  @Test("A wide character is not divided when lines are wrapped again")
  func rewrappedWide() {
    let screen = ProgramScreen(5, 2, "a一bc二d")
    screen.resize(columns: 2, rows: 2)
    #expect(screen.scrolledLines + screen.lines == ["a", "一", "bc", "二", "d"])
    #expect(screen.fault == nil)
    screen.resize(columns: 8, rows: 2)
    #expect(screen.lines == ["a一bc二d", ""])
    screen.resize(columns: 1, rows: 2)
    #expect(screen.scrolledLines + screen.lines == ["a", "b", "c", "d"])
    #expect(screen.fault == nil)
  }

  @Test("A prompt stays at the start of its line")
  func rewrappedPrompt() {
    let screen = ProgramScreen(6, 2, "\u{1b}]133;A\u{7}$ abcdefgh")
    screen.resize(columns: 4, rows: 2)
    #expect((-1..<2).map { screen.row($0).isPrompt } == [true, false, false])
    screen.resize(columns: 20, rows: 2)
    #expect((0..<2).map { screen.row($0).isPrompt } == [true, false])
  }

  @Test("A narrower screen drops blank rows below the cursor before it scrolls")
  func narrowingWithBlankRows() {
    let screen = ProgramScreen(6, 5, "abcdef\r\nghijkl\r\n$ ")
    screen.resize(columns: 3, rows: 5)
    #expect(screen.scrolledLines == [])
    #expect(screen.lines == ["abc", "def", "ghi", "jkl", "$"])
    #expect(screen.place == [4, 2])
    // Only then rows at the top leave the screen.
    screen.resize(columns: 2, rows: 5)
    #expect(screen.scrolledLines == ["ab", "cd"])
    #expect(screen.lines == ["ef", "gh", "ij", "kl", "$"])
    screen.resize(columns: 6, rows: 5)
    #expect(screen.lines == ["abcdef", "ghijkl", "$", "", ""])
  }

  @Test("Rows that were scrolled away do not come back because the rows below are blank")
  func narrowingAfterClear() {
    let screen = ProgramScreen(6, 4, "1\r\n2\r\n3\r\n4\r\n5\r\n6\u{1b}[H\u{1b}[Jabcdef")
    #expect(screen.scrolledLines == ["1", "2"])
    screen.resize(columns: 3, rows: 4)
    #expect(screen.scrolledLines == ["1", "2"])
    #expect(screen.lines == ["abc", "def", "", ""])
    screen.feed("\u{1b}[4;1Hx\u{1b}[1;1H".utf8)
    screen.resize(columns: 2, rows: 4)
    // A row below the cursor that has text is not dropped.
    #expect(screen.scrolledLines == ["1", "2", "ab"])
    #expect(screen.lines == ["cd", "ef", "", "x"])
  }

  @Test("Lines of the alternate screen are not wrapped again, and no character is divided")
  func narrowAlternate() {
    let screen = ProgramScreen(5, 2, "\u{1b}[?1049ha一bc\r\nde一f")
    screen.resize(columns: 2, rows: 2)
    #expect(screen.glyphs(ofRow: 0).map(\.text) == ["a", " "])
    screen.feed("\u{1b}[1;1Hx".utf8)
    screen.resize(columns: 5, rows: 2)
    #expect(screen.lines == ["x", "de一f"])
    #expect(screen.fault == nil)
  }

  @Test("A resize while the alternate screen is shown wraps the lines of the main screen")
  func resizingBehind() {
    let screen = ProgramScreen(4, 4, "abcdef\r\ngh\u{1b}[?1049hxy")
    screen.resize(columns: 3, rows: 4)
    screen.resize(columns: 8, rows: 4)
    screen.feed("\u{1b}[?1049l".utf8)
    #expect(screen.lines == ["abcdef", "gh", "", ""])
    #expect(screen.place == [1, 2])
  }

  @Test(
    "A resize behind an alternate screen without a saved cursor keeps the rows above the cursor",
    arguments: ["47", "1047"])
  func resizingBehindUnsaved(mode: String) {
    let screen = ProgramScreen(4, 4, "a\r\nb\r\nc\r\nd\u{1b}[?\(mode)h\u{1b}[H")
    screen.resize(columns: 4, rows: 2)
    screen.resize(columns: 4, rows: 4)
    screen.feed("\u{1b}[?\(mode)l".utf8)
    #expect(screen.lines == ["a", "b", "c", "d"])
  }

  @Test("On the alternate screen a wrap stays pending only if the last column stays the last")
  func resizingWrap() {
    let screen = ProgramScreen(4, 3, "\u{1b}[?1049habcd")
    screen.resize(columns: 4, rows: 2)
    screen.feed("e".utf8)
    #expect(screen.lines == ["abcd", "e"])
    let wider = ProgramScreen(4, 2, "\u{1b}[?1049habcd")
    wider.resize(columns: 6, rows: 2)
    #expect(wider.fault == nil)
    wider.feed("e".utf8)
    #expect(wider.lines == ["abce", ""])
    let moved = ProgramScreen(4, 2, "\u{1b}[?1049ha\u{1b}[1;3H")
    moved.resize(columns: 3, rows: 2)
    moved.feed("b".utf8)
    #expect(moved.lines == ["a b", ""])
  }

  @Test("Behind the alternate screen a wrap is pending only after the last column of a full row")
  func resizingWrapBehind() {
    func lines(_ output: String, columns: Int) -> [String] {
      let screen = ProgramScreen(4, 3, output + "\u{1b}[?1049h")
      screen.resize(columns: columns, rows: 2)
      screen.feed("\u{1b}[?1049lx".utf8)
      return screen.lines
    }
    #expect(lines("abcd", columns: 4) == ["abcd", "x"])
    #expect(lines("abcdef\u{1b}[1;3H", columns: 3) == ["abx", "def"])
    #expect(lines("abcd\u{1b}[1;4H", columns: 4) == ["abcx", ""])
    #expect(lines("a\u{1b}[1;4H", columns: 3) == ["a x", ""])
  }

  @Test("The count of scrolled rows grows by as many rows as the text moves up")
  func scrolledTotal() {
    let screen = ProgramScreen(4, 2, "1\r\n2\r\n3\r\n4", scrollback: 1)
    #expect(screen.scrolledTotal == 2 && screen.scrollbackCount == 1)
    screen.feed("\u{1b}[?1049h\r\n\n\n\u{1b}[?1049l".utf8)
    #expect(screen.scrolledTotal == 2)
    screen.resize(columns: 4, rows: 3)
    #expect(screen.scrolledTotal == 1)
  }

  @Test("Targets of links that no cell shows make room for others")
  func links() {
    let link = { (name: String) in "\u{1b}]8;;\(name)\u{7}x\u{1b}]8;;\u{7}" }
    let screen = ProgramScreen(4, 2, scrollback: 0)
    for number in 0..<5000 { screen.feed((link("http://\(number)") + "\r").utf8) }
    #expect(screen.link(of: screen.row(0)[0]) == "http://4999")
  }

  @Test("A link and the colour of underlines do not change each other")
  func linkAndColor() {
    let screen = ProgramScreen(
      9, 1,
      "\u{1b}[4;58;5;1m\u{1b}]8;;http://x\u{7}a\u{1b}[59mb\u{1b}[58;5;2mc\u{1b}[0md"
        + "\u{1b}[4;58;5;3m\u{1b}]8;;\u{7}e\u{1b}[0mf")
    let cells = (0..<6).map { screen.row(0)[$0] }
    #expect(
      cells.map { screen.link(of: $0) } == Array(repeating: "http://x", count: 4) + [nil, nil])
    #expect(
      screen.glyphs(ofRow: 0).map(\.style.underlineColor)
        == [.indexed(1), nil, .indexed(2), nil, .indexed(3), nil])
  }

  @Test("If there is no room for the colour of an underline, the link stays")
  func fullExtras() {
    let screen = ProgramScreen(64, 65, scrollback: 0)
    screen.feed("\u{1b}[4m".utf8)
    for number in 0..<4095 { screen.feed("\u{1b}[58:2::\(number >> 8):\(number & 255):1mx".utf8) }
    screen.feed("\u{1b}[59m\u{1b}]8;;http://x\u{7}a\u{1b}[58;5;1mb\u{1b}[0mc".utf8)
    let cells = (0..<65).flatMap { number in (0..<64).map { screen.row(number)[$0] } }
    let linked = cells.filter { screen.link(of: $0) == "http://x" }.map { screen.text(of: $0) }
    #expect(linked == ["a", "b", "c"])
  }

  @Test("After a resize the margins are gone and new columns have tab stops")
  func marginsAndTabs() {
    let screen = ProgramScreen(8, 4, "\u{1b}[2;3r")
    screen.resize(columns: 20, rows: 4)
    screen.feed("\u{1b}[1;10H\tx\u{1b}[4;1H\nz".utf8)
    #expect(screen.scrollbackCount == 1)
    #expect(screen.lines == ["", "", "", "z"])
    #expect(screen.scrolledLines == ["                x"])
  }
}
