// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

@Suite struct OptionTests {
  @Test(
    "On Apple's layouts either ⌥ with e is the dead acute",
    arguments: [KeyCode.leftAlt, .rightAlt])
  func deadAcute(option: KeyCode) throws {
    let board = try Board("us", "mac")
    let dead = board.tap(KeyCode(18), holding: option)
    #expect(keysymName(dead.keysym) == "dead_acute")
    #expect(dead.modifiers == .option && dead.consumedModifiers == .option)
    #expect(dead.charactersIgnoringModifiers == "e")
    #expect(dead.text == "" && dead.composition == .pending(preview: "´"))
    let letter = board.tap(KeyCode(18))
    #expect(letter.text == "é" && letter.composition == .completed)
  }

  @Test("⌥ and ⇧⌥ type the third and fourth level of Apple's layouts")
  func levels() throws {
    let board = try Board("us", "mac")
    #expect(board.tap(KeyCode(3), holding: .leftAlt).text == "™")
    let euro = board.tap(KeyCode(3), holding: .leftAlt, .leftShift)
    #expect(euro.text == "€" && euro.modifiers == [.option, .shift])
    #expect(euro.consumedModifiers == [.option, .shift])
  }

  @Test(
    "⌥space types a no-break space on Apple's layouts, even if xkb's tables omit it",
    arguments: [("us", "mac"), ("de", "mac"), ("fr", "mac"), ("gb", "mac")])
  func noBreakSpace(layout: String, variant: String) throws {
    let board = try Board(layout, variant)
    for held in [[KeyCode.leftAlt], [.rightAlt], [.leftAlt, .leftShift]] {
      let space = board.tap(.space, holding: held)
      #expect(space.text == "\u{A0}" && space.charactersIgnoringModifiers == " ")
      #expect(space.consumedModifiers.contains(.option) && space.modifiers.contains(.option))
    }
    #expect(board.tap(.space).text == " ")
    #expect(board.tap(.space, holding: .leftControl, .leftAlt).text == "")
    #expect(try Board(layout).tap(.space, holding: .leftAlt).text == "")
    let never = LayoutSettings(name: LayoutName(layout, variant), optionAsThirdLevel: .never)
    let typed = try Board(never).tap(.space, holding: .rightAlt).text
    #expect(typed == (layout == "fr" ? "\u{A0}" : " "))
  }

  @Test("⌥ that selects no level types nothing and is not consumed")
  func plainLayouts() throws {
    for settings in [
      LayoutSettings(name: LayoutName(layout: "us")),
      LayoutSettings(name: LayoutName(layout: "us"), optionAsThirdLevel: .always),
      LayoutSettings(
        name: LayoutName(layout: "us", variant: "mac"), optionAsThirdLevel: .never),
    ] {
      let keystroke = try Board(settings).tap(KeyCode(18), holding: .leftAlt)
      #expect(keystroke.text == "" && keystroke.charactersIgnoringModifiers == "e")
      #expect(keystroke.modifiers == .option && keystroke.consumedModifiers == [])
      #expect(keysymName(keystroke.keysym) == "e")
    }
  }

  @Test("⌥ with an arrow keeps the arrow, and letters with ⌃⌥ and ⌥⌘ type nothing")
  func bindings() throws {
    let board = try Board("us", "mac")
    let left = board.tap(KeyCode(105), holding: .leftAlt)
    #expect(left.charactersIgnoringModifiers == .leftArrow && left.modifiers == .option)
    #expect(left.text == "")
    #expect(board.tap(KeyCode(3), holding: .leftControl, .leftAlt).text == "")
    #expect(board.tap(KeyCode(3), holding: .leftAlt, .leftMeta).text == "")
  }

  @Test("A setting makes ⌥ act as AltGr on any layout")
  func always() throws {
    let name = LayoutName(layout: "de")
    let board = try Board(LayoutSettings(name: name, optionAsThirdLevel: .always))
    let at = board.tap(KeyCode(16), holding: .leftAlt)
    #expect(at.text == "@" && at.modifiers == .option && at.consumedModifiers == .option)
    #expect(try Board("de").tap(KeyCode(16), holding: .leftAlt).text == "")
  }

  @Test("⌥ on a PC keyboard reaches the third level of an Apple keyboard")
  func shared() throws {
    let mac = LayoutName(layout: "us", variant: "mac")
    let board = try Board(LayoutSettings(name: mac), LayoutSettings())
    board.key(.leftAlt, .press, on: 1)
    #expect(board.tap(KeyCode(3), on: 0).text == "™")
    #expect(board.tap(KeyCode(3), on: 1).text == "")
  }

  @Test(
    "Apple's layouts are recognized by variant and model",
    arguments: [
      (LayoutName(layout: "us", variant: "mac"), true), (LayoutName(layout: "us(mac)"), true),
      (LayoutName(layout: "ch", variant: "de_mac"), true),
      (LayoutName(layout: "us", variant: "dvorak-mac"), true),
      (LayoutName(layout: "ua", variant: "macOS"), true),
      (LayoutName(layout: "us,de", variant: ",mac_nodeadkeys"), true),
      (LayoutName(model: "applealu_iso", layout: "us"), true),
      (LayoutName(model: "macbook79", layout: "us"), true), (LayoutName(layout: "mk"), false),
      (LayoutName(layout: "us", options: "numpad:mac"), false), (LayoutName(), false),
      (LayoutName(layout: "us", variant: "altgr-intl"), false),
    ])
  func appleLayouts(name: LayoutName, isApple: Bool) {
    #expect(name.isApple == isApple)
  }
}
