// SPDX-License-Identifier: Apache-2.0
import Testing
import TextLayout

@testable import TerminalScreen

/// The screen answers the queries of programs, and reports what they ask for.
@Suite struct QueryTests {
  @Test("Each query has its answer")
  func answers() {
    let rows: [(query: String, answer: String)] = [
      ("\u{1b}[c", "\u{1b}[?64;6;21;22;28c"), ("\u{1b}[0c", "\u{1b}[?64;6;21;22;28c"),
      ("\u{1b}[1c", ""),
      ("\u{1b}[>c", "\u{1b}[>1;0;0c"), ("\u{1b}[=c", "\u{1b}P!|00000000\u{1b}\\"),
      ("\u{1b}[>q", "\u{1b}P>|test 1\u{1b}\\"), ("\u{1b}[5n", "\u{1b}[0n"),
      ("\u{1b}[2;3H\u{1b}[6n", "\u{1b}[2;3R"), ("\u{1b}[2;3H\u{1b}[?6n", "\u{1b}[?2;3R"),
      ("\u{1b}[2;4r\u{1b}[?6h\u{1b}[6n", "\u{1b}[1;1R"), ("\u{1b}[18t", "\u{1b}[8;5;10t"),
      ("\u{1b}[4$p", "\u{1b}[4;2$y"), ("\u{1b}[4h\u{1b}[4$p", "\u{1b}[4;1$y"),
      ("\u{1b}[20h\u{1b}[20$p", "\u{1b}[20;1$y"), ("\u{1b}[3$p", "\u{1b}[3;0$y"),
      // Modes that never change: KAM, SRM, DECANM, DECCOLM and DECARM.
      ("\u{1b}[2h\u{1b}[2$p", "\u{1b}[2;4$y"), ("\u{1b}[12l\u{1b}[12$p", "\u{1b}[12;3$y"),
      ("\u{1b}[?2$p", "\u{1b}[?2;3$y"), ("\u{1b}[?3h\u{1b}[?3$p", "\u{1b}[?3;4$y"),
      ("\u{1b}[?8l\u{1b}[?8$p", "\u{1b}[?8;3$y"),
      ("\u{1b}[?9999$p", "\u{1b}[?9999;0$y"), ("\u{1b}[?7$p", "\u{1b}[?7;1$y"),
      ("\u{1b}[?7l\u{1b}[?7$p", "\u{1b}[?7;2$y"), ("\u{1b}[?25$p", "\u{1b}[?25;1$y"),
      ("\u{1b}[?6h\u{1b}[?6$p", "\u{1b}[?6;1$y"), ("\u{1b}[?1049$p", "\u{1b}[?1049;2$y"),
      ("\u{1b}[?1049h\u{1b}[?1049$p", "\u{1b}[?1049;1$y"),
      ("\u{1b}P$qr\u{1b}\\", "\u{1b}P1$r1;5r\u{1b}\\"),
      ("\u{1b}[2;4r\u{1b}P$qr\u{1b}\\", "\u{1b}P1$r2;4r\u{1b}\\"),
      ("\u{1b}P$qm\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\"),
      (
        "\u{1b}[1;4;31;102m\u{1b}P$qm\u{1b}\\", "\u{1b}P1$r0;1;4;31;102m\u{1b}\\"
      ),
      (
        "\u{1b}[38;5;99;48;2;1;2;3m\u{1b}P$qm\u{1b}\\",
        "\u{1b}P1$r0;38;5;99;48;2;1;2;3m\u{1b}\\"
      ),
      ("\u{1b}[4:3;58;5;9m\u{1b}P$qm\u{1b}\\", "\u{1b}P1$r0;4:3;58:5:9m\u{1b}\\"),
      ("\u{1b}[21;58:2::1:2:3m\u{1b}P$qm\u{1b}\\", "\u{1b}P1$r0;4:2;58:2::1:2:3m\u{1b}\\"),
      ("\u{1b}[1\"q\u{1b}P$q\"q\u{1b}\\", "\u{1b}P1$r1\"q\u{1b}\\"),
      ("\u{1b}P$q$}\u{1b}\\", "\u{1b}P1$r0$}\u{1b}\\"),
      ("\u{1b}P$q$~\u{1b}\\", "\u{1b}P1$r0$~\u{1b}\\"),
      ("\u{1b}P$qt\u{1b}\\", "\u{1b}P1$r5t\u{1b}\\"),
      ("\u{1b}P$q*|\u{1b}\\", "\u{1b}P1$r5*|\u{1b}\\"),
      ("\u{1b}P$q\"p\u{1b}\\", "\u{1b}P1$r64;1\"p\u{1b}\\"),
      // The state of a printer, of user-defined keys, the keyboard, a locator, data and sessions.
      ("\u{1b}[?15n", "\u{1b}[?13n"), ("\u{1b}[?25n", "\u{1b}[?21n"),
      ("\u{1b}[?26n", "\u{1b}[?27;0;0;0n"), ("\u{1b}[?53n", "\u{1b}[?50n"),
      ("\u{1b}[?55n", "\u{1b}[?50n"),
      ("\u{1b}[?56n", "\u{1b}[?57;0n"), ("\u{1b}[?75n", "\u{1b}[?70n"),
      ("\u{1b}[?85n", "\u{1b}[?83n"),
      ("\u{1b}P$qx\u{1b}\\", "\u{1b}P0$r\u{1b}\\"), ("\u{1b}P+q544e\u{1b}\\", "\u{1b}P0+r\u{1b}\\"),
      ("\u{1b}[?4m", "\u{1b}[>4;0m"), ("\u{1b}[>4;1m\u{1b}[?4m", "\u{1b}[>4;1m"),
      ("\u{1b}[>4;2m\u{1b}[?4m", "\u{1b}[>4;2m"),
      ("\u{1b}[>4;2m\u{1b}[>4m\u{1b}[?4m", "\u{1b}[>4;0m"),
      ("\u{1b}[>4;2m\u{1b}[>4n\u{1b}[?4m", "\u{1b}[>4;0m"),
      ("\u{1b}[>1;2m\u{1b}[?4m", "\u{1b}[>4;0m"),
      ("\u{1b}]52;c;?\u{7}", ""), ("\u{1b}]11;?\u{7}", ""),
    ]
    for row in rows {
      #expect(
        ProgramScreen(10, 5, row.query).answer == row.answer, "\(row.query.debugDescription)")
    }
  }

