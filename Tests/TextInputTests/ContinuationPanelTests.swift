// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Mirrors
import Testing

@testable import TextInput

/// The panel of a sequence's continuations, and panels that exceed the screen.
@Suite struct ContinuationPanelTests {
  private let desk = Desk()

  // MARK: Sequences

  private func declareSequences() throws {
    try desk.declare(
      "comment cmd+k cmd+c", "fold cmd+k 0 View", "deep cmd+k cmd+d cmd+e", "pick cmd+k cmd+d x",
      "single cmd+s", "other cmd+j cmd+c")
  }

  @Test("After a prefix the panel shows only its continuations, after a separate delay")
  func continuations() throws {
    try declareSequences()
    desk.press("⌘K")
    desk.wait(499)
    #expect(desk.engine.commandPanel == nil)
    desk.wait(1)
    let all = ["[application]", "⌘C comment", "⌘D ⌘E deep", "⌘D X pick", "[View]", "0 fold"]
    #expect(desk.panel == all)
    let panel = try #require(desk.engine.commandPanel)
    #expect(panel.prefix(in: .symbols) == "⌘K" && panel.prefix(in: .words) == "cmd+k")
    #expect(panel.groups[0].rows[1].chords(in: .words) == "cmd+k cmd+d cmd+e")
    _ = desk.facts()
    desk.down("cmd")
    desk.wait(1500)
    desk.up("cmd")
    #expect(desk.panel == all && desk.facts() == [], "pressing and releasing ⌘ changes nothing")
    #expect(desk.press("⌘C") == .command(id: "comment"))
    #expect(desk.facts() == ["hud.hidden", "command comment application"])
    #expect(desk.engine.nextDeadline == nil)
  }

  @Test("A longer prefix closes the panel, and after the delay shows its own continuations")
  func longer() throws {
    try declareSequences()
    desk.press("⌘K")
    desk.wait(500)
    #expect(desk.press("⌘D") == .prefix && desk.facts() == ["hud.shown", "hud.hidden"])
    desk.wait(499)
    #expect(desk.engine.commandPanel == nil)
    desk.wait(1)
    #expect(desk.panel == ["[application]", "⌘E deep", "X pick"])
    #expect(desk.engine.commandPanel?.prefix(in: .symbols) == "⌘K ⌘D")
    #expect(desk.press("x") == .command(id: "pick") && desk.engine.commandPanel == nil)
  }

  @Test(
    "The panel closes when the sequence is cancelled, broken, timed out, or loses the focus",
    arguments: ["⎋", "⌘S", "wait", "focus", "away"])
  func ends(how: String) throws {
    try declareSequences()
    let field = TextField(name: "field")
    desk.engine.window.addSubview(field)
    desk.press("⌘K")
    desk.wait(2999)
    #expect(!desk.panel.isEmpty)
    switch how {
    case "wait": desk.wait(1)
    case "focus": field.becomeFirstResponder()
    case "away": desk.engine.setActive(false)
    default: desk.press(how)
    }
    #expect(desk.engine.commandPanel == nil && desk.facts("hud.hidden").count == 1)
    #expect(desk.engine.nextDeadline == nil && desk.engine.isIdle)
  }

  @Test("A sequence continued within the delay shows no panel; the delay is a setting")
  func delays() throws {
    try declareSequences()
    desk.press("⌘K")
    desk.wait(499)
    desk.press("⌘C")
    desk.wait(5000)
    #expect(desk.facts("hud.shown").isEmpty)
    desk.engine.settings.continuationDelay = 0
    desk.press("⌘K")
    desk.wait(0)
    #expect(desk.engine.commandPanel != nil)
    desk.press("⎋")
    desk.engine.settings.continuationDelay = 3000
    desk.press("⌘K")
    desk.wait(5000)
    #expect(desk.facts("hud.shown").count == 1 && desk.engine.commandPanel == nil)
  }

  @Test("Holding ⌘ while a prefix waits shows only the panel of continuations")
  func holdInSequence() throws {
    try declareSequences()
    desk.engine.settings.continuationDelay = 2000
    desk.press("⌘K")
    desk.hold()
    #expect(desk.engine.commandPanel == nil)
    desk.wait(1000)
    #expect(desk.engine.commandPanel?.prefix(in: .words) == "cmd+k")
    desk.up("cmd")
    #expect(desk.engine.commandPanel != nil)
    desk.press("⎋")
  }

