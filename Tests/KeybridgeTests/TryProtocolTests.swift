// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Keys that are typed at a terminal with the kitty keyboard protocol, which the test acts as.
@Suite(.serialized, .awayFromTestbed) struct TryProtocolTests {
  private static let left = "\u{1b}[<u"

  /// Starts try, and reports the protocol when it asks for it.
  private func start(_ arguments: [String]) throws -> ProtocolTerminal {
    let terminal = try ProtocolTerminal(["try"] + arguments)
    try terminal.expect { $0.contains("\u{1b}[>31u\u{1b}[?u\u{1b}[c") }
    terminal.type("\u{1b}[?31u\u{1b}[?62c")
    try terminal.expect { $0.contains("to exit") }
    return terminal
  }

  @Test("⌘ of the terminal is ⌘, and held keys repeat; ⌃C ends the protocol")
  func document() throws {
    let terminal = try start([])
    terminal.type("\u{1b}[97;;97u\u{1b}[97;1:2;97u\u{1b}[97;1:3u\u{1b}[98;;98u\u{1b}[98;1:3u")
    try terminal.expect { $0.contains("aa") && $0.contains("b") }
    #expect(!terminal.output.contains("no ⌘"))
    // ⌘A, ⌘X, and a new text.
    terminal.type("\u{1b}[57444;9u\u{1b}[97;9u\u{1b}[97;9:3u\u{1b}[120;9u\u{1b}[120;9:3u")
    terminal.type("\u{1b}[57444;1:3uxyz")
    terminal.type("\u{1b}[57442;5u\u{1b}[99;5u")
    #expect(try terminal.end() == 0)
    #expect(terminal.output.hasSuffix("xyz\r\n"), "\(terminal.output.suffix(40))")
    #expect(terminal.output.contains(Self.left))
    #expect(terminal.isRestored)
  }

  @Test("the panic chord ends it, like any terminating signal")
  func panic() throws {
    let terminal = try start([])
    terminal.type("\u{1b}[127u\u{1b}[27u\u{1b}[13u")
    #expect(try terminal.end() == 0)
    #expect(terminal.output.contains(Self.left) && terminal.isRestored)
    let other = try start([])
    other.signal(SIGTERM)
    #expect(try other.end() == 0)
    #expect(other.output.contains(Self.left) && other.isRestored)
  }

  @Test("a program of try exec gets the keys as from a terminal with this protocol")
  func program() throws {
    let terminal = try start([
      "exec", "--", "sh", "-c",
      "stty raw -echo; printf '\\033[>3uready'; stdbuf -o0 tr '\\033' e",
    ])
    try terminal.expect { $0.contains("ready") }
    terminal.type("\u{1b}[57442;5u\u{1b}[97;5u\u{1b}[97;5:3u\u{1b}[57442;1:3u")
    try terminal.expect { $0.contains("e[97;5u") && $0.contains("[97;5:3u") }
    terminal.type("\u{1b}[93;5u\u{1b}[99;5u")
    _ = try terminal.end()
    #expect(terminal.output.contains(Self.left) && terminal.isRestored)
  }

  @Test(
    "SIGKILL and a crash leave the terminal as before, without the protocol",
    arguments: [SIGKILL, SIGSEGV])
  func killed(_ signal: Int32) throws {
    let terminal = try start(["exec", "--", "sleep", "60"])
    terminal.signal(signal)
    #expect(try terminal.end() == 128 + signal)
    try terminal.expect { $0.contains(Self.left) }
    try eventually("the restored terminal") { terminal.isRestored }
  }

  @Test("a terminal that hangs up ends it")
  func hangUp() throws {
    let terminal = try start([])
    terminal.hangUp()
    _ = try terminal.end()
  }

  @Test("the focus that goes releases the keys, and a key brings it back")
  func focus() throws {
    let terminal = try start([])
    terminal.type("\u{1b}[57444;9u\u{1b}[O")
    try terminal.expect { $0.contains("no focus") }
    terminal.type("\u{1b}[97;;97u\u{1b}[97;1:3u")
    try terminal.expect { $0.contains("a") }
    terminal.type("\u{1b}[99;5u")
    #expect(try terminal.end() == 0)
    #expect(terminal.output.hasSuffix("a\r\n"))
  }
}
