// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits
import TextInput
import Testing

@testable import Mirrors

@Suite(.awayFromTestbed) struct TerminalColorsTests {
  private let terminal: Pseudoterminal
  private let session: TerminalSession

  init() throws {
    terminal = try Pseudoterminal()
    session = try Self.session(terminal, .window)
  }

  private static func session(
    _ terminal: Pseudoterminal, _ kind: TerminalKind
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      descriptor: terminal.slave, kind: kind, output: ByteOutput(descriptor: terminal.slave))
    _ = terminal.read()
    return session
  }

  @Test(
    "reports of colours have an end, a known name and a value, whole or in pieces",
    arguments: [
      ("\u{1b}]11;rgb:1a1a/2b2b/3c3c\u{7}", [.color(.background, .rgb(0x1A, 0x2B, 0x3C))]),
      ("\u{1b}]4;15;rgb:ff/80/00\u{1b}\\", [.color(.indexed(15), .rgb(255, 128, 0))]),
      ("\u{1b}]10;rgb:f/8/0\u{7}", [.color(.foreground, .rgb(255, 136, 0))]),
      ("\u{1b}]10;rgb:fff/7ff/001\u{7}", [.color(.foreground, .rgb(255, 127, 0))]),
      ("\u{1b}]12;rgba:ffff/0000/8080/7fff\u{7}", [.color(.cursor, .rgb(255, 0, 128))]),
      (
        "\u{1b}]11;rgb:1/2/3\u{1b}[I\u{1b}]11;rgb:4/5/6\u{1b}]12;rgb:0/0/f\u{7}",
        [.focus(true), .color(.cursor, .rgb(0, 0, 255))]
      ),
      ("x\u{1b}[?62;22c\u{1b}[?6c\u{1b}[>1;0;0c\u{1b}[c\u{1b}[?1$c", [.attributes, .attributes]),
      ("\u{1b}]11;red\u{7}\u{1b}]11;?\u{7}\u{1b}]rgb:1/2/3\u{7}\u{1b}]11\u{7}\u{1b}]\u{7}", []),
      ("\u{1b}]11;rgb:1/2\u{7}\u{1b}]11;rgb:1/2/3/4\u{7}\u{1b}]11;rgba:1/2/3\u{7}", []),
      ("\u{1b}]11;rgb:12345/2/3\u{7}\u{1b}]11;rgb://3\u{7}\u{1b}]11;rgb:-1/+2/3\u{7}", []),
      ("\u{1b}]13;rgb:1/2/3\u{7}\u{1b}]4;256;rgb:1/2/3\u{7}\u{1b}]4;rgb:1/2/3\u{7}", []),
      ("\u{1b}]11;rgb:\n1/2/3\u{7}\u{1b}]11;1;rgb:1/2/3\u{7}", []),
      ("\u{1b}]11;rgb:" + String(repeating: "f", count: 70) + "\u{7}", []),
      ("\u{1b}]11;rgb:1/2/é\u{7}\u{1b}]11;rgb:1/2/3\u{1b}x\\", []),
    ] as [(String, [TerminalEvent])])
  func reports(_ bytes: String, _ expected: [TerminalEvent]) {
    for size in 1...bytes.utf8.count {
      var parser = TerminalReader()
      var rest = Array(bytes.utf8)[...]
      var found: [TerminalEvent] = []
      while !rest.isEmpty {
        found += parser.read(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(found == expected, "in pieces of \(size)")
    }
  }

  @Test("a terminal is asked once for all colours, and has them before the program starts")
  func asking() {
    #expect(session.color(.background) == nil)
    // The answers wait before the question is asked, which does not matter here.
    terminal.type(
      "\u{1b}]10;rgb:11/22/33\u{7}\u{1b}]11;rgb:44/55/66\u{7}\u{1b}]4;1;rgb:7/8/9\u{7}\u{1b}[?1c")
    session.learnColors()
    let names = ["10", "11", "12"] + (0..<16).map { "4;\($0)" }
    #expect(terminal.read() == names.map { "\u{1b}]\($0);?\u{1b}\\" }.joined() + "\u{1b}[c")
    #expect(session.color(.foreground) == .rgb(0x11, 0x22, 0x33))
    #expect(session.color(.background) == .rgb(0x44, 0x55, 0x66))
    #expect(session.color(.indexed(1)) == .rgb(0x77, 0x88, 0x99))
    #expect(session.color(.cursor) == nil)
    #expect(session.color(.indexed(16)) == nil, "the palette is not known")
  }

  @Test("the colours from 16 on are xterm's where the palette is known")
  func cube() {
    terminal.type("\u{1b}]4;0;rgb:0/0/0\u{7}\u{1b}[?1c")
    session.learnColors()
    let expected: [(UInt8, TextStyle.Color)] = [
      (16, .rgb(0, 0, 0)), (21, .rgb(0, 0, 255)), (110, .rgb(135, 175, 215)),
      (231, .rgb(255, 255, 255)), (232, .rgb(8, 8, 8)), (255, .rgb(238, 238, 238)),
    ]
    for (index, color) in expected { #expect(session.color(.indexed(index)) == color) }
    #expect(session.color(.indexed(15)) == nil)
  }

  @Test("a terminal is asked again when it gains focus, and only answers count")
  func refreshing() {
    terminal.type("\u{1b}]11;rgb:0/0/0\u{7}\u{1b}[?1c")
    session.learnColors()
    let loop = ReadingLoop()
    var focus: [Bool] = []
    session.watch(on: loop) { focus.append($0) }
    _ = terminal.read()
    terminal.type("\u{1b}]11;rgb:f/f/f\u{7}\u{1b}[O")
    loop.turn()
    #expect(session.color(.background) == .rgb(0, 0, 0), "nothing was asked")
    #expect(terminal.read() == "")
    terminal.type("\u{1b}[I")
    loop.turn()
    #expect(terminal.read().hasSuffix("\u{1b}[c"))
    terminal.type("\u{1b}]11;rgb:f/f/f\u{7}\u{1b}[?1c\u{1b}]11;rgb:3/3/3\u{7}")
    loop.turn()
    #expect(session.color(.background) == .rgb(255, 255, 255))
    #expect(focus == [false, true])
    #expect(terminal.waiting == 0)
  }

  @Test("colours that come after the wait are taken")
  func late() {
    session.patience = .milliseconds(1)
    session.learnColors()
    let loop = ReadingLoop()
    session.watch(on: loop) { _ in }
    terminal.type("\u{1b}]11;rgb:0/0/f\u{7}")
    loop.turn()
    #expect(session.color(.background) == .rgb(0, 0, 255))
  }

  @Test("colours that come at the end are read by no shell")
  func end() throws {
    session.patience = .milliseconds(1)
    session.learnColors()
    _ = terminal.read()
    // The thread answers once the terminal is restored, however long that takes.
    session.patience = .seconds(60)
    let master = terminal.master
    let thread = try TestThread {
      var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, 60_000)
      // Input that comes at once would be discarded anyway.
      usleep(50_000)
      _ = write(master, "\u{1b}[?1c", 5)
    }
    session.end()
    thread.join()
    #expect(terminal.waiting == 0)
  }

  @Test("a terminal that types other things without a pause is not waited for until it stops")
  func flood() throws {
    session.patience = .milliseconds(50)
    let master = terminal.master
    var stop: [Int32] = [-1, -1]
    try #require(pipe(&stop) == 0)
    defer { stop.forEach { _ = close($0) } }
    let reader = stop[0]
    var wasStopped = false
    let thread = try TestThread {
      var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      for _ in 0..<6000 where !wasStopped {
        _ = write(master, "x", 1)
        wasStopped = poll(&entry, 1, 10) > 0
      }
    }
    session.learnColors()
    session.end()
    _ = write(stop[1], "x", 1)
    thread.join()
    #expect(wasStopped)
  }

  @Test("a terminal without a window is not asked, because it might show the query")
  func console() throws {
    let terminal = try Pseudoterminal()
    let session = try Self.session(terminal, .console)
    session.learnColors()
    #expect(terminal.read() == "")
    #expect(session.color(.background) == nil)
  }

  @Test("a console shows its eighth colour on its first")
  func palette() {
    var colors = TerminalColors()
    colors.take(palette: Array(0..<48))
    #expect(colors[.foreground] == .rgb(21, 22, 23) && colors[.cursor] == colors[.foreground])
    #expect(colors[.background] == .rgb(0, 1, 2) && colors[.indexed(15)] == .rgb(45, 46, 47))
    colors.read(console: terminal.slave)
    #expect(colors[.background] == .rgb(0, 1, 2), "this is no console")
  }
}
