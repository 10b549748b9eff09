// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

/// Keys that type nothing, on real layouts.
@Suite struct NamedInputTests {
  private static let layouts = [
    LayoutName("us"), LayoutName("us", "mac"), LayoutName("us", "dvorak"), LayoutName("de"),
    LayoutName("fr"), LayoutName("ru"), LayoutName("gr"), LayoutName("il"), LayoutName("jp"),
  ]

  private func expect(
    _ rows: [(key: String, input: KeyInput)], on board: Board, _ name: LayoutName
  ) throws {
    for row in rows {
      let code = try #require(KeyCode(name: row.key))
      for held: [KeyCode] in [[], [.leftShift], [.leftMeta]] {
        let keystroke = board.tap(code, holding: held)
        #expect(keystroke.charactersIgnoringModifiers == row.input, "\(row.key) on \(name)")
        if !["\r", "\t", " "].contains(row.input) { #expect(keystroke.text == "", "\(row.key)") }
      }
    }
  }

  @Test("CMD-3 the keys of the table have its named inputs on every layout", arguments: layouts)
  func table(name: LayoutName) throws {
    let functions = (1...12).map { (key: "KEY_F\($0)", input: KeyInput.function($0)) }
    try expect(
      [
        ("KEY_UP", KeyInput.upArrow), ("KEY_DOWN", KeyInput.downArrow),
        ("KEY_LEFT", KeyInput.leftArrow), ("KEY_RIGHT", KeyInput.rightArrow),
        ("KEY_PAGEUP", KeyInput.pageUp), ("KEY_PAGEDOWN", KeyInput.pageDown),
        ("KEY_ESC", KeyInput.escape), ("KEY_HOME", KeyInput.home), ("KEY_END", KeyInput.end),
        ("KEY_BACKSPACE", KeyInput.delete), ("KEY_ENTER", "\r"), ("KEY_TAB", "\t"),
        ("KEY_SPACE", " "),
      ] + functions, on: Board(LayoutSettings(name: name)), name)
  }

  @Test("Media keys, Print, Menu and similar keys have the kernel's names", arguments: layouts)
  func media(name: LayoutName) throws {
    let words = [
      ("KEY_VOLUMEUP", "volumeup"), ("KEY_VOLUMEDOWN", "volumedown"), ("KEY_MUTE", "mute"),
      ("KEY_PLAYPAUSE", "playpause"), ("KEY_NEXTSONG", "nextsong"),
      ("KEY_PREVIOUSSONG", "previoussong"), ("KEY_HOMEPAGE", "homepage"), ("KEY_MAIL", "mail"),
      ("KEY_CALC", "calc"), ("KEY_BRIGHTNESSUP", "brightnessup"), ("KEY_POWER", "power"),
      ("KEY_BRIGHTNESSDOWN", "brightnessdown"), ("KEY_SLEEP", "sleep"), ("KEY_COMPOSE", "menu"),
      ("KEY_SYSRQ", "print"), ("KEY_PAUSE", "pause"), ("KEY_SCROLLLOCK", "scrolllock"),
      ("KEY_BACK", "back"), ("KEY_HELP", "help"), ("KEY_HENKAN", "henkan"),
    ]
    let rows = try words.map { (key: $0.0, input: try #require(KeyInput.named($0.1))) }
    try expect(rows, on: Board(LayoutSettings(name: name)), name)
  }

  @Test("F13 to F24 are function keys, though xkb names them differently", arguments: layouts)
  func furtherFunctionKeys(name: LayoutName) throws {
    try expect(
      (13...24).map { ("KEY_F\($0)", KeyInput.function($0)) },
      on: Board(LayoutSettings(name: name)), name)
  }

  @Test("A key is named by its symbol, wherever a layout places it; a character stays a character")
  func symbolsDecide() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" {
          key <AC01> { [XF86AudioRaiseVolume] }; key <AC02> { [Menu] };
          key <AC03> { [XF86Keyboard] }; key <AC04> { [f, XF86AudioMute] };
        };
        """)
    let board = try Board("test", sources: folder.sources)
    let inputs = (30...33).map {
      board.tap(KeyCode($0), holding: .leftShift).charactersIgnoringModifiers
    }
    let expected = ["volumeup", "menu", "xf86keyboard"].map { KeyInput.named($0) ?? "?" } + ["f"]
    #expect(inputs == expected)
  }

  @Test("KEY-3 modifiers, locks and Compose have no name")
  func modifiersHaveNone() throws {
    for options in ["", "compose:menu", "caps:hyper", "lv3:menu_switch"] {
      let board = try Board("us", options: options)
      for code: KeyCode in [.leftShift, .capsLock, .numLock, .rightAlt, .leftMeta] {
        #expect(board.tap(code).charactersIgnoringModifiers == "", "\(code) with \(options)")
      }
    }
    let board = try Board("us", options: "compose:menu")
    #expect(board.tap(KeyCode(127)).charactersIgnoringModifiers == "")
  }

  @Test("libxkbcommon knows every named symbol by one of its names")
  func namesAgreeWithLibxkbcommon() {
    var known: Set<KeyInput> = []
    for number in [0xFF00...0xFFFF, 0x1008_FE00...0x1008_FFFF, 0x1008_1000...0x1008_12FF].joined() {
      let keysym = Keysym(rawValue: UInt32(number))
      guard let input = KeyInput.named(keysym) else { continue }
      let name = keysymName(keysym).lowercased().replacing("_", with: "")
      // Two symbols have similar names: XF86ScreenSaver, and XF86Screensaver of another key.
      #expect(KeyInput.named(name) == input || name == "xf86screensaver")
      known.insert(input)
    }
    #expect(known.count > 300)
  }
}
