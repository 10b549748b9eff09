// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Modal forms, and forms and fields that ⎋ cancels.
@Suite(.heldToSchema) struct ModalFormTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"below"}"#)
    _ = try desk.ask(program, "command.register", #"{"command":"pay","chord":"f9"}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"below"}"#)
  }

  private func present(_ form: String, _ more: String = "") throws -> [String] {
    desk.exchange(
      program, "form.create",
      "{\"form\":\"\(form)\",\"modal\":true,\"fields\":[{\"container\":\"\(form)1\"},"
        + "{\"container\":\"\(form)2\"}]\(more)}")
  }

  @Test(
    "CMD-12 a modal form takes the focus; commands and ⇥ do not reach the views below it"
  )
  func modal() throws {
    let lines = try present("pin")
    #expect(lines.contains { $0.contains("focus.didEnd") && $0.contains("below") })
    #expect(desk.programs.programs[0].focusedName == "pin1")
    desk.press(KeyInput.function(9))
    #expect(try !desk.reported(program).contains("command.invoked"))
    desk.press(KeyInput.tab)
    desk.press(KeyInput.tab)
    #expect(desk.programs.programs[0].focusedName == "pin1")
    let removed = desk.exchange(program, "form.remove", #"{"form":"pin"}"#)
    #expect(removed.contains { $0.contains("focus.didEnd") && $0.contains("pin1") })
    #expect(
      try desk.ask(program, "focus.request", #"{"container":"below"}"#).contains("granted"))
    desk.press(KeyInput.function(9))
    #expect(try desk.reported(program).contains("command.invoked"))
  }

  @Test("A field that a modal form covers cannot have the focus; a queued request goes to the form")
  func covered() throws {
    _ = try present("pin")
    _ = try present("more")
    for covered in [#"{"container":"below"}"#, #"{"container":"pin1"}"#, #"{"form":"pin"}"#, "{}"] {
      let refused = try desk.ask(program, "focus.request", covered)
      #expect(refused.contains(#""name":"unsupported""#), "\(refused)")
      #expect(refused.contains("the modal form more is above it"), "\(refused)")
    }
    #expect(desk.programs.programs[0].focusedName == "more1")
    for member in [#""container":"more2""#, #""form":"more""#] {
      #expect(try desk.ask(program, "focus.request", "{\(member)}").contains("granted"))
    }
    try desk.ask(program, "form.remove", #"{"form":"more"}"#)
    #expect(try desk.ask(program, "focus.request", #"{"form":"pin"}"#).contains("granted"))
    // A request that was queued before its program covered the field.
    let other = try desk.greet("other")
    try desk.ask(other, "container.create", #"{"container":"field"}"#)
    #expect(try desk.ask(other, "focus.request", #"{"container":"field"}"#).contains("waits"))
    try desk.ask(
      other, "form.create", #"{"form":"f","modal":true,"fields":[{"container":"x"}]}"#)
    try desk.ask(program, "bye")
    desk.turn()
    #expect(desk.programs.programs.last?.focusedName == "x")
  }

  @Test("CMD-12 commands of a modal form are active only while it is presented")
  func commands() throws {
    _ = try present("pin")
    try desk.ask(program, "command.register", #"{"command":"ok","chord":"f8","form":"pin"}"#)
    desk.press(KeyInput.function(8))
    let line = program.lines().first { $0.contains("command.invoked") }
    #expect(line?.contains(#""id":"ok","target":"pin""#) == true, "\(line ?? "nothing")")
    let active = try desk.ask(program, "commands.active")
    #expect(active.contains(#""id":"ok""#) && !active.contains(#""id":"pay""#), "\(active)")
    #expect(try desk.ask(program, "snapshot").contains(#""commands":["pay","ok"]"#))
    _ = try present("more")
    _ = program.lines()
    desk.press(KeyInput.function(8))
    #expect(program.lines().allSatisfy { !$0.contains("command.invoked") })
    try desk.ask(program, "form.remove", #"{"form":"more"}"#)
    try desk.ask(program, "form.remove", #"{"form":"pin"}"#)
    #expect(try desk.ask(program, "snapshot").contains(#""commands":["pay"]"#))
    let gone = try desk.ask(program, "command.remove", #"{"command":"ok"}"#)
    #expect(gone.contains(#""name":"unknownName""#), "\(gone)")
  }

  @Test("A command of a form that is not modal counts while the focus is in the form")
  func formCommands() throws {
    try desk.ask(program, "form.create", #"{"form":"f","fields":[{"container":"x"}]}"#)
    try desk.ask(program, "command.register", #"{"command":"clear","chord":"f8","form":"f"}"#)
    _ = program.lines()
    desk.press(KeyInput.function(8))
    #expect(program.lines().allSatisfy { !$0.contains("command.invoked") })
    try desk.ask(program, "focus.request", #"{"form":"f"}"#)
    desk.press(KeyInput.function(8))
    #expect(program.lines().contains { $0.contains(#""id":"clear","target":"f""#) })
    let unknown = try desk.ask(
      program, "command.register", #"{"command":"z","chord":"f7","form":"g"}"#)
    #expect(unknown.contains(#""name":"unknownName""#))
    // The command moves, because a name can be declared in only one place.
    try desk.ask(program, "command.register", #"{"command":"clear","chord":"f8"}"#)
    #expect(try desk.ask(program, "snapshot").contains(#""commands":["pay","clear"]"#))
  }

  @Test("If two modal forms are open, the upper one is removed first")
  func two() throws {
    _ = try present("a")
    _ = try present("b")
    #expect(desk.programs.programs[0].focusedName == "b1")
    let refused = try desk.ask(program, "form.remove", #"{"form":"a"}"#)
    #expect(refused.contains(#""name":"unsupported""#), "\(refused)")
    #expect(try desk.ask(program, "form.remove", #"{"form":"b"}"#).contains("result"))
    #expect(try desk.ask(program, "form.remove", #"{"form":"a"}"#).contains("result"))
  }

  @Test("A modal form of a program without the keyboard does not take the focus")
  func background() throws {
    let other = try desk.greet("other")
    let made = try desk.ask(
      other, "form.create", #"{"form":"f","modal":true,"fields":[{"container":"x"}]}"#)
    #expect(made.contains("result"))
    #expect(desk.programs.programs[0].focusedName == "below")
    desk.type("a")
    #expect(desk.programs.programs[0].containers["below"]?.text.text == "a")
  }

  @Test(
    "FLD-7a FLD-7b ⎋ cancels a cancellable form, and the program is notified"
  )
  func cancels() throws {
    _ = try present("pin", #","cancels":true"#)
    _ = program.lines()
    desk.press(KeyInput.escape)
    let lines = program.lines()
    #expect(
      lines.contains {
        $0.contains("focus.didEnd") && $0.contains(#""container":"pin1","reason":"cancelled""#)
      }, "\(lines)")
    #expect(
      lines.contains(#"{"jsonrpc":"2.0","method":"form.didCancel","params":{"form":"pin"}}"#))
  }

  @Test("FLD-7b ⎋ ends the editing of a single field only if the program allows it")
  func oneText() throws {
    desk.press(KeyInput.escape)
    #expect(desk.programs.programs[0].focusedName == "below")
    _ = try desk.ask(program, "container.create", #"{"container":"c","cancels":true}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"c"}"#)
    _ = program.lines()
    desk.press(KeyInput.escape)
    #expect(
      program.lines().contains {
        $0.contains("focus.didEnd") && $0.contains(#""reason":"cancelled""#)
      })
  }
}
