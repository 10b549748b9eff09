// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

@Suite struct KeystrokeTests {
  @Test("KEY-1 a keystroke has position, text, text without modifiers, and modifiers")
  func fourParts() throws {
    let board = try Board("us")
    let keystroke = board.tap(.a, holding: .leftShift)
    #expect(keystroke.usage == HIDUsage(page: 7, id: 4))
    #expect(keystroke.text == "A")
    #expect(keystroke.charactersIgnoringModifiers == "a")
    #expect(keystroke.modifiers == .shift)
    #expect(keysymName(keystroke.keysym) == "A")
    #expect(keystroke.event.code == .a)
  }

  @Test("KEY-2 without modifiers a letter is lower-case, regardless of Shift and Caps Lock")
  func lowerCase() throws {
    let board = try Board("us")
    #expect(board.tap(.a, holding: .leftShift).charactersIgnoringModifiers == "a")
    board.tap(.capsLock)
    let keystroke = board.tap(.a)
    #expect(keystroke.text == "A")
    #expect(keystroke.charactersIgnoringModifiers == "a")
    #expect(keystroke.modifiers == .alphaShift)
    #expect(try Board("ru").tap(.a, holding: .leftShift).charactersIgnoringModifiers == "ф")
  }

  @Test("KEY-2 a capital on the lowest level is lower-cased, unless that gives two characters")
  func capitalsAtLowestLevel() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" { key <AC01> { [A] }; key <AC02> { [Iabovedot] }; };
        """)
    let board = try Board("test", sources: folder.sources)
    #expect(board.tap(.a).text == "A")
    #expect(board.tap(.a).charactersIgnoringModifiers == "a")
    #expect(board.tap(KeyCode(31)).charactersIgnoringModifiers == "İ")
  }

  @Test(
    "KEY-3 a modifier alone has no character, and is among the modifiers while pressed",
    arguments: [
      (KeyCode.leftShift, Modifiers.shift), (.rightControl, .control), (.leftAlt, .option),
      (.rightMeta, .command), (.capsLock, .alphaShift),
    ])
  func modifierAlone(code: KeyCode, flag: Modifiers) throws {
    let board = try Board("us")
    let press = board.key(code, .press)
    #expect(press.charactersIgnoringModifiers == "" && press.text == "")
    #expect(press.modifiers == flag)
    #expect(press.composition == .none)
    let release = board.key(code, .release)
    #expect(release.charactersIgnoringModifiers == "")
    #expect(release.modifiers == (code == .capsLock ? .alphaShift : []))
  }

  @Test("KEY-4 the key printed Z on a German keyboard is the US Y key that types z")
  func positionAndCharacter() throws {
    let keystroke = try Board("de").tap(KeyCode(21))
    #expect(keystroke.usage == HIDUsage(page: 7, id: 0x1c))
    #expect(keystroke.charactersIgnoringModifiers == "z")
  }

  @Test(
    "KEY-5 special keys have the named inputs",
    arguments: [
      ("KEY_UP", KeyInput.upArrow), ("KEY_DOWN", KeyInput.downArrow),
      ("KEY_LEFT", KeyInput.leftArrow), ("KEY_RIGHT", KeyInput.rightArrow),
      ("KEY_ESC", KeyInput.escape), ("KEY_BACKSPACE", KeyInput.delete),
      ("KEY_DELETE", KeyInput.forwardDelete), ("KEY_HOME", KeyInput.home),
      ("KEY_END", KeyInput.end), ("KEY_PAGEUP", KeyInput.pageUp),
      ("KEY_PAGEDOWN", KeyInput.pageDown), ("KEY_INSERT", KeyInput.insert),
      ("KEY_F1", KeyInput.function(1)), ("KEY_F12", KeyInput.function(12)),
      ("KEY_ENTER", KeyInput.return),
      ("KEY_KPENTER", KeyInput.return), ("KEY_TAB", KeyInput.tab), ("KEY_SPACE", " "),
    ])
  func namedInputs(key: String, input: KeyInput) throws {
    let board = try Board("us")
    let keystroke = board.tap(try #require(KeyCode(name: key)))
    #expect(keystroke.charactersIgnoringModifiers == input)
    let typed = ["\r", "\t", " "].contains(input) ? input.rawValue : ""
    #expect(keystroke.text == typed)
    let shifted = board.tap(try #require(KeyCode(name: key)), holding: .leftShift)
    #expect(shifted.charactersIgnoringModifiers == input)
    #expect(shifted.modifiers.contains(.shift))
  }

  @Test(
    "KEY-6 each flag has UIKit's value, alone and while it is held",
    arguments: [
      ([KeyCode.capsLock], 16), ([.leftShift, .rightShift], 17),
      ([.leftControl, .rightControl], 18),
      ([.leftAlt], 19), ([.leftMeta, .rightMeta], 20),
    ])
  func flag(_ codes: [KeyCode], _ bit: Int) throws {
    for code in codes {
      let board = try Board("us")
      #expect(board.key(code, .press).modifiers.rawValue == 1 << bit)
      #expect(board.tap(KeyCode(2)).modifiers.rawValue == 1 << bit)
      board.key(code, .release)
      #expect(board.tap(KeyCode(2)).modifiers == (code == .capsLock ? .alphaShift : []))
    }
  }

  @Test("KEY-6 only keys of the keypad have the keypad's flag, 2^21")
  func keypadFlag() throws {
    let keypad = [
      "KP0", "KP1", "KP2", "KP3", "KP4", "KP5", "KP6", "KP7", "KP8", "KP9", "KPDOT", "KPENTER",
      "KPPLUS", "KPMINUS", "KPASTERISK", "KPSLASH",
    ]
    for name in keypad + ["4", "ENTER", "MINUS", "SLASH", "DOT", "LEFT", "HOME"] {
      let code = try #require(KeyCode(name: "KEY_" + name))
      let flags = try Board("us").tap(code).modifiers.rawValue
      #expect(flags == (keypad.contains(name) ? 1 << 21 : 0), "\(name)")
    }
  }

  @Test("KEY-6 the flags add up")
  func flags() throws {
    let board = try Board("us")
    for code: KeyCode in [.leftShift, .leftControl, .leftAlt, .leftMeta, .capsLock] {
      board.key(code, .press)
    }
    #expect(board.tap(KeyCode(79)).modifiers.rawValue == 0b11_1111 << 16)
    #expect(try Board("us").tap(KeyCode(2)).modifiers == [])
  }

  @Test("The symbol without modifiers is that of the layout, for keys that type nothing")
  func bareKeysym() throws {
    let board = try Board("us")
    let alt = board.tap(.leftAlt, holding: .leftShift)
    #expect(keysymName(alt.keysym) == "Meta_L" && keysymName(alt.bareKeysym) == "Alt_L")
    #expect(board.tap(.a).bareKeysym == .none)
    let swapped = try Board("us", options: "altwin:swap_alt_win")
    #expect(keysymName(swapped.tap(.leftMeta, holding: .leftShift).bareKeysym) == "Alt_L")
  }

  @Test("The keypad types digits with Num Lock and moves without, and has its flag")
  func keypad() throws {
    let board = try Board("us")
    let left = try #require(KeyCode(name: "KEY_KP4"))
    #expect(board.tap(left).charactersIgnoringModifiers == .leftArrow)
    #expect(board.tap(left).text == "")
    board.tap(.numLock)
    let four = board.tap(left)
    #expect(four.charactersIgnoringModifiers == "4" && four.text == "4")
    #expect(four.modifiers == .numericPad)
    let mac = try Board("us", options: "numpad:mac")
    #expect(mac.tap(left).charactersIgnoringModifiers == "4")
  }

  @Test("KEY-8a, KEY-8b Caps Lock follows the layout: it affects letters only, and ⇧ reverses it")
  func capsLock() throws {
    let board = try Board("us")
    board.tap(.capsLock)
    #expect(board.tap(KeyCode(2)).text == "1")
    #expect(board.tap(.a).text == "A")
    #expect(board.tap(.a, holding: .leftShift).text == "a")
    board.tap(.capsLock)
    #expect(board.tap(.a).text == "a")
    let german = try Board("de")
    german.tap(.capsLock)
    #expect(german.tap(KeyCode(40)).text == "Ä")
    #expect(german.tap(KeyCode(12)).text == "ẞ")
    #expect(german.tap(KeyCode(3)).text == "2")
  }

  @Test("⌃ and ⌘ type nothing, not even a control character")
  func commandsTypeNothing() throws {
    let board = try Board("us")
    for modifier: KeyCode in [.leftControl, .rightControl, .leftMeta, .rightMeta] {
      let typing = (UInt16(1)...127).filter {
        !board.tap(KeyCode($0), holding: modifier).text.isEmpty
      }
      #expect(typing == [])
    }
    let keystroke = board.tap(KeyCode(46), holding: .leftControl)
    #expect(keystroke.modifiers == .control && keystroke.charactersIgnoringModifiers == "c")
    #expect(keysymName(keystroke.keysym) == "c")
  }

  @Test("⌃ types nothing on a layout without Latin letters either")
  func controlOnCyrillic() throws {
    let keystroke = try Board("ru").tap(KeyCode(46), holding: .leftControl)
    #expect(keystroke.text == "" && keystroke.charactersIgnoringModifiers == "с")
  }

  @Test("Only a modifier that selected the character is consumed")
  func consumed() throws {
    let german = try Board("de")
    let quote = german.tap(KeyCode(3), holding: .leftShift)
    #expect(quote.text == "\"" && quote.consumedModifiers == .shift)
    let at = german.tap(KeyCode(16), holding: .rightAlt)
    #expect(at.text == "@" && at.modifiers == .option && at.consumedModifiers == .option)
    let command = german.tap(KeyCode(21), holding: .leftShift, .leftMeta)
    #expect(command.charactersIgnoringModifiers == "z")
    #expect(command.modifiers == [.shift, .command])
    #expect(command.consumedModifiers == .shift)
    for code: KeyCode in [.enter, KeyCode(105), KeyCode(59), .escape] {
      #expect(german.tap(code, holding: .leftShift).consumedModifiers == [], "\(code)")
      #expect(german.tap(code, holding: .leftAlt).consumedModifiers == [], "\(code)")
    }
    #expect(german.tap(.enter, holding: .leftShift).text == "\r")
    #expect(german.tap(.a).consumedModifiers == [])
  }

  @Test("A key with several symbols types them all, and has no keysym")
  func severalSymbols() throws {
    let folder = try UserFolder(symbols: "xkb_symbols \"basic\" { key <AC01> {[ {f, i} ]}; };")
    let board = try Board("test", sources: folder.sources)
    let keystroke = board.tap(.a)
    #expect(keystroke.text == "fi" && keystroke.keysym == .none)
    #expect(keystroke.charactersIgnoringModifiers == "fi")
  }

  @Test("KEY-5 the function keys up to F24 have names")
  func functionKeys() throws {
    let folder = try UserFolder(
      symbols: "xkb_symbols \"basic\" { key <AC01> {[F24]}; key <AC02> {[F25]}; };")
    let board = try Board("test", sources: folder.sources)
    #expect(board.tap(.a).charactersIgnoringModifiers == .function(24))
    #expect(board.tap(KeyCode(31)).charactersIgnoringModifiers == "")
  }

  @Test("A key without a symbol in the layout has no effect, and keeps its position")
  func unknownKey() throws {
    let board = try Board("us")
    let globe = board.tap(try #require(KeyCode(name: "KEY_KBD_LAYOUT_NEXT")))
    #expect(globe.text == "" && globe.charactersIgnoringModifiers == "")
    #expect(globe.usage == HIDUsage(page: 0x0c, id: 0x29d))
    #expect(board.tap(KeyCode(0xffff)).keysym == .none)
  }

  @Test("A key that types may also lock, latch or set a modifier, on any of its levels")
  func typingKeysThatAct() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" {
          include "us"
          key <AC01> { [a, A], actions[Group1] = [NoAction(), LockMods(modifiers=Lock)] };
          key <AC02> { [s, S], actions[Group1] = [LatchMods(modifiers=Shift), NoAction()] };
          key <AC03> { [d, D], actions[Group1] = [SetMods(modifiers=Shift), NoAction()] };
        };
        """)
    let board = try Board("test", sources: folder.sources)
    let (s, d, f) = (KeyCode(31), KeyCode(32), KeyCode(33))
    #expect(board.tap(.a).text == "a" && board.tap(f).text == "f")
    board.tap(s)
    #expect(board.tap(f).text == "F" && board.tap(f).text == "f")
    #expect(board.tap(f, holding: d).text == "F" && board.tap(f).text == "f")
    board.tap(.a, holding: .leftShift)
    #expect(board.tap(f).text == "F" && board.tap(f).modifiers == .alphaShift)
    // Caps Lock selects the level that locks, so the key unlocks.
    board.tap(.a)
    #expect(board.tap(f).text == "f")
  }
}