  @Test("Queries of colours are answered in order, with their own end, where the colour is known")
  func colors() {
    let rows: [(query: String, answer: String)] = [
      ("\u{1b}]11;?\u{7}\u{1b}[c", "\u{1b}]11;rgb:0101/1010/ffff\u{7}\u{1b}[?64;6;21;22;28c"),
      ("\u{1b}]11;?\u{1b}\\\u{1b}[5n", "\u{1b}]11;rgb:0101/1010/ffff\u{1b}\\\u{1b}[0n"),
      (
        "\u{1b}]10;?;?;?;?\u{7}",
        "\u{1b}]10;rgb:0202/0303/0404\u{7}\u{1b}]11;rgb:0101/1010/ffff\u{7}"
      ),
      ("\u{1b}]10;red;?\u{7}", "\u{1b}]11;rgb:0101/1010/ffff\u{7}"),
      (
        "\u{1b}]4;1;?;255;?;2;?\u{7}",
        "\u{1b}]4;1;rgb:0a0a/0b0b/0c0c\u{7}\u{1b}]4;255;rgb:0000/0000/0000\u{7}"
      ),
      ("\u{1b}]4;2;red;1;?\u{7}", "\u{1b}]4;1;rgb:0a0a/0b0b/0c0c\u{7}"),
      ("\u{1b}]12;?\u{7}\u{1b}]4;256;?;x;?;-1;?\u{7}\u{1b}]4;?\u{7}\u{1b}]4\u{7}", ""),
      ("\u{1b}]11\u{7}\u{1b}]11;??\u{7}\u{1b}]13;?\u{7}\u{1b}]104;1\u{7}\u{1b}]11;?\u{18}", ""),
      ("\u{1b}[?996n", "\u{1b}[?997;1n"),
    ]
    let known: [TerminalColor: TextStyle.Color] = [
      .foreground: .rgb(2, 3, 4), .background: .rgb(1, 16, 255), .indexed(1): .rgb(10, 11, 12),
      .indexed(255): .rgb(0, 0, 0),
    ]
    for row in rows {
      let screen = ProgramScreen(10, 2)
      screen.color = { known[$0] }
      screen.feed(row.query.utf8)
      #expect(screen.answer == row.answer, "\(row.query.debugDescription)")
    }
  }

  @Test("A background is light from the middle on")
  func brightness() {
    let rows: [(color: TextStyle.Color?, answer: String)] = [
      (.rgb(127, 127, 127), "\u{1b}[?997;1n"), (.rgb(128, 128, 128), "\u{1b}[?997;2n"),
      (.rgb(0, 255, 0), "\u{1b}[?997;2n"), (.rgb(255, 0, 255), "\u{1b}[?997;1n"), (nil, ""),
    ]
    for row in rows {
      let screen = ProgramScreen(10, 2)
      screen.color = { $0 == .background ? row.color : nil }
      screen.feed("\u{1b}[?996n".utf8)
      #expect(screen.answer == row.answer)
    }
  }

