// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

@testable import TerminalScreen

/// Lines are wrapped again at the same places as in tmux.
@Suite(.needs("tmux")) struct RewrapOracleTests {
  /// Returns lines of random lengths, some of them empty, with wide characters and spaces.
  private func text(_ random: inout SeededGenerator) -> String {
    let characters = Array("abcdefghijklmnopqrstuvwxyz      一二")
    return (0..<Int.random(in: 1...14, using: &random)).map { _ in
      let length = [0, 3, 8, 20, 40, 70].randomElement(using: &random) ?? 0
      return String(
        (0..<Int.random(in: 0...length, using: &random)).map { _ in
          characters.randomElement(using: &random) ?? "a"
        }) + "."
    }.joined(separator: "\n")
  }

  /// Rows of the scrollback and of the screen, and the place of the cursor from the oldest row on.
  ///
  /// tmux moves rows to the scrollback while blank ones are left below the cursor, so neither the
  /// start of the screen nor the blank rows at its end are compared.
  private func look(_ pane: Pane) throws -> String {
    let place = try pane.tmux(
      "display-message", "-p", "#{cursor_x} #{e|+:#{history_size},#{cursor_y}}"
    ).output
    return Self.trimmed(try pane.tmux("capture-pane", "-p", "-S", "-").output) + place
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == "\n" }.reversed()) + "\n"
  }

  private func look(_ screen: ProgramScreen) -> String {
    let column = screen.cursor.column + (screen.cursor.isWrapPending ? 1 : 0)
    // tmux leaves out blanks at the end of a row, also of one that continues.
    let lines = (screen.scrolledLines + screen.lines).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    let row = screen.scrollbackCount + screen.cursor.row
    return Self.trimmed(lines.map { $0 + "\n" }.joined()) + "\(column) \(row)\n"
  }

  @Test("Random lines look as in tmux in each of several widths", .notInFastRuns)
  func widths() throws {
    let folder = try TemporaryFolder()
    for seed in 0..<Thoroughness.repetitions(8, long: 100) {
      var random = SeededGenerator(seed: UInt64(seed))
      // The height stays: tmux takes fewer rows back from the scrollback after it has wrapped.
      var size = (40, Int.random(in: 2...10, using: &random))
      let pane = try Pane(columns: size.0, rows: size.1)
      let screen = ProgramScreen(size.0, size.1, scrollback: 2000)
      let clear = "\u{1b}[H\u{1b}[2J\u{1b}[3J"
      let text = clear + text(&random)
      let path = try folder.write(Array(text.utf8), to: "text-\(seed)")
      pane.type("exec sh -c 'stty -echo; cat \(path); read x'")
      screen.feed(text.replacing("\n", with: "\r\n").utf8)
      for step in 0..<8 {
        var both = ("", look(screen))
        do {
          try eventually("the same rows") {
            both.0 = try look(pane)
            return both.0 == both.1
          }
        } catch {
          Issue.record("seed \(seed), step \(step), \(size): tmux\n\(both.0)and not\n\(both.1)")
          return
        }
        size.0 = Int.random(in: 2...40, using: &random)
        try pane.tmux("resize-window", "-x", "\(size.0)", "-y", "\(size.1)")
        screen.resize(columns: size.0, rows: size.1)
      }
    }
  }
}
