// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing
import TextInput

@testable import Assistance

/// The letters that are next to each other on the layout in use.
@Suite struct KeyNeighborsTests {
  /// A keyboard whose three rows of letters type these texts.
  private final class Rows: KeyboardMap {
    var layoutIdentity: AnyHashable?
    private(set) var lookups = 0
    private let texts: [KeyCode: String]

    init(_ rows: [String]) {
      var texts: [KeyCode: String] = [:]
      for (first, row) in zip([16, 30, 44] as [UInt16], rows) {
        for (index, letter) in row.enumerated() {
          texts[KeyCode(first + UInt16(index))] = String(letter)
        }
      }
      self.texts = texts
    }

    func keystroke(
      pressing code: KeyCode, holding modifiers: Modifiers, andThirdLevel holdsThirdLevel: Bool
    ) -> Keystroke? {
      lookups += 1
      guard let text = texts[code] else { return nil }
      var keystroke = HelpedDesk.keystroke(text)
      keystroke.text = text
      return keystroke
    }
  }

  @Test(
    "the neighbours of a letter are those of the layout in use",
    arguments: [
      (["qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"], "a", "qwsz"),
      (["azertyuiop^$", "qsdfghjklmù", "wxcvbn,;:!"], "a", "zq"),
      (["qwertyuiopå¨", "asdfghjklöä'", "zxcvbnm,.-"], "ö", "läpå"),
      (["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."], "в", "ыаукчс"),
    ])
  func layouts(_ rows: [String], _ letter: Character, _ neighbours: String) throws {
    let found = try #require(KeyNeighbors(Rows(rows)).around[letter])
    #expect(found == Set(neighbours))
  }

  @Test("the table is computed again only when the layout changes")
  func cache() {
    let keyboard = Rows(["qw", "as"])
    var cache = KeyNeighborsCache()
    keyboard.layoutIdentity = 1
    let keys = cache.neighbors(on: keyboard)
    let count = keyboard.lookups
    #expect(count > 0 && keys == KeyNeighbors(rows: ["qw", "as"]))
    #expect(cache.neighbors(on: keyboard) == keys && keyboard.lookups == count)
    keyboard.layoutIdentity = 2
    _ = cache.neighbors(on: keyboard)
    #expect(keyboard.lookups == 2 * count)
    keyboard.layoutIdentity = nil
    for _ in 0..<2 { _ = cache.neighbors(on: keyboard) }
    #expect(keyboard.lookups == 4 * count)
  }

  @Test("without a keyboard no letter has neighbours")
  func none() { #expect(KeyNeighbors(Rows([])).around.isEmpty) }
}
