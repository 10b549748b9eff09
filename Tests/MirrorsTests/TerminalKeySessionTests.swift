// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import TestTraits
import Testing

@testable import Mirrors

/// A session that reads the keys of its terminal.
@Suite(.serialized, .awayFromTestbed) struct TerminalKeySessionTests {
  private let terminal: Pseudoterminal
  private let before: [UInt32]

  init() throws {
    terminal = try Pseudoterminal()
    before = terminal.state
  }

  private func session(_ kind: TerminalKind = .window) throws -> TerminalSession {
    try TerminalSession(
      descriptor: terminal.slave, kind: kind, output: ByteOutput(descriptor: terminal.slave),
      readsKeys: true)
  }

  private static let asked = "\u{1b}[>31u\u{1b}[?u\u{1b}[c"
  private static let left = "\u{1b}[<u" + TerminalSessionTests.left

  /// The events of a session, once its terminal has sent something.
  private final class Events {
    let loop = ReadingLoop()
    var all: [TerminalEvent] = []
    var focus: [Bool] = []

    init(_ session: TerminalSession) {
      session.takeEvents { [unowned self] in all.append($0) }
      session.watch(on: loop) { [unowned self] in focus.append($0) }
    }
  }

  @Test("the terminal is asked for its keys on the mirror's screen, where the request also ends")
  func asking() throws {
    let session = try session()
    #expect(terminal.read() == TerminalSessionTests.entered + Self.asked)
    terminal.type("\u{1b}[?62c")
    session.end()
    #expect(terminal.read() == Self.left)
    #expect(terminal.state == before)
  }

  @Test("keys, pastes and the focus arrive in order, after the flags of the protocol")
  func order() throws {
    let session = try session()
    let events = Events(session)
    _ = terminal.read()
    terminal.type("a\u{1b}[?31u\u{1b}[?62c\u{1b}[98;;98u\u{1b}[O\u{1b}[200~x\u{1b}[201~\r\u{3}")
    events.loop.turn()
    #expect(
      events.all == [
        .key(TerminalKey(.character("a"), text: "a")), .keyboard(flags: 31),
        .key(TerminalKey(.character("b"), phase: .press, text: "b")), .focus(false), .paste("x"),
        .key(TerminalKey(.code(.enter))), .key(TerminalKey(.character("c"), .control)),
      ])
    #expect(events.focus == [], "the receiver of the keys passes it on in order")
    session.focusChanged(false)
    #expect(events.focus == [false])
    session.end()
  }

  @Test("a terminal without the protocol has no flags, and one that is not asked none at once")
  func legacy() throws {
    let session = try session()
    let events = Events(session)
    terminal.type("\u{1b}[?62c")
    events.loop.turn()
    #expect(events.all == [.keyboard(flags: 0)])
    session.end()
    _ = terminal.read()
    let console = try self.session(.console)
    #expect(!terminal.read().contains("u"))
    let others = Events(console)
    #expect(others.all == [.keyboard(flags: 0)])
    console.end()
    #expect(!terminal.read().contains("\u{1b}[<u"))
  }

  @Test("the beginning of a sequence is a key if nothing follows, except with the protocol")
  func escape() throws {
    let session = try session()
    let events = Events(session)
    terminal.type("\u{1b}[?62c\u{1b}")
    events.loop.turn()
    #expect(session.mayEndKey)
    session.endKey()
    #expect(events.all == [.keyboard(flags: 0), .key(.escape)])
    // Input that waits is read before.
    terminal.type("\u{1b}")
    events.loop.turn()
    terminal.type("[A")
    session.endKey()
    #expect(events.all.last == .key(TerminalKey(.code(KeyCode(103)))) && !session.mayEndKey)
    session.end()
    let kitty = try self.session()
    let others = Events(kitty)
    terminal.type("\u{1b}[?31u\u{1b}[?62c\u{1b}")
    others.loop.turn()
    #expect(!kitty.mayEndKey)
    kitty.end()
  }

  @Test("⌫ is ^H if the terminal erases with it")
  func erase() throws {
    var attributes = termios()
    tcgetattr(terminal.slave, &attributes)
    withUnsafeMutableBytes(of: &attributes.c_cc) { $0[Int(VERASE)] = 8 }
    tcsetattr(terminal.slave, TCSANOW, &attributes)
    let session = try session()
    let events = Events(session)
    terminal.type("\u{8}")
    events.loop.turn()
    #expect(events.all == [.key(TerminalKey(.code(.backspace)))])
    session.end()
  }

  @Test("a signal ends the request for keys too")
  func signal() async throws {
    let path = terminal.path
    await #expect(processExitsWith: .signal(SIGQUIT)) { [path = path as String] in
      let descriptor = open(path, O_RDWR | O_NOCTTY)
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let session = try TerminalSession(
        descriptor: descriptor, kind: .window, output: ByteOutput(descriptor: descriptor),
        readsKeys: true)
      raise(SIGQUIT)
      withExtendedLifetime(session) {}
    }
    #expect(terminal.read().hasSuffix("\u{1b}[0 q" + Self.left))
    #expect(terminal.state == before)
  }
}
