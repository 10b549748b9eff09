// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// The status row flashes for a character that the keyboard type refuses.
@Suite struct TerminalFlashTests {
  /// A restricted number pad that has the focus.
  private func stage(
    _ appearance: KeyboardAppearance = .default, statusRows: Int = 1
  ) throws -> Stage {
    let field = TextField(name: "pin", frame: CellRect(width: 10, height: 1))
    field.traits.keyboardType = .numberPad
    field.traits.restrictToKeyboardType = true
    field.traits.keyboardAppearance = appearance
    return try Stage(columns: 50) { engine in
      engine.keyboardArea.statusRows = statusRows
      engine.window.addSubview(field)
      field.becomeFirstResponder()
    }
  }

  /// The time at which the stage's keys are pressed, in microseconds.
  private static let start = keystroke().event.time.microseconds

  /// Advances the engine's clock to a time after the first key, and shows the result.
  private func advance(_ stage: inout Stage, toMilliseconds time: Int64) throws {
    stage.engine.advance(to: Timestamp(microseconds: Self.start + time * 1000))
    try stage.show()
  }

  @Test(
    "TRT-4d the status row flashes for a refused character until the flash time has passed",
    arguments: [.default, .light, .dark] as [KeyboardAppearance])
  func flash(_ appearance: KeyboardAppearance) throws {
    var stage = try stage(appearance)
    let calm = stage.terminal.places[7]
    try stage.type("7")
    #expect(stage.terminal.places[7] == calm, "an accepted character does not flash the row")
    try stage.type("x")
    let flashing = stage.terminal.places[7]
    #expect(flashing.map(\.text) == calm.map(\.text), "the row's text is unchanged")
    #expect(
      flashing.map(\.isReverse) == calm.map { !$0.isReverse }, "every cell of the row is reversed")
    #expect(stage.content[0] == "7« »", "the field's text is unchanged")
    let end = Timestamp(microseconds: Self.start + KeyboardArea.flashTime.inMicroseconds)
    #expect(stage.engine.nextDeadline == end, "the loop wakes up at the flash's end")
    try advance(&stage, toMilliseconds: 149)
    #expect(stage.terminal.places[7] == flashing)
    try advance(&stage, toMilliseconds: 150)
    #expect(stage.terminal.places[7] == calm && stage.engine.nextDeadline != end)
  }

  @Test("TRT-4d a second refusal restarts the flash")
  func again() throws {
    var stage = try stage()
    let calm = stage.terminal.places[7]
    try stage.type("x")
    try advance(&stage, toMilliseconds: 100)
    stage.engine.handle(keystroke(text: "y", time: Self.start + 100_000))
    try advance(&stage, toMilliseconds: 249)
    #expect(stage.terminal.places[7] != calm)
    try advance(&stage, toMilliseconds: 250)
    #expect(stage.terminal.places[7] == calm)
  }

  @Test(
    "TRT-4d both status rows flash and nothing above them; without a status row nothing changes")
  func rows() throws {
    for count in [2, 0] {
      var stage = try stage(statusRows: count)
      let before = stage.terminal.places
      try stage.type("x")
      for row in 0..<8 {
        #expect((stage.terminal.places[row] != before[row]) == (row >= 8 - count), "\(row)")
      }
    }
  }

  @Test("TRT-4d refused pasted text flashes too")
  func paste() throws {
    var stage = try stage()
    let calm = stage.terminal.places[7]
    stage.engine.pasteboard.text = "abc"
    try stage.press("v", modifiers: .command)
    #expect(stage.terminal.places[7] != calm)
    try advance(&stage, toMilliseconds: 150)
    #expect(stage.terminal.places[7] == calm)
  }
}
