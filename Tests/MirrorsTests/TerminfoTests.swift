// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Mirrors

/// The sequences of a terminal come from its terminfo entry.
@Suite(.serialized, .awayFromTestbed) struct TerminfoTests {
  // MARK: Against ncurses' own programs

  /// The capabilities that a drawing with everything in it uses, if the terminal has them.
  private static let used: Set = [
    "cup", "clear", "el", "smcup", "rmcup", "civis", "cnorm", "rmam", "smam", "sgr0", "op", "bold",
    "dim", "sitm", "smul", "rev", "setaf", "setab", "BE", "BD",
  ]

  @Test(
    "the mirror sends only sequences of the terminal's entry, and uses all that it can",
    .needs("infocmp", "tput"),
    arguments: [
      "vt100", "vt220", "ansi", "pcansi", "linux", "xterm", "xterm-256color", "screen",
      "screen-256color", "tmux", "tmux-256color", "rxvt", "rxvt-unicode-256color", "sun", "cons25",
    ])
  func oracle(_ name: String) throws {
    let oracle = try TerminfoOracle(name, columns: 20, rows: 5)
    let sent = try drawEverything(on: try TerminalKind(name: name))
    let (known, strangers) = oracle.read(Array(sent.utf8))
    // The exceptions of decision 15, if the entry has bracketed paste: xterm's focus reports, and
    // the order of text.
    let exceptions = ["\u{1b}[8l", "\u{1b}[?1004h", "\u{1b}[?1004l", "\u{1b}[8h"]
    #expect(
      strangers == (oracle.names.contains("BE") ? exceptions : []).map(\.debugDescription))
    var used = oracle.names.intersection(Self.used)
    if !used.contains("civis") { used.remove("cnorm") }
    #expect(known.isSuperset(of: used))
  }

  /// Everything that is sent to a terminal from the start to the end of a session.
  private func drawEverything(on kind: TerminalKind) throws -> String {
    let terminal = try Pseudoterminal()
    let output = ByteOutput(descriptor: terminal.slave)
    let session = try TerminalSession(descriptor: terminal.slave, kind: kind, output: output)
    session.watch(on: ReadingLoop()) { _ in }
    session.takePastes { _ in }
    var screen = Screen(columns: 20, rows: 5, kind: kind)
    var sent = terminal.read()
    let colors: [TextStyle.Color?] =
      [nil, .rgb(1, 2, 3), .rgb(200, 100, 0)]
      + [0, 1, 7, 8, 12, 15, 16, 100, 252].map { .indexed($0) }
    let attributes = (0..<32).map { TextStyle.Attributes(rawValue: $0) }
    var random = SeededGenerator(seed: 3)
    for round in 0..<40 {
      let rows = (0..<5).map { _ in
        (0..<Int.random(in: 0...20, using: &random)).map { _ in
          Cell(
            text: "x", width: 1,
            style: TextStyle(
              attributes.randomElement(using: &random) ?? [],
              foreground: colors.randomElement(using: &random) ?? nil,
              background: colors.randomElement(using: &random) ?? nil))
        }
      }
      screen.show(
        rows,
        cursor: CellCanvas.Cursor(
          row: round % 5, column: Int.random(in: 0..<20, using: &random),
          isVisible: Bool.random(using: &random)), to: output)
      if round % 10 == 0 { screen.resize(columns: 20, rows: 5) }
      try output.flush()
      sent += terminal.read()
    }
    session.end()
    return sent + terminal.read()
  }

  // MARK: Terminals by name

  @Test(
    "vt100, ansi and the console have no second screen, xterm and multiplexers have one",
    arguments: [
      ("vt100", false), ("ansi", false), ("linux", false), ("xterm-256color", true),
      ("screen", true), ("tmux-256color", true),
    ])
  func screens(_ name: String, _ hasSecond: Bool) throws {
    let sent = try drawEverything(on: TerminalKind(name: name))
    #expect(sent.contains("\u{1b}[?1049h") == hasSecond)
    #expect(sent.contains("\u{1b}[?1049l") == hasSecond)
    #expect(!sent.contains("?2026"), "none of these entries has synchronized output")
    #expect(sent.contains("?1004") == ["xterm-256color", "tmux-256color"].contains(name))
  }

  @Test(
    "an unusable terminal is an error with a reason",
    arguments: [
      (nil, MirrorError.terminalNotNamed), ("", .terminalNotNamed),
      ("dumb", .cursorNotMovable(name: "dumb")),
      ("no-such-terminal", .terminalUnknown(name: "no-such-terminal")),
      ("../l/linux", .terminalUnknown(name: "../l/linux")),
      ("unknown", .terminalUnknown(name: "unknown")),
    ] as [(String?, MirrorError)])
  func refused(_ name: String?, _ error: MirrorError) {
    #expect(throws: error) { _ = try TerminalKind(name: name) }
  }

  // MARK: Entries made by hand

  /// A terminal that can move its cursor and clear its screen, with additional capabilities.
  private func entry(_ change: (inout TerminfoEntry) -> Void) -> TerminfoEntry {
    var entry = TerminfoEntry()
    entry[.cup] = Array("<cup%p1%d,%p2%d>".utf8)
    entry[.clear] = Array("<clear>".utf8)
    change(&entry)
    return entry
  }

  private func kind(_ change: (inout TerminfoEntry) -> Void) throws -> TerminalKind {
    try #require(TerminalKind(entry(change)))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("a terminal with minimal capabilities is cleared, and drawn on without attributes")
  func bare() throws {
    let bare = try kind { _ in }
    #expect(text(bare.enter) == "<clear>" && text(bare.leave) == "<clear>")
    let pipe = try PipeReader()
    let output = ByteOutput(descriptor: pipe.writer)
    var screen = Screen(columns: 4, rows: 2, kind: bare)
    let style = TextStyle([.bold, .reverse], foreground: .red)
    let red = Cell(text: "r", width: 1, style: style)
    screen.show([[red, red, .blank]], cursor: nil, to: output)
    try output.flush()
    #expect(pipe.read() == "<clear><cup0,0>rr <cup1,0>")
    // If a row cannot be erased, blanks are drawn.
    screen.show([[red]], cursor: nil, to: output)
    try output.flush()
    #expect(pipe.read() == "<cup0,1>   <cup1,0>")
  }

  @Test("a mode that could not be left is not entered")
  func halves() throws {
    let kind = try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.rev] = Array("<rev>".utf8)
      for name in [TerminfoEntry.Sequence.smcup, .civis, .rmam, .fe] { $0[name] = [0x21] }
    }
    #expect(text(kind.enter) == "<clear>" && text(kind.leave) == "<sgr0><clear>")
    #expect(kind.reportFocus == [])
  }

  @Test(
    "the cursor is hidden during a session, and standout replaces missing reverse video"
  )
  func caret() throws {
    let reverse = try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.civis] = Array("<civis>".utf8)
      $0[.cnorm] = Array("<cnorm>".utf8)
      $0[.smso] = Array("<smso>".utf8)
    }
    #expect(text(reverse.enter) == "<civis><clear>")
    #expect(text(reverse.leave) == "<sgr0><cnorm><clear>")
    #expect(text(reverse.change(from: TextStyle(), to: TextStyle(.reverse))) == "<smso>")
  }

  @Test("text with a line through it has the sequence of the terminal, if it has one")
  func strikethrough() throws {
    let style = TextStyle([.underline, .strikethrough])
    let struck = try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.smul] = Array("<smul>".utf8)
      $0[.smxx] = Array("<smxx>".utf8)
    }
    #expect(text(struck.change(from: TextStyle(), to: style)) == "<smul><smxx>")
    #expect(text(struck.change(from: style, to: TextStyle())) == "<sgr0>")
    #expect(text(try kind { _ in }.change(from: TextStyle(), to: style)) == "")
  }

  @Test("kinds and colours of underlines have the sequences of the terminal, if it has them")
  func underlines() throws {
    var style = TextStyle(.underline)
    style.underlineStyle = .curly
    style.underlineColor = .rgb(1, 2, 3)
    let full = try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.smul] = Array("<smul>".utf8)
      $0[.Smulx] = Array("<line %p1%d>".utf8)
      $0[.Setulc] = Array("<color %p1%d>".utf8)
    }
    #expect(text(full.change(from: TextStyle(), to: style)) == "<line 3><color 66051>")
    #expect(text(full.change(from: style, to: TextStyle(.underline))) == "<sgr0><smul>")
    style.underlineColor = .indexed(1)
    style.underlineStyle = .single
    #expect(text(full.change(from: TextStyle(), to: style)) == "<smul><color 11141120>")
    style.attributes = []
    #expect(text(full.change(from: TextStyle(), to: style)) == "")
    let plain = try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.smul] = Array("<smul>".utf8)
    }
    style = TextStyle(.underline)
    style.underlineStyle = .dashed
    style.underlineColor = .indexed(1)
    #expect(text(plain.change(from: TextStyle(), to: style)) == "<smul>")
  }

  @Test("blinking text and the shape of the cursor have the sequences of the terminal")
  func blinkAndShape() throws {
    let kind = try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.blink] = Array("<blink>".utf8)
      $0[.Ss] = Array("<shape %p1%d>".utf8)
    }
    #expect(text(kind.change(from: TextStyle(), to: TextStyle(.blink))) == "<blink>")
    #expect(text(kind.cursorShape(5)) == "<shape 5>")
    #expect(text(try self.kind { _ in }.cursorShape(5)) == "")
  }

  @Test("attributes that take up cells are not used")
  func cookies() throws {
    let kind = try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.bold] = Array("<bold>".utf8)
      $0.numbers[.xmc] = 1
    }
    #expect(kind.change(from: TextStyle(), to: TextStyle(.bold)) == [])
  }

  @Test("a screen that would scroll keeps its last cell empty, and no other does")
  func lastCell() throws {
    for (flags, hasWrappingOff, row) in [
      ([.am], false, "abc"), ([.am], true, "abcd"), ([.am, .xenl], false, "abcd"),
      ([], false, "abcd"),
    ] as [(Set<TerminfoEntry.Flag>, Bool, String)] {
      let kind = try kind {
        $0.flags = flags
        $0[.el] = Array("<el>".utf8)
        if hasWrappingOff { ($0[.rmam], $0[.smam]) = ([0x21], [0x21]) }
      }
      let pipe = try PipeReader()
      let output = ByteOutput(descriptor: pipe.writer)
      var screen = Screen(columns: 4, rows: 2, kind: kind)
      let cells = "abcd".map { Cell(text: String($0), width: 1) }
      screen.show([cells, cells], cursor: nil, to: output)
      try output.flush()
      #expect(pipe.read() == "<clear><cup0,0>abcd<cup1,0>\(row)<cup1,0>")
    }
  }

  @Test("delays for slow lines are not sent")
  func delays() {
    for (sequence, sent) in [
      ("a$<5>b$<50/>c$<1.5*>", "abc"), ("$<", "$<"), ("$5>", "$5>"), ("", ""),
    ] {
      #expect(text(TerminfoEntry.withoutDelays(Array(sequence.utf8))) == sent)
    }
  }

  @Test(
    "a sequence with a text parameter is not used",
    arguments: [
      ("%p1%s", false), ("%p1%10.3s", false), ("%p1%:-5s", false), ("%p1%l%d", false),
      ("%p1%d", true), ("%p1%{1}%-%d", true), ("%%s%p1%d", true), ("%'s'%p1%d", true),
      ("%'%'%p1%d", true), ("%p1%:+d", true), ("%", true), ("s%p1%02ds", true),
    ])
  func texts(_ sequence: String, _ isUsed: Bool) {
    let entry = entry { $0[.setaf] = Array(sequence.utf8) }
    #expect(text(entry[.setaf]) == (isUsed ? sequence : ""))
  }

  // MARK: Colours

  /// Sequences that print their parameters.
  private func colored(_ count: Int, _ change: (inout TerminfoEntry) -> Void = { _ in }) throws
    -> TerminalKind
  {
    try kind {
      $0[.sgr0] = Array("<sgr0>".utf8)
      $0[.op] = Array("<op>".utf8)
      $0[.setaf] = Array("<f%p1%d>".utf8)
      $0[.setab] = Array("<b%p1%d>".utf8)
      $0.numbers[.colors] = count
      change(&$0)
    }
  }

  @Test(
    "a colour is the nearest one of the terminal's",
    arguments: [
      (.indexed(9), [8: "<f1>", 16: "<f9>", 88: "<f9>", 256: "<f9>"]),
      (.indexed(8), [8: "<f7>", 16: "<f8>", 256: "<f8>"]),
      (.indexed(203), [8: "<f3>", 16: "<f9>", 256: "<f203>"]),
      (.rgb(255, 0, 0), [2: "", 8: "<f1>", 16: "<f1>", 256: "<f196>"]),
      (.rgb(130, 131, 132), [8: "<f7>", 256: "<f244>"]),
      (.rgb(0, 0, 0), [8: "<f0>", 256: "<f16>"]), (.rgb(255, 255, 255), [256: "<f231>"]),
      (.rgb(4, 250, 130), [256: "<f48>"]),
    ] as [(TextStyle.Color, [Int: String])])
  func nearest(_ color: TextStyle.Color, _ sequences: [Int: String]) throws {
    for (count, sequence) in sequences {
      let kind = try colored(count)
      #expect(
        text(kind.change(from: TextStyle(), to: TextStyle(foreground: color))) == sequence,
        "of \(count)")
    }
  }

  @Test("without bright black, text in it is white and a background in it black")
  func brightBlack() throws {
    let kind = try colored(8)
    let style = TextStyle(foreground: .indexed(8), background: .indexed(8))
    #expect(text(kind.change(from: TextStyle(), to: style)) == "<f7><b0>")
  }

  @Test("red, green and blue are sent if the entry supports them")
  func direct() throws {
    let style = TextStyle(foreground: .rgb(1, 2, 3), background: .indexed(202))
    let mixed = try colored(256) {
      $0[.setrgbf] = Array("<F%p1%d,%p2%d,%p3%d>".utf8)
      $0[.setrgbb] = Array("<B%p1%d,%p2%d,%p3%d>".utf8)
    }
    #expect(text(mixed.change(from: TextStyle(), to: style)) == "<F1,2,3><b202>")
    let direct = try colored(1 << 24) { $0.flags = [.RGB] }
    #expect(
      text(direct.change(from: TextStyle(), to: style)) == "<f\(0x010203)><b\(0xff5f00)>")
    let low = TextStyle(foreground: .rgb(0, 0, 200), background: .indexed(3))
    #expect(
      text(direct.change(from: TextStyle(), to: low)) == "<f\(0x0001c8)><b3>",
      "200 would be the number of another colour")
    #expect(try text(colored(1 << 24).change(from: TextStyle(), to: low)) == "<f20><b3>")
  }

  @Test("colours are reset by their own sequence, and only if one was set")
  func takingBack() throws {
    let kind = try colored(8) { $0[.bold] = Array("<bold>".utf8) }
    let (plain, bold) = (TextStyle(), TextStyle(.bold))
    let red = TextStyle(foreground: .indexed(1))
    #expect(text(kind.change(from: plain, to: bold)) == "<bold>")
    #expect(text(kind.change(from: bold, to: plain)) == "<sgr0>")
    #expect(text(kind.change(from: bold, to: red)) == "<sgr0><f1>")
    #expect(text(kind.change(from: red, to: bold)) == "<sgr0><op><bold>")
    #expect(kind.change(from: plain, to: plain) == [])
  }

  @Test("a terminal with only the XF flag for focus reports gets xterm's sequences")
  func focus() throws {
    let flagged = try kind { $0.flags = [.XF] }
    #expect(text(flagged.reportFocus) == "\u{1b}[?1004h")
    let own = try kind {
      $0.flags = [.XF]
      ($0[.fe], $0[.fd]) = (Array("<fe>".utf8), Array("<fd>".utf8))
    }
    #expect(text(own.reportFocus) == "<fe>" && text(own.leave) == "<fd><clear>")
    let strange = try kind { $0[.BE] = Array("<BE>".utf8) }
    #expect(strange.reportFocus == [] && strange.enclosePastes == [])
    let pasting = try kind { ($0[.BE], $0[.BD]) = (Array("<BE>".utf8), Array("<BD>".utf8)) }
    #expect(text(pasting.enclosePastes) == "<BE>" && text(pasting.leave) == "<BD><clear>")
  }
}
