// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Profiles and credentials that a program provides in the user's name.
@Suite(.heldToSchema) struct FillSourceTests {
  private let desk: Desk
  private let till: Observer
  private let vault: Observer
  private let control: Observer

  init() throws {
    desk = try Desk()
    till = try desk.greet("till")
    vault = try desk.greet("vault")
    control = try desk.connectControl()
  }

  private func fields(_ types: String...) throws {
    for type in types {
      _ = try desk.ask(
        till, "container.create",
        "{\"container\":\"\(type)\",\"traits\":{\"textContentType\":\"\(type)\"}}")
    }
    _ = try desk.ask(till, "focus.request", "{\"container\":\"\(types[0])\"}")
    _ = till.lines()
  }

  private func provide(_ parameters: String) throws -> String {
    try desk.ask(vault, "fill.provide", parameters)
  }

  private func allow(_ allowed: Bool) throws -> String {
    try desk.ask(control, "fill.allow", "{\"program\":2,\"allowed\":\(allowed)}")
  }

  private func text(_ name: String) -> String? {
    desk.programs.programs[0].containers[name]?.text.text
  }

  @Test("F088 the user's address is suggested, with its source, once the user allows it")
  func profile() throws {
    try fields("email")
    let answer = try provide(#"{"profile":{"email":"ada@example.org","given-name":"Ada"}}"#)
    #expect(answer.contains(#""result":{"allowed":false}"#), "\(answer)")
    #expect(desk.engine.candidates == nil)
    let listed = try desk.ask(control, "fill.sources")
    #expect(
      listed.contains(#""allowed":false,"credentials":0,"executable":"/"#)
        && listed.contains(#""name":"vault""#)
        && listed.contains(#""profile":["email","given-name"],"program":2"#)
        && !listed.contains("ada@"), "\(listed)")
    #expect(try allow(true).contains(#""allowed":true"#))
    #expect(desk.engine.candidates?.items.map(\.text) == ["ada@example.org"])
    #expect(desk.engine.candidates?.items.map(\.annotation) == ["vault"])
    #expect(
      vault.lines().contains(
        #"{"jsonrpc":"2.0","method":"fill.consentDidChange","params":{"allowed":true}}"#))
    desk.chooseFill(1)
    #expect(text("email") == "ada@example.org")
  }

  @Test("Passwords that a program provides are a secret, and a profile is not")
  func secrets() throws {
    var secrets = 0
    desk.programs.secretAppeared = { secrets += 1 }
    _ = try provide(#"{"profile":{"email":"ada@example.org"}}"#)
    #expect(secrets == 0)
    _ = try provide(#"{"credentials":[{"program":"till","username":"ada","password":"s3cret"}]}"#)
    #expect(secrets == 1)
  }

  @Test(
    "F091, TRT-15a a user name and its password are suggested only to the program they belong to")
  func credentials() throws {
    try fields("username", "password")
    _ = try provide(
      #"{"credentials":[{"program":"till","username":"ada","password":"s3cret"},"#
        + #"{"program":"bank","username":"bob","password":"other"}]}"#)
    #expect(desk.engine.candidates == nil)
    let answer = try allow(true)
    #expect(answer.contains(#""credentials":2"#) && !answer.contains("s3cret"))
    #expect(desk.engine.candidates?.items.map(\.text) == ["ada"])
    desk.chooseFill(1)
    #expect(text("username") == "ada" && text("password") == "s3cret")
    #expect(desk.programs.programs[0].focusedName == "username")
  }

  @Test("Provided values end with the permission, with fill.withdraw and with the connection")
  func ends() throws {
    try fields("email")
    let values = #"{"profile":{"email":"ada@example.org"}}"#
    _ = try allow(true)
    #expect(try provide(values).contains(#""allowed":true"#))
    #expect(desk.engine.candidates != nil)
    _ = try allow(false)
    #expect(desk.engine.candidates == nil)
    _ = try allow(true)
    _ = try desk.ask(vault, "fill.withdraw")
    #expect(desk.engine.candidates == nil)
    _ = try provide(values)
    #expect(desk.engine.candidates != nil)
    #expect(try provide("{}").contains("result"))
    #expect(desk.engine.candidates == nil)
    _ = try provide(values)
    _ = try desk.ask(vault, "bye")
    #expect(desk.engine.candidates == nil)
    #expect(try desk.ask(control, "fill.sources").contains(#""result":{"sources":[]}"#))
  }

  @Test(
    "Values that no profile has are refused, with the place",
    arguments: [
      (#"{"profile":{"one-time-code":"1"}}"#, "/params/profile/one-time-code"),
      (#"{"profile":{"password":"1"}}"#, "/params/profile/password"),
      (#"{"profile":{"email":7}}"#, "/params/profile/email"),
      (#"{"credentials":[{"program":"till","username":"a"}]}"#, "/params/credentials/0/password"),
    ])
  func mistakes(_ parameters: String, _ place: String) throws {
    let answer = try provide(parameters)
    #expect(answer.contains("\"place\":\"\(place)\""), "\(answer)")
    #expect(
      try desk.ask(control, "fill.allow", #"{"program":9,"allowed":true}"#).contains("unknownName"))
  }
}
