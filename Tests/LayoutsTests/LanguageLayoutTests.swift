// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

/// Reference 11 and 17: the layouts of the languages.
@Suite struct LanguageLayoutTests {
  private func typed(_ keys: [String], on layout: String) throws -> String {
    let board = try Board(layout)
    return try keys.map { name in
      board.tap(try #require(KeyCode(name: "KEY_" + name))).text
    }.joined()
  }

  @Test("F020 English is QWERTY")
  func english() throws {
    #expect(try typed(["Q", "W", "E", "R", "T", "Y"], on: "us") == "qwerty")
  }

  @Test("F021 French is AZERTY: Q types a, A types q, 2 types é")
  func french() throws {
    #expect(try typed(["Q", "A", "2"], on: "fr") == "aqé")
    #expect(try typed(["Q", "W", "E", "R", "T", "Y"], on: "fr") == "azerty")
  }

  @Test("F023 Russian is Cyrillic")
  func russian() throws {
    #expect(try typed(["G", "H", "B", "D", "T", "N"], on: "ru") == "привет")
  }

  @Test("F154 a user's table can supply an alphabet that no layout has")
  func cherokee() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" { include "us(basic)"
          key <AC01> {[ U13A0 ]}; key <AC02> {[ U13A1 ]}; };
        """)
    let board = try Board("test", sources: folder.sources)
    #expect(board.tap(.a).text == "Ꭰ")
    #expect(board.tap(KeyCode(31)).text == "Ꭱ")
    #expect(board.tap(KeyCode(32)).text == "d")
  }
}