  @Test("Each stored mode is off or on by default, is set, reset and reported")
  func modes() {
    let rows: [(number: Int, isOn: Bool, value: (ScreenModes) -> Bool)] = [
      (1, false, \.hasApplicationCursorKeys), (5, false, \.isReversed), (7, true, \.wraps),
      (25, true, \.isCursorVisible), (41, false, \.wrapsAtTabs), (45, false, \.wrapsBackward),
      (1045, false, \.wrapsBackward), (66, false, \.hasApplicationKeypad),
      (67, false, \.backspaceSendsBackspace), (1004, false, \.reportsFocus),
      (2004, false, \.hasBracketedPaste), (2026, false, \.isSynchronized),
    ]
    for row in rows {
      let screen = ProgramScreen(10, 2)
      #expect(row.value(screen.modes) == row.isOn)
      for (letter, isOn) in [("h", true), ("l", false), ("h", true)] {
        screen.feed("\u{1b}[?\(row.number)\(letter)\u{1b}[?\(row.number)$p".utf8)
        #expect(row.value(screen.modes) == isOn)
        #expect(screen.answer == "\u{1b}[?\(row.number);\(isOn ? 1 : 2)$y")
      }
      screen.feed("\u{1b}[!p".utf8)
      #expect(row.value(screen.modes) == row.isOn)
    }
    #expect(ProgramScreen(10, 2, "\u{1b}=").modes.hasApplicationKeypad)
    #expect(!ProgramScreen(10, 2, "\u{1b}=\u{1b}>").modes.hasApplicationKeypad)
  }

  @Test("The modes of ECMA-48 that never change are reported as off")
  func permanentModes() {
    for mode in [1, 2, 5, 7, 10, 11] + Array(13...19) {
      #expect(ProgramScreen(4, 2, "\u{1b}[\(mode)$p").answer == "\u{1b}[\(mode);4$y")
    }
  }

  @Test("A program saves and restores modes, also several at once")
  func savedModes() {
    let report = "\u{1b}[?7$p\u{1b}[?25$p"
    let rows: [(output: String, states: String)] = [
      ("\u{1b}[?7s\u{1b}[?7l\u{1b}[?7r", "11"), ("\u{1b}[?7l\u{1b}[?7s\u{1b}[?7h\u{1b}[?7r", "21"),
      ("\u{1b}[?7;25s\u{1b}[?7;25l\u{1b}[?25;7r", "11"), ("\u{1b}[?7l\u{1b}[?7r", "21"),
      ("\u{1b}[?7s\u{1b}[?7;25l\u{1b}[?7;25r", "12"),
      ("\u{1b}[?7s\u{1b}c\u{1b}[?7l\u{1b}[?7r", "21"),
      ("\u{1b}[?9999s\u{1b}[?9999r\u{1b}[?s\u{1b}[?r", "11"),
    ]
    for row in rows {
      let answer = ProgramScreen(4, 2, row.output + report).answer
      let states = answer.split(separator: ";").dropFirst().map { $0.prefix(1) }.joined()
      #expect(states == row.states, "\(row.output.debugDescription)")
    }
    let moved = ProgramScreen(4, 2, "ab\u{1b}[?1049s\u{1b}[?1049h\u{1b}[?1049r")
    #expect(!moved.isAlternate)
  }

  @Test("The start and the end of an update are reported in the middle of output")
  func updates() {
    let screen = ProgramScreen(10, 2)
    var reports: [String] = []
    screen.updateChanged = { [unowned screen] in
      reports.append("\($0) \(screen.text(ofRow: 0))")
    }
    screen.feed("a\u{1b}[?2026h\u{1b}[?2026hb\u{1b}[?2026lc\u{1b}[?2026hd\u{1b}c".utf8)
    #expect(reports == ["true a", "false ab", "true abc", "false "])
  }

