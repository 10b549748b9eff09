// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import Service
@testable import TextInput

/// If a switch of programs ends a press or a menu, the program that saw it begin is notified.
@Suite(.heldToSchema) struct FactAudienceTests {
  private let desk: Desk
  private let first: Observer
  private let second: Observer

  init() throws {
    desk = try Desk()
    first = try desk.greet("first")
    second = try desk.greet("second")
  }

  private func key(_ phase: KeyEvent.Phase) {
    let event = KeyEvent(
      time: Timestamp(microseconds: 5_000_000), device: DeviceInfo.desk.id, code: .a, phase: phase)
    desk.engine.handle(
      Keystroke(
        event: event, text: phase == .press ? "a" : "", charactersIgnoringModifiers: "a"))
    desk.turn()
  }

  @Test(
    "CMD-16b a press that a switch of programs interrupts is cancelled for its own program only")
  func presses() throws {
    for program in [first, second] { try desk.ask(program, "focus.request", #"{"presses":true}"#) }
    _ = (first.lines(), second.lines())
    key(.press)
    #expect(try desk.reported(first) == ["press.began"])
    let user = try desk.connectControl()
    try desk.ask(user, "programs.activate", #"{"program":2}"#)
    key(.release)
    #expect(try desk.reported(first) == ["press.cancelled", "program.didBecomeActive"])
    #expect(try desk.reported(second) == ["program.didBecomeActive"])
    // The next press belongs to the second program.
    key(.press)
    key(.release)
    #expect(try desk.reported(second) == ["press.began", "press.ended"])
    #expect(try desk.reported(first) == [])
  }

  @Test("A press during which its program releases the focus is cancelled for that program only")
  func release() throws {
    for program in [first, second] { try desk.ask(program, "focus.request", #"{"presses":true}"#) }
    key(.press)
    _ = (first.lines(), second.lines())
    let lines = desk.exchange(first, "focus.release")
    #expect(lines.contains { $0.contains("press.cancelled") })
    #expect(try desk.reported(second) == ["program.didBecomeActive"])
  }

  @Test(
    "CMD-30b a menu that a switch of programs closes is hidden for the program that showed it only")
  func menu() throws {
    for program in [first, second] {
      try desk.ask(program, "container.create", #"{"container":"a"}"#)
      try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    }
    desk.press(.function(2), "", .control)
    #expect(try desk.reported(first).contains("menu.shown"))
    _ = second.lines()
    let user = try desk.connectControl()
    try desk.ask(user, "programs.activate", #"{"program":2}"#)
    #expect(try desk.reported(first).first == "menu.hidden")
    #expect(try !desk.reported(second).contains("menu.hidden"))
  }
}
