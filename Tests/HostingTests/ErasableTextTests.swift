// SPDX-License-Identifier: Apache-2.0
import TerminalScreen
import Testing

@testable import Hosting

/// The conditions under which typed text may be erased in a program again.
@Suite struct ErasableTextTests {
  private struct Case: CustomTestStringConvertible {
    var output: String
    var text: String
    var isWholeText = true
    /// How the kernel erases; nil for the program.
    var editing: LineEditing?
    var isErasable: Bool
    var testDescription: String { "\(output.debugDescription), \(text)" }
  }

  @Test(
    "text is erased only if the screen shows exactly it before the cursor",
    arguments: [
      Case(output: "$ teh", text: "teh", isErasable: true),
      Case(output: "$ teh", text: "teh", editing: .utf8, isErasable: true),
      Case(output: "teh", text: "teh", isErasable: true),
      Case(output: "$ the", text: "teh", isErasable: false),
      Case(output: "$ teh ", text: "teh", isErasable: false),
      Case(output: "$ teh\u{8}", text: "teh", isErasable: false),
      Case(output: "$ ***", text: "teh", isErasable: false),
      // A wide character has two columns, of which the kernel erases an unknown number.
      Case(output: "$ 一二", text: "一二", isErasable: true),
      Case(output: "$ 一二", text: "一二", editing: .utf8, isErasable: false),
      // A hexagram has two columns, as programs count.
      Case(output: "$ \u{4DC0}", text: "\u{4DC0}", isErasable: true),
      Case(output: "$ \u{4DC0}", text: "\u{4DC0}", editing: .utf8, isErasable: false),
      Case(output: "$ é", text: "é", editing: .utf8, isErasable: true),
      // One erase would remove a single byte.
      Case(output: "$ é", text: "é", editing: .bytes, isErasable: false),
      Case(output: "$ teh", text: "teh", editing: .bytes, isErasable: true),
      // `stty erase undef`.
      Case(output: "$ teh", text: "teh", editing: .disabled, isErasable: false),
      // Programs disagree whether one erase removes several code points.
      Case(output: "$ e\u{301}", text: "e\u{301}", isErasable: false),
      Case(output: "$ 👍🏽", text: "👍🏽", isErasable: false),
      // A part of a word that was there before.
      Case(output: "om teh", text: "teh", isErasable: true),
      Case(output: "$ omteh", text: "teh", isErasable: false),
      Case(output: "$ 1teh", text: "teh", isErasable: false),
      Case(output: "$ omteh", text: "teh", isWholeText: false, isErasable: true),
      // The text began in the row above.
      Case(output: "12345678teh", text: "8teh", isErasable: false),
      Case(output: "1234567 teh", text: " teh", isErasable: false),
      Case(output: "12345678teh", text: "teh", isErasable: false),
      Case(output: "\r\nteh", text: "teh", isErasable: true),
      // The last column: the cursor is still on the last character.
      Case(output: "$    teh", text: "teh", isErasable: false),
    ])
  private func canErase(_ row: Case) {
    let screen = ProgramScreen(columns: 8, rows: 3, version: "test")
    screen.feed(Array(row.output.utf8))
    #expect(
      ErasableText.canErase(
        row.text, isWholeText: row.isWholeText, editing: row.editing, on: screen)
        == row.isErasable)
  }

  @Test("nothing is always erased")
  func nothing() {
    let screen = ProgramScreen(columns: 8, rows: 3, version: "test")
    #expect(ErasableText.canErase("", isWholeText: false, editing: .utf8, on: screen))
  }
}

extension LineEditing {
  fileprivate static let utf8 = LineEditing(eraseByte: 0x7F, erasesUTF8: true)
  fileprivate static let bytes = LineEditing(eraseByte: 0x7F, erasesUTF8: false)
  fileprivate static let disabled = LineEditing(eraseByte: nil, erasesUTF8: true)
}
