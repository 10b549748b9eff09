// SPDX-License-Identifier: Apache-2.0
import TerminalScreen
import TestSupport

/// Feeds random output to a screen, and reads everything from it that `keybridge exec` shows.
///
/// `make sanitize-screen` builds it with AddressSanitizer, which ends it at the first access to
/// wrong memory. It is a program of its own because the build of all tests takes long.
@main
enum ScreenFuzz {
  private static let sizes = [(1, 1), (1, 5), (2, 1), (2, 2), (3, 7), (20, 6), (80, 24), (240, 60)]
  /// Parts of sequences, which are put together at random.
  private static let parts = [
    "\u{1b}[", "\u{1b}[?", "\u{1b}[>", "\u{1b}[=", "\u{1b}[<", "\u{1b}]", "\u{1b}P", "\u{1b}\\",
    "\u{1b}", "\u{7}", "\u{18}", ";", ":", "0", "1", "2", "24", "1049", "2026", "65535",
    "99999999999", "$", "\"", "!", " ", "'", "*", "\u{1b}[?69h", "\u{1b}[?45h", "\u{1b}[?6h",
    "\u{1b}[2;5s", "\u{1b}[2;4r", "1;1;9;9;1;2;2;1$v", "1;2;3;4$z", "37;1;2;3;4$x", "1;2;3;4;7$r",
    "#8", "(0", "8;;https://example.org/", "52;c;YWJj",
    "133;A", "\r", "\n", "\t", "\u{8}", "\u{b}", "\u{e}", "\u{f}", "abc", "é", "一", "한",
    "\u{301}", "👩‍👧", "\u{200d}",
  ]

  static func main() {
    let steps = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000
    for (number, size) in sizes.enumerated() {
      var random = SeededGenerator(seed: UInt64(number))
      let screen = ProgramScreen(
        columns: size.0, rows: size.1, scrollback: 30, version: "fuzz")
      for step in 0..<steps / sizes.count {
        screen.feed(output(&random))
        guard step % 16 == 0 else { continue }
        read(screen)
        let size = sizes.randomElement(using: &random) ?? (1, 1)
        screen.resize(columns: size.0, rows: size.1)
      }
    }
    print("\(steps) pieces of output")
  }

  private static func output(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.append(UInt8.random(in: 0...255, using: &random))
      case 1: bytes.append(UInt8.random(in: 0x40...0x7E, using: &random))
      default: bytes += (parts.randomElement(using: &random) ?? "").utf8
      }
    }
    return bytes
  }

  private static func read(_ screen: ProgramScreen) {
    _ = (screen.takeReplies(), screen.takeEvents(), screen.cursorPlace)
    for row in -screen.scrollbackCount..<screen.size.rows {
      _ = (screen.glyphs(of: screen.row(row)), screen.text(ofRow: row))
      _ = screen.row(row).cells.first.map { screen.link(of: $0) }
    }
  }
}
