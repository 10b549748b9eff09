// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

/// The digits and the OK key of telephones, remotes and keypads.
@Suite struct PadKeyTests {
  private static let characters: [(key: String, text: String)] =
    (0...9).map { ("KEY_NUMERIC_\($0)", "\($0)") } + [
      ("KEY_NUMERIC_STAR", "*"), ("KEY_NUMERIC_POUND", "#"), ("KEY_NUMERIC_A", "A"),
      ("KEY_NUMERIC_B", "B"), ("KEY_NUMERIC_C", "C"), ("KEY_NUMERIC_D", "D"),
    ]

  @Test(
    "KEY-12 the digits, * and # and A to D of telephones and remotes type their characters",
    arguments: ["us", "de", "fr", "ru", "il", "jp"])
  func characters(layout: String) throws {
    let board = try Board(layout)
    for row in Self.characters {
      let code = try #require(KeyCode(name: row.key))
      for held: [KeyCode] in [[], [.leftShift], [.capsLock]] {
        let keystroke = board.tap(code, holding: held)
        #expect(keystroke.text == row.text, "\(row.key) with \(held)")
        #expect(keystroke.charactersIgnoringModifiers.rawValue == row.text.lowercased())
      }
      #expect(board.tap(code, holding: .leftControl).text == "", "\(row.key)")
    }
  }

  @Test("KEY-12 OK and Select are Return", arguments: ["us", "de", "ru"])
  func okay(layout: String) throws {
    let board = try Board(layout)
    for key in ["KEY_OK", "KEY_SELECT"] {
      let code = try #require(KeyCode(name: key))
      let press = board.tap(code)
      #expect(press.text == "\r" && press.charactersIgnoringModifiers == .return, "\(key)")
      #expect(board.tap(code, holding: .leftShift).charactersIgnoringModifiers == .return)
    }
  }

  @Test("KEY-12 a layout that gives such a key a symbol of its own has precedence")
  func ownSymbols() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" {
          include "us(basic)"
          key <I360> { [ Escape, a ] };
        };
        """)
    let board = try Board("test", sources: folder.sources)
    #expect(board.tap(KeyCode(0x160)).charactersIgnoringModifiers == .escape)
    #expect(board.tap(KeyCode(0x160), holding: .leftShift).text == "a")
    #expect(board.tap(KeyCode(0x161)).charactersIgnoringModifiers == .return)
  }
}