  @Test("A command that cannot be performed any more when the panel opens is not listed")
  func invalid() throws {
    try declareSequences()
    desk.press("⌘K")
    desk.engine.application.removeKeyCommand(id: "comment")
    desk.wait(500)
    #expect(desk.panel == ["[application]", "⌘D ⌘E deep", "⌘D X pick", "[View]", "0 fold"])
  }

  @Test("Holding ⌘ lists a sequence with all its keys; its first key closes the panel")
  func listedSequence() throws {
    try desk.declare("comment cmd+k cmd+c")
    desk.hold()
    #expect(desk.panel == ["[application]", "⌘K ⌘C comment"])
    #expect(desk.press("⌘K") == .prefix && desk.engine.commandPanel == nil)
    desk.wait(500)
    #expect(desk.panel == ["[application]", "⌘C comment"])
  }

  @Test("F016 the delay stays within its limits", arguments: [-1, 3001])
  func limits(_ milliseconds: Int) {
    #expect(throws: TraitError.self) {
      try desk.engine.settings.set("continuationDelay", to: .number(milliseconds))
    }
    #expect(throws: Never.self) { try desk.engine.settings.set("continuationDelay", to: 0) }
  }

  // MARK: Scrolling

  private func declareMany(_ count: Int) throws {
    for number in 0..<count {
      try desk.declare("n\(number) opt+f\(number % 24 + 1) \(number / 24)")
    }
  }

  @Test("⌘⇟ and ⌘⇞ turn the pages of a panel that exceeds the screen, and ⌘ stays down")
  func pages() throws {
    try declareMany(50)
    desk.hold()
    _ = desk.facts()
    let all = (0..<50).map { "n\($0)" }
    #expect(desk.page == Array(all[..<21]), "two rows for the frame, one for the heading")
    #expect(desk.press("⌘⇞") == .overlay && desk.facts() == [], "there is nothing above")
    #expect(desk.down("⌘⇟") == .overlay && desk.facts() == ["hud.shown"])
    #expect(desk.page == Array(all[21..<42]) && desk.engine.commandPanel?.firstRow == 21)
    #expect(desk.repeats("⌘⇟") == .overlay && desk.page == Array(all[42...]))
    #expect(desk.repeats("⌘⇟") == .overlay && desk.page == Array(all[42...]))
    desk.up("⌘⇟")
    #expect(desk.press("⌘⇞") == .overlay && desk.engine.commandPanel?.firstRow == 21)
    desk.down("⌘⇟")
    desk.up("cmd")
    #expect(desk.engine.commandPanel == nil)
    let held = Typist.keystroke("⇟")
    #expect(desk.send(held, .repeat) == .ignored, "a page key still held moves nothing in the text")
    desk.send(held, .release)
    #expect(desk.engine.isIdle)
  }

  @Test("The screen without the keyboard area determines the size of a page")
  func rooms() throws {
    try declareMany(50)
    desk.field()
    #expect(desk.engine.commandPanelRoom == CellRect(width: 80, height: 23))
    desk.hold()
    #expect(desk.page.count == 20)
    desk.press("⌘⇟")
    desk.engine.screen = CellSize(width: 132, height: 43)
    _ = desk.engine.takeUpdates()
    #expect(desk.page.count == 50, "all commands fit on one page again")
    #expect(desk.press("⌘⇟") != .overlay && desk.engine.commandPanel == nil)
  }

  @Test("Page keys run a command that is listed on them, and are unhandled if there is one page")
  func pageKeys() throws {
    try desk.declare("open cmd+o")
    desk.hold()
    #expect(desk.press("⌘⇟") == .unhandled && desk.engine.commandPanel == nil)
    desk.up("cmd")
    try declareMany(50)
    try desk.declare("end cmd+pagedown")
    desk.hold()
    #expect(desk.press("⌘⇟") == .command(id: "end") && desk.engine.commandPanel == nil)
  }

  @Test("Turning the pages of continuations restarts the timeout")
  func reading() throws {
    for number in 0..<50 {
      try desk.declare("n\(number) cmd+k opt+f\(number % 24 + 1) \(number / 24)")
    }
    desk.press("⌘K")
    for _ in 0..<4 {
      desk.wait(2900)
      #expect(desk.press("⌘⇟") == .overlay)
    }
    #expect(desk.page.last == "n49")
    desk.wait(3000)
    #expect(desk.engine.commandPanel == nil && desk.engine.nextDeadline == nil)
  }
}
