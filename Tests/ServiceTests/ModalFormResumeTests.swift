// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// A program that has nothing but a modal form, and disconnects while the form is open.
@Suite(.heldToSchema) struct ModalFormResumeTests {
  private let desk: Desk
  private let kiosk: Observer
  private let till: Observer

  init() throws {
    desk = try Desk()
    kiosk = try desk.greet("kiosk")
    try desk.ask(
      kiosk, "form.create",
      #"{"form":"pin","modal":true,"fields":[{"container":"pin1"},{"container":"pin2"}]}"#)
    try desk.ask(kiosk, "command.register", #"{"command":"ok","chord":"f8","form":"pin"}"#)
    try desk.ask(kiosk, "focus.request", #"{"form":"pin"}"#)
    till = try desk.greet("till")
    try desk.ask(till, "container.create", #"{"container":"name"}"#)
    desk.type("12")
    try #require(desk.programs.programs[0].containers["pin1"]?.text.text == "12")
  }

  private func disconnect() throws {
    kiosk.stopSending()
    try #require(desk.loop.run { desk.programs.programs.first?.state == .suspended })
    desk.turn()
  }

  private var name: String? { desk.programs.programs.last?.containers["name"]?.text.text }

  @Test("CMD-12 The modal form of a disconnected program does not block the focus of another one")
  func others() throws {
    let waits = try desk.ask(till, "focus.request", #"{"container":"name"}"#)
    #expect(waits.contains(#""outcome":"waits""#))
    try disconnect()
    desk.type("a")
    desk.press(KeyInput.tab)
    desk.press(KeyInput.function(8))
    desk.type("b")
    #expect(name == "ab")
    #expect(try desk.ask(till, "snapshot").contains(#""hasKeyboard":true"#))
  }

  @Test("A modal form is kept for its program, with its texts, and is still modal after resume")
  func kept() throws {
    try disconnect()
    let back = try desk.connectProgram()
    let hello = try desk.ask(back, "hello", "{\"name\":\"kiosk\"\(desk.resuming("kiosk"))}")
    for part in [
      #""resumed":true"#, #""forms":["pin"]"#, #""commands":["ok"]"#, #""focus":"pin1""#,
      #""text":"12""#, #""hasKeyboard":false"#,
    ] {
      #expect(hello.contains(part), "\(part) in \(hello)")
    }
    // The new field and the new command are beneath the form.
    try desk.ask(back, "container.create", #"{"container":"below"}"#)
    try desk.ask(back, "command.register", #"{"command":"pay","chord":"f9"}"#)
    let form = try desk.ask(back, "focus.request", #"{"form":"pin"}"#)
    #expect(form.contains(#""outcome":"granted""#), "\(form)")
    desk.press(KeyInput.tab)
    desk.press(KeyInput.tab)
    desk.press(KeyInput.function(9))
    desk.type("34")
    #expect(try !desk.reported(back).contains("command.invoked"))
    #expect(try desk.ask(back, "form.get", #"{"form":"pin"}"#).contains(#""pin1":"1234""#))
  }

  @Test("CMD-12 The commands of a modal form run again after resume, and the form can be removed")
  func commands() throws {
    try desk.ask(till, "focus.request", #"{"container":"name"}"#)
    try disconnect()
    let back = try desk.greetAgain("kiosk")
    let waits = try desk.ask(back, "focus.request", #"{"form":"pin"}"#)
    #expect(waits.contains(#""outcome":"waits""#))
    desk.press(KeyInput.function(8))
    #expect(back.lines().allSatisfy { !$0.contains("command.invoked") })
    try desk.ask(till, "focus.release")
    desk.press(KeyInput.function(8))
    let lines = back.lines()
    #expect(lines.contains { $0.contains(#""id":"ok","target":"pin""#) }, "\(lines)")
    #expect(try desk.ask(back, "form.remove", #"{"form":"pin"}"#).contains("result"))
    #expect(try desk.ask(back, "snapshot").contains(#""commands":[],"containers":[]"#))
  }

  @Test("A modal form whose program is forgotten leaves nothing behind")
  func forgotten() throws {
    try disconnect()
    desk.letTimePass()
    #expect(desk.programs.programs.map(\.name) == ["till"])
    let granted = try desk.ask(till, "focus.request", #"{"container":"name"}"#)
    #expect(granted.contains(#""outcome":"granted""#))
    desk.type("a")
    #expect(name == "a")
  }
}
