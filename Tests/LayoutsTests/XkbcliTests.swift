// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import TestSupport
import Testing
import TestTraits

/// `xkbcli how-to-type` lists the keys that type a symbol; typing them here gives the symbol.
@Suite struct XkbcliTests {
  @Test(
    "Every way that xkbcli lists for typing a symbol types it", .needs("xkbcli"),
    arguments: [
      LayoutName("us"), LayoutName("de"), LayoutName("fr", "bepo"), LayoutName("us", "mac"),
      LayoutName("ru"), LayoutName("gr"), LayoutName("de", "neo"),
    ])
  func howToType(name: LayoutName) throws {
    let board = try Board(LayoutSettings(name: name, optionAsThirdLevel: .never))
    // The symbols are taken from the layout's own keys and levels.
    var keysyms = Set<String>()
    for number in UInt16(2)...57 {
      for held: [KeyCode] in [[], [.leftShift], [.rightAlt], [.rightAlt, .leftShift]] {
        let keystroke = board.tap(KeyCode(number), holding: held)
        let isModifier = keystroke.charactersIgnoringModifiers.isEmpty
        if keystroke.keysym != .none, !isModifier { keysyms.insert(keysymName(keystroke.keysym)) }
        board.layouts.cancelComposition()
      }
    }
    var random = SeededGenerator(seed: 3)
    var ways = 0
    for keysym in keysyms.sorted().shuffled(using: &random).prefix(25) {
      let output = try Child.run([
        "xkbcli", "how-to-type", "--layout", name.layout, "--variant", name.variant, "--keysym",
        keysym,
      ]).output
      for line in output.split(separator: "\n") {
        guard let way = Way(line) else { continue }
        board.layouts.setLocks(way.isLocked ? .capsLock : [])
        let keystroke = board.tap(way.code, holding: way.held)
        board.layouts.cancelComposition()
        #expect(keysymName(keystroke.keysym) == keysym, "\(name): \(line)")
        ways += 1
      }
    }
    #expect(ways > 25)
  }

  /// A line of the table: keycode, name, group and its name, level, modifiers in brackets.
  private struct Way {
    var code: KeyCode
    var held: [KeyCode] = []
    var isLocked = false

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard let keycode = words.first.flatMap({ UInt16($0) }), keycode >= 8, keycode < 200,
        let start = words.firstIndex(of: "[")
      else { return nil }
      code = KeyCode(keycode - 8)
      for word in words[(start + 1)...] where word != "]" {
        switch word {
        case "Shift": held.append(.leftShift)
        case "Mod5": held.append(.rightAlt)
        case "Lock": isLocked = true
        default: return nil
        }
      }
    }
  }
}
