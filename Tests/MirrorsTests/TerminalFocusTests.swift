// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Mirrors

@Suite(.awayFromTestbed) struct TerminalFocusTests {
  /// Input of a terminal, and the focus reports in it.
  static let inputs: [(bytes: String, reports: [Bool])] = [
    ("\u{1b}[I", [true]),
    ("\u{1b}[O", [false]),
    ("\u{1b}[O\u{1b}[I\u{1b}[O", [false, true, false]),
    // Between key sequences.
    ("abc\u{1b}[Odéf\u{1b}[I", [false, true]),
    ("\u{1b}[1;5C\u{1b}[O\u{1b}[15~", [false]),
    ("\u{1b}\u{1b}[I", [true]),
    ("\u{1b}[12\u{1b}[I", [true]),
    // A keypad's Tab, keys with parameters, the console's function keys, Alt+O and Alt+[.
    ("\u{1b}OI\u{1b}OO", []),
    ("\u{1b}[5I\u{1b}[1;2O\u{1b}[?1O\u{1b}[<I", []),
    ("\u{1b}[[I\u{1b}[[O", []),
    ("\u{1b}O\u{1b}[I", [true]),
    ("\u{1b}xI[I[O", []),
    // Not a report, because something else ended the introducer.
    ("\u{1b}[\nI\u{1b}[\u{7}O", []),
  ]

  @Test("focus reports are found among key sequences, and no other bytes are mistaken for one")
  func reports() {
    for (bytes, expected) in Self.inputs {
      var parser = TerminalReader()
      let found = bytes.utf8.flatMap { parser.read([$0]) }
      #expect(found == expected.map { .focus($0) }, "byte by byte: \(bytes.debugDescription)")
    }
  }

  @Test("a report may arrive in pieces")
  func pieces() {
    for (bytes, expected) in Self.inputs {
      let bytes = Array(bytes.utf8)
      for cut in 0...bytes.count {
        var parser = TerminalReader()
        let found = parser.read(bytes[..<cut]) + parser.read(bytes[cut...])
        #expect(found == expected.map { .focus($0) }, "cut at \(cut): \(bytes)")
      }
    }
  }

  @Test("the session enables reports, forwards them, and discards other input")
  func session() throws {
    let terminal = try Pseudoterminal()
    let session = try TerminalSession(
      descriptor: terminal.slave, kind: .window, output: ByteOutput(descriptor: terminal.slave))
    _ = terminal.read()
    let loop = ReadingLoop()
    var reported: [Bool] = []
    session.watch(on: loop) { reported.append($0) }
    #expect(terminal.read() == "\u{1b}[?1004h")
    #expect(reported == [])
    terminal.type("x\u{1b}[")
    loop.turn()
    #expect(reported == [])
    terminal.type("Oy")
    loop.turn()
    #expect(reported == [false])
    terminal.type("stray\u{1b}[O\u{1b}[I")
    loop.turn()
    #expect(reported == [false, true])
    #expect(terminal.waiting == 0)
    session.end()
    #expect(loop.interests == [])
    #expect(terminal.read().contains("\u{1b}[?1004l"))
  }

  @Test("a terminal that hangs up is reported once, and is not watched any more")
  func hangUp() throws {
    let terminal = try Pseudoterminal()
    let session = try TerminalSession(
      descriptor: terminal.slave, kind: .window, output: ByteOutput(descriptor: terminal.slave))
    let loop = ReadingLoop()
    var hangUps = 0
    session.watch(on: loop) { _ in
      Issue.record("no focus report was sent")
    } onHangUp: {
      hangUps += 1
    }
    loop.turn()
    #expect(hangUps == 0)
    terminal.hangUp()
    loop.turn()
    loop.turn()
    #expect(hangUps == 1)
    #expect(loop.interests == [])
  }

  @Test("a terminal without focus reports is not sent the request")
  func console() throws {
    let terminal = try Pseudoterminal()
    let session = try TerminalSession(
      descriptor: terminal.slave, kind: .console, output: ByteOutput(descriptor: terminal.slave))
    _ = terminal.read()
    let loop = ReadingLoop()
    session.watch(on: loop) { _ in }
    #expect(terminal.read() == "")
    #expect(loop.interests == [.read], "only the pseudoterminal is watched, no virtual console")
    session.end()
    #expect(!terminal.read().contains("1004"))
  }

  @Test("a virtual console is in front while the kernel reports it as active")
  func foreground() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tty1\n".utf8, to: "active")
    let first = try #require(ForegroundConsole(number: 1, path: path))
    let second = try #require(ForegroundConsole(number: 2, path: path))
    let eleventh = try #require(ForegroundConsole(number: 11, path: path))
    #expect(first.isInFront && !second.isInFront && !eleventh.isInFront)
    let loop = ReadingLoop()
    var reported: [Bool] = []
    first.watch(on: loop) { reported.append(first.isInFront) }
    #expect(loop.interests == [.change])
    for active in ["tty2\n", "tty11\n", "tty1\n"] {
      _ = try folder.write(active.utf8, to: "active")
      loop.change()
    }
    #expect(reported == [false, false, true])
    first.unwatch(on: loop)
    #expect(loop.interests == [])
    #expect(ForegroundConsole(number: 1, path: folder.path + "/none") == nil)
  }

  @Test("a pseudoterminal, a pipe and no descriptor are no virtual consoles")
  func noConsole() throws {
    let terminal = try Pseudoterminal()
    let pipe = try PipeReader()
    #expect(ForegroundConsole.number(of: terminal.slave) == nil)
    #expect(ForegroundConsole.number(of: pipe.writer) == nil)
    #expect(ForegroundConsole.number(of: -1) == nil)
  }
}
