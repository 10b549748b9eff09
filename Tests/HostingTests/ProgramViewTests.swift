// SPDX-License-Identifier: Apache-2.0
import Keys
import TerminalScreen
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Hosting

/// The view copies only the rows that have changed.
@Suite struct ProgramViewTests {
  /// The cells and the caret that a view draws.
  private struct Picture: Equatable {
    var lines: [[Cell]]
    var cursor: CellCanvas.Cursor?
  }

  private func picture(of view: ProgramView, _ size: CellSize) -> Picture {
    var canvas = CellCanvas(
      size: size, glyphs: CellRenderer(hasSymbols: true), isFocused: true, focused: nil,
      active: nil, scrolls: FieldScrolls())
    let rect = CellRect(width: size.width, height: size.height)
    canvas.draw(view, in: CellCanvas.Pane(rect: rect, clip: rect))
    return Picture(lines: canvas.lines, cursor: canvas.cursor)
  }

  private static let output =
    [
      "a", "word ", "\r\n", "漢", "e\u{301}", "\n\n\n", "\u{1b}]8;;a:b\u{7}", "\u{1b}]8;;\u{7}",
      "\u{1b}c",
    ]
    + [
      "m", "1;31m", "48;2;1;2;3m", "4:3m", "H", "2;3H", "K", "J", "3J", "L", "M", "2S", "T", "X",
      "@", "P", "2;4r", "r", "?5h", "?5l", "?1049h", "?1049l",
    ].map { "\u{1b}[" + $0 }

  @Test("a view that was updated before shows what a new one shows", .notInFastRuns)
  func updates() {
    for seed in 0..<6 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let screen = ProgramScreen(columns: 20, rows: 6, scrollback: 30, version: "")
      let view = ProgramView(screen)
      for step in 0..<500 {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          screen.feed(Array((Self.output.randomElement(using: &random) ?? "").utf8))
        }
        if step.isMultiple(of: 25) {
          screen.resize(
            columns: .random(in: 8...24, using: &random), rows: .random(in: 2...8, using: &random))
        }
        if step.isMultiple(of: 9) { view.scrolledRows = .random(in: 0...4, using: &random) }
        view.update()
        let new = ProgramView(screen)
        new.update()
        new.scrolledRows = view.scrolledRows
        new.update()
        let size = CellSize(width: screen.size.columns, height: screen.size.rows)
        guard picture(of: view, size) == picture(of: new, size) else {
          Issue.record("seed \(seed), step \(step)")
          return
        }
      }
    }
  }
}
