// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Layouts

/// The layout that a mode brings (MOD-10).
@Suite struct ModeLayoutTests {
  private static let q = KeyCode(rawValue: 16)
  private static let y = KeyCode(rawValue: 21)
  private static let russian = ModeLayout("ru", unlessTyping: "\u{435}")
  private static let swedish = ModeLayout("se", unlessTyping: "e")

  @Test(
    "MOD-10c a keyboard keeps its own layout where that types the mode's letters",
    arguments: [
      // What the keyboard is set to, what the mode brings, what Q types.
      ("de", swedish, "q"), ("ru", russian, "й"), ("us,ru", russian, "q"), ("fr", swedish, "a"),
    ])
  func keeps(_ own: String, _ mode: ModeLayout, _ typed: String) throws {
    let board = try Board(own)
    try board.layouts.setModeLayout(mode)
    #expect(board.tap(Self.q).text == typed)
  }

  @Test(
    "MOD-10c else it types what the mode brings, and its own again behind the mode",
    arguments: [("de", russian, "й", "q"), ("", swedish, "q", "q"), ("ru", swedish, "q", "й")])
  func takes(_ own: String, _ mode: ModeLayout, _ typed: String, _ before: String) throws {
    let settings = LayoutSettings(name: LayoutName(layout: own))
    let board = try Board(settings, settings)
    board.layouts.disconnect(.second)
    try board.layouts.setModeLayout(mode)
    #expect(board.tap(Self.q).text == typed)
    // A keyboard that comes later is no exception.
    try board.layouts.connect(DeviceInfo(id: .second, name: "board"))
    #expect(board.tap(Self.q, on: 1).text == typed)
    try board.layouts.setModeLayout(nil)
    #expect(board.tap(Self.q).text == before && board.tap(Self.q, on: 1).text == before)
  }

  @Test("MOD-10c a layout that the user chose for the mode counts whatever the keyboard is set to")
  func chosen() throws {
    let board = try Board("de")
    try board.layouts.setModeLayout(ModeLayout("us", variant: "dvorak", unlessTyping: nil))
    #expect(board.tap(Self.q).text == "'")
  }

  @Test("What is held when the mode switches stays held, locks stay, and nothing is stuck")
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

  @Test("Caps Lock that is held when the mode switches locks no second time")
  func heldLock() throws {
    let board = try Board("de")
    board.key(.capsLock, .press)
    try board.layouts.setModeLayout(Self.russian)
    board.key(.capsLock, .release)
    #expect(board.tap(Self.q).text == "Й")
    board.tap(.capsLock)
    #expect(board.tap(Self.q).text == "й")
  }

  @Test("A layout that does not exist is said, and keyboards keep what they have")
  func missing() throws {
    let board = try Board("de")
    #expect(throws: LayoutError.self) {
      try board.layouts.setModeLayout(ModeLayout("nosuch", unlessTyping: nil))
    }
    #expect(board.tap(Self.y).text == "z")
    try board.layouts.connect(DeviceInfo(id: .first, name: "board"))
    #expect(board.tap(Self.y).text == "z", "also one that is connected later")
  }

  @Test("A keyboard that comes when the mode's layout cannot be used has its own")
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
