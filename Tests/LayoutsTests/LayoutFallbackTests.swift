// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

/// The keys that substitute for characters that the layout cannot type.
@Suite struct LayoutFallbackTests {
  /// The substitutes of a layout's keys under modifiers.
  private func layoutFallbacks(_ board: Board, holding held: KeyCode...) -> [String] {
    KeyCode.typing.compactMap { code in
      let keystroke = board.tap(code, holding: held)
      guard keystroke.layoutFallback != .none else { return nil }
      let characters = [keystroke.layoutFallback.plain, keystroke.layoutFallback.shifted]
        .compactMap(\.self)
      return characters.map { String($0) }.joined() + "(\(keystroke.charactersIgnoringModifiers))"
    }
  }

  @Test(
    "allowsAutomaticLocalization: a key substitutes for a character that otherwise needs AltGr")
  func latinLayouts() throws {
    #expect(layoutFallbacks(try Board("us"), holding: .leftMeta) == [])
    #expect(layoutFallbacks(try Board("us", "dvorak"), holding: .leftMeta, .leftShift) == [])
    #expect(
      layoutFallbacks(try Board("fr"), holding: .leftMeta) == ["[(^)", "]($)", "`(²)", "\\(*)"])
    let german = try Board("de")
    #expect(layoutFallbacks(german, holding: .leftMeta) == ["[(ü)", "](+)", "`(^)", "\\(#)"])
    #expect(
      layoutFallbacks(german, holding: .leftMeta, .leftShift).filter {
        $0.contains("{") || $0.contains("}")
      }
        == ["[{(ü)", "]}(+)"])
  }

  @Test("allowsAutomaticLocalization: every Latin letter has a key on layouts of other scripts")
  func otherScripts() throws {
    for name in ["ru", "gr", "il", "ara", "ge", "in", "kz"] {
      let board = try Board(name)
      var letters = Set<Unicode.Scalar>()
      for code in KeyCode.typing {
        let keystroke = board.tap(code, holding: .leftMeta)
        letters.formUnion([keystroke.layoutFallback.plain].compactMap(\.self))
      }
      #expect(letters.isSuperset(of: "abcdefghijklmnopqrstuvwxyz".unicodeScalars), "\(name)")
    }
    let russian = try Board("ru")
    #expect(russian.tap(KeyCode(46), holding: .leftMeta).layoutFallback.plain == "c")
    #expect(russian.tap(KeyCode(26), holding: .leftMeta).layoutFallback.plain == "[")
    // A Russian keyboard has a separate key for the full stop.
    #expect(russian.tap(KeyCode(52), holding: .leftMeta).layoutFallback.plain == nil)
  }

  @Test("Each group of a keymap has its own substitutes")
  func groups() throws {
    let board = try Board("us,ru", options: "grp:menu_toggle")
    #expect(board.tap(KeyCode(46)).layoutFallback == .none)
    board.tap(KeyCode(127))
    #expect(board.tap(KeyCode(46)).layoutFallback.plain == "c")
    board.tap(KeyCode(127))
    #expect(board.tap(KeyCode(46)).layoutFallback == .none)
  }

  @Test("A shifted character cannot be combined with ⇧ again, so ⇧⌘/ has a substitute key")
  func shiftedCharacters() throws {
    let board = try Board("de")
    let slash = KeyCode(53)
    #expect(board.tap(slash, holding: .leftMeta).layoutFallback == .none)
    #expect(board.tap(slash, holding: .leftMeta, .leftShift).layoutFallback.plain == "/")
  }

  @Test("If ⌥ selects the third level, the shifted character is available as well")
  func optionAsThirdLevel() throws {
    let board = try Board("us", "mac")
    let slash = KeyCode(53)
    #expect(board.tap(slash, holding: .leftShift, .leftMeta).layoutFallback == .none)
    #expect(
      board.tap(slash, holding: .leftAlt, .leftShift, .leftMeta).layoutFallback.shifted == "?")
    #expect(board.tap(slash, holding: .leftAlt, .leftMeta).layoutFallback == .none)
  }

  @Test("A key that is a modifier of the layout does not substitute for a character")
  func modifiers() throws {
    let board = try Board("de", "neo")
    #expect(board.tap(KeyCode(43), holding: .leftMeta).layoutFallback == .none)
  }

  @Test("A key that is a modifier on another level has only the modifiers that were held before")
  func typingModifiers() throws {
    let board = try Board("lv", "tilde")
    let tilde = board.tap(KeyCode(41), holding: .leftMeta, .leftShift)
    #expect(keysymName(tilde.keysym) == "asciitilde" && tilde.modifiers == [.shift, .command])
  }

  @Test("If both Alt keys select the third level, ⌥ does")
  func noAltKey() throws {
    let layouts = try Board("lk", "us").layouts
    let keystroke = layouts.keystroke(
      pressing: KeyCode(5), holding: [.option, .shift], andThirdLevel: false)
    #expect(keystroke?.layoutFallback.shifted == "$" && keystroke?.modifiers == [.option, .shift])
    let german = try Board("de").layouts
    #expect(german.keystroke(pressing: .a, holding: .option, andThirdLevel: false)?.text == "")
    #expect(german.keystroke(pressing: KeyCode(16), holding: [], andThirdLevel: true)?.text == "@")
    let american = try Board("us").layouts
    #expect(american.keystroke(pressing: .a, holding: [], andThirdLevel: true) == nil)
  }

  @Test("A keystroke with a substitute is no larger in memory")
  func size() {
    struct Without {
      var event: KeyEvent
      var keysym: Keysym
      var text: String
      var modifiers: Modifiers
      var consumedModifiers: Modifiers
      var charactersIgnoringModifiers: String
      var composition: Keystroke.Composition
    }
    #expect(MemoryLayout<Keystroke>.size == MemoryLayout<Without>.size)
  }

  @Test("Looking up a keystroke does not change held, latched or composed state")
  func mapIsSilent() throws {
    let board = try Board("us", "intl")
    board.tap(KeyCode(40))
    for code in KeyCode.typing {
      for third in [false, true] {
        _ = board.layouts.keystroke(
          pressing: code, holding: [.shift, .command], andThirdLevel: third)
      }
    }
    #expect(board.tap(KeyCode(18)).text == "é")
    #expect(board.tap(.a).text == "a")
    board.key(.leftShift, .press)
    _ = board.layouts.keystroke(pressing: .a, holding: .command, andThirdLevel: false)
    #expect(board.tap(.a).text == "A")
  }

  @Test("The map describes the keyboard that was used last, otherwise the first one")
  func keyboardInUse() throws {
    let board = try Board(
      LayoutSettings(name: LayoutName("de")), LayoutSettings(name: LayoutName("fr")))
    func seven() -> String? {
      board.layouts.keystroke(pressing: KeyCode(8), holding: [], andThirdLevel: false)?.text
    }
    #expect(seven() == "7")
    board.tap(.a, on: 1)
    #expect(seven() == "è")
    board.layouts.disconnect(.second)
    #expect(seven() == "7")
    board.layouts.disconnect(.first)
    #expect(seven() == nil)
  }
}