  @Test("The flags of the kitty protocol are set, added, removed, pushed and popped on each screen")
  func keyboardFlags() {
    let rows: [(output: String, flags: Int)] = [
      ("", 0), ("\u{1b}[=5u", 5), ("\u{1b}[=5;1u", 5), ("\u{1b}[=5u\u{1b}[=2;2u", 7),
      ("\u{1b}[=7u\u{1b}[=2;3u", 5), ("\u{1b}[=255u", 31), ("\u{1b}[=5u\u{1b}[=1;4u", 5),
      ("\u{1b}[>1u", 1), ("\u{1b}[>1u\u{1b}[>3u", 3), ("\u{1b}[>1u\u{1b}[>3u\u{1b}[<u", 1),
      ("\u{1b}[>1u\u{1b}[>3u\u{1b}[<2u", 0), ("\u{1b}[>1u\u{1b}[<99u", 0),
      ("\u{1b}[>1u\u{1b}[?1049h", 0), ("\u{1b}[?1049h\u{1b}[>1u\u{1b}[?1049l", 0),
      ("\u{1b}[>1u\u{1b}[?1049h\u{1b}[>3u\u{1b}[?1049l", 1), ("\u{1b}[>1u\u{1b}c", 0),
    ]
    for row in rows {
      let screen = ProgramScreen(10, 2, row.output + "\u{1b}[?u")
      #expect(screen.answer == "\u{1b}[?\(row.flags)u", "\(row.output.debugDescription)")
      #expect(Int(screen.keyboard.flags.rawValue) == row.flags)
    }
    // Nine flags are pushed; the oldest of the nine below them is lost.
    let pushed = (1...9).map { "\u{1b}[>\($0)u" }.joined()
    #expect(ProgramScreen(10, 2, pushed + "\u{1b}[<7u\u{1b}[?u").answer == "\u{1b}[?2u")
    #expect(ProgramScreen(10, 2, pushed + "\u{1b}[<8u\u{1b}[?u").answer == "\u{1b}[?1u")
    #expect(ProgramScreen(10, 2, pushed + "\u{1b}[<9u\u{1b}[?u").answer == "\u{1b}[?0u")
  }

  @Test("Bells, titles, copied text and switched screens are reported")
  func events() {
    let rows: [(output: String, events: [ScreenEvent])] = [
      ("\u{7}", [.bell]), ("\u{7}\u{7}", [.bell]), ("\u{1b}]0;a b\u{7}", [.title("a b")]),
      ("\u{1b}]2;é\u{1b}\\", [.title("é")]), ("\u{1b}]1;icon\u{7}", []),
      ("\u{1b}]2;a\u{200E}\u{9B}b\u{7}", [.title("a\u{200E}b")]),
      ("\u{1b}]52;c;YWJj\u{7}", [.copy("abc")]), ("\u{1b}]52;;YWI=\u{7}", [.copy("ab")]),
      ("\u{1b}]52;c;YQ\u{7}", [.copy("a")]), ("\u{1b}]52;c;?\u{7}", []),
      ("\u{1b}]52;c;a-b\u{7}", []), ("\u{1b}]52;c\u{7}", []),
      ("\u{1b}[?1049h", [.screenSwitched]), ("\u{1b}[?1049h\u{1b}[?1049h", [.screenSwitched]),
      ("\u{1b}[?1049l", []), ("\u{1b}c", [.screenSwitched]),
    ]
    for row in rows {
      #expect(
        ProgramScreen(10, 2, row.output).takeEvents() == row.events,
        "\(row.output.debugDescription)")
    }
    let long = String(repeating: "x", count: 1000)
    #expect(
      ProgramScreen(10, 2, "\u{1b}]2;\(long)\u{7}").takeEvents() == [
        .title(String(long.prefix(256)))
      ])
  }

  @Test("The shape of the cursor is kept, reported, and reset")
  func cursorShape() {
    let screen = ProgramScreen(8, 2, "\u{1b}[5 q\u{1b}[7 q\u{1b}P$q q\u{1b}\\")
    #expect(screen.cursorShape == 5)
    #expect(String(decoding: screen.takeReplies(), as: UTF8.self) == "\u{1b}P1$r5 q\u{1b}\\")
    screen.feed("\u{1b}[ q".utf8)
    #expect(screen.cursorShape == 0)
    screen.feed("\u{1b}[3 q\u{1b}[!p".utf8)
    #expect(screen.cursorShape == 0)
  }

  @Test("A prompt and a hyperlink belong to the cells where they were printed")
  func marks() {
    let screen = ProgramScreen(
      10, 3, "a\r\n\u{1b}]133;A\u{7}$ \u{1b}]8;;http://x\u{7}l\u{1b}]8;;\u{7}m")
    #expect((0..<3).map { screen.row($0).isPrompt } == [false, true, false])
    #expect((0..<4).map { screen.link(of: screen.row(1)[$0]) } == [nil, nil, "http://x", nil])
    #expect(screen.glyphs(ofRow: 1)[2].style.attributes == .underline)
    #expect(screen.glyphs(ofRow: 1)[3].style.attributes == [])
  }
}
