// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Layouts

/// The layout of a mode (MOD-10).
@Suite struct ModeLayoutTests {
  private static let q = KeyCode(rawValue: 16)
  private static let y = KeyCode(rawValue: 21)
  private static let russian = ModeLayout("ru", unlessTyping: "\u{435}")
  private static let swedish = ModeLayout("se", unlessTyping: "e")

  @Test(
    "MOD-10c a keyboard keeps its own layout if that types the mode's letters",
    arguments: [
      // The keyboard's layout, the mode's layout, and the character that Q types.
      ("de", swedish, "q"), ("ru", russian, "й"), ("us,ru", russian, "q"), ("fr", swedish, "a"),
    ])
  func keeps(_ own: String, _ mode: ModeLayout, _ typed: String) throws {
    let board = try Board(own)
    try board.layouts.setModeLayout(mode)
    #expect(board.tap(Self.q).text == typed)
  }

  @Test(
    "MOD-10c otherwise it uses the mode's layout, and its own again after the mode",
    arguments: [("de", russian, "й", "q"), ("", swedish, "q", "q"), ("ru", swedish, "q", "й")])
  func takes(_ own: String, _ mode: ModeLayout, _ typed: String, _ before: String) throws {
    let settings = LayoutSettings(name: LayoutName(layout: own))
    let board = try Board(settings, settings)
    board.layouts.disconnect(.second)
    try board.layouts.setModeLayout(mode)
    #expect(board.tap(Self.q).text == typed)
    // This also applies to a keyboard that is connected later.
    try board.layouts.connect(DeviceInfo(id: .second, name: "board"))
    #expect(board.tap(Self.q, on: 1).text == typed)
    try board.layouts.setModeLayout(nil)
    #expect(board.tap(Self.q).text == before && board.tap(Self.q, on: 1).text == before)
  }

  @Test(
    "the identity of the layout changes with the layout, the keyboard and the group, not with keys")
  func identity() throws {
    let board = try Board("de")
    let german = board.layouts.layoutIdentity
    #expect(german != nil)
    board.key(.leftShift, .press)
    board.tap(Self.q)
    board.key(.leftShift, .release)
    #expect(board.layouts.layoutIdentity == german)
    try board.layouts.setModeLayout(Self.russian)
    #expect(board.layouts.layoutIdentity != german)
    try board.layouts.setModeLayout(nil)
    #expect(board.layouts.layoutIdentity == german)
    board.layouts.disconnect(.first)
    #expect(board.layouts.layoutIdentity == nil)

    let both = try Board("us,ru", options: "grp:caps_toggle")
    let english = both.layouts.layoutIdentity
    both.tap(.capsLock)
    #expect(both.tap(Self.q).text == "й" && both.layouts.layoutIdentity != english)
  }

  @Test("MOD-10c a layout that the user chose for the mode overrides the keyboard's own")
  func chosen() throws {
    let board = try Board("de")
    try board.layouts.setModeLayout(ModeLayout("us", variant: "dvorak", unlessTyping: nil))
    #expect(board.tap(Self.q).text == "'")
  }

  @Test("Held keys stay held when the mode switches, locks stay, and no key is stuck")
  func held() throws {
    let board = try Board("de")
    board.key(.leftControl, .press)
    board.key(.capsLock, .press)
    board.key(.capsLock, .release)
    try board.layouts.setModeLayout(Self.russian)
    #expect(board.key(.space, .press).modifiers == [.control, .alphaShift])
    board.key(.space, .release)
    board.key(.leftControl, .release)
    #expect(board.tap(Self.q).text == "Й" && board.tap(Self.q).modifiers == .alphaShift)
    #expect(board.layouts.leds(of: .first) == .capsLock)
    board.tap(.capsLock)
    #expect(board.tap(Self.q).text == "й" && board.tap(Self.q).modifiers == [])
  }

  @Test("Caps Lock held when the mode switches does not lock again")
  func heldLock() throws {
    let board = try Board("de")
    board.key(.capsLock, .press)
    try board.layouts.setModeLayout(Self.russian)
    board.key(.capsLock, .release)
    #expect(board.tap(Self.q).text == "Й")
    board.tap(.capsLock)
    #expect(board.tap(Self.q).text == "й")
  }

  @Test("A layout that does not exist is reported, and keyboards keep theirs")
  func missing() throws {
    let board = try Board("de")
    #expect(throws: LayoutError.self) {
      try board.layouts.setModeLayout(ModeLayout("nosuch", unlessTyping: nil))
    }
    #expect(board.tap(Self.y).text == "z")
    try board.layouts.connect(DeviceInfo(id: .first, name: "board"))
    #expect(board.tap(Self.y).text == "z", "also one that is connected later")
  }

  @Test("A keyboard connected while the mode's layout is unusable has its own layout")
  func missingBeforeTheFirst() throws {
    let layouts = try KeyboardLayouts(settingsFor: { _ in
      LayoutSettings(name: LayoutName(layout: "de"))
    })
    try layouts.setModeLayout(ModeLayout("nosuch", unlessTyping: nil))
    try layouts.connect(DeviceInfo(id: .first, name: "board"))
    let event = KeyEvent(time: .zero, device: .first, code: Self.y, phase: .press)
    #expect(layouts.keystroke(for: event).text == "z")
  }
}
