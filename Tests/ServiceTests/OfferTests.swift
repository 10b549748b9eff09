// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

@testable import AutoFill
@testable import Service
@testable import TextInput

/// Values that programs offer to the fields of other programs.
@Suite(.heldToSchema) struct OfferTests {
  private let desk: Desk
  private let bank: Observer
  private let messages: Observer

  init() throws {
    desk = try Desk()
    bank = try desk.greet("bank")
    messages = try desk.greet("messages")
  }

  private func field(_ type: String, _ more: String = "") throws {
    _ = try desk.ask(
      bank, "container.create",
      "{\"container\":\"\(type)\",\"traits\":{\"textContentType\":\"\(type)\"\(more)}}")
    _ = try desk.ask(bank, "focus.request", "{\"container\":\"\(type)\"}")
    _ = bank.lines()
  }

  private func offer(_ values: String, _ more: String = "") throws -> String {
    try desk.ask(messages, "fill.offer", "{\"values\":\(values)\(more)}")
  }

  private var candidates: [String] {
    bank.lines().filter { $0.contains(#""method":"candidates.didChange""#) }
  }

  @Test(
    "F089, TRT-11 another program's address is offered with its source, and entered if chosen"
  )
  func address() throws {
    try field("street-address")
    _ = try offer(#"{"address-line1":"Pier 39","address-level2":"San Francisco"}"#)
    let shown = try #require(candidates.last)
    #expect(shown.contains("Pier 39") && shown.contains(#""annotation":"messages""#))
    let text = { desk.programs.programs[0].containers["street-address"]?.text.text }
    #expect(text() == "")
    // A new address replaces it.
    _ = try offer(#"{"address-line1":"Old Road"}"#)
    #expect(candidates.last.map { !$0.contains("Pier") && $0.contains("Old Road") } == true)
    desk.chooseFill(1)
    #expect(text()?.contains("Old Road") == true)
  }

  @Test(
    "3.4 a code is offered for three minutes, even if its program disconnects, or until withdrawn"
  )
  func code() throws {
    try field("one-time-code")
    _ = try offer(#"{"one-time-code":"123456"}"#)
    #expect(candidates.last?.contains("123456") == true)
    _ = try desk.ask(messages, "bye")
    #expect(desk.timers.compactMap { $0?.seconds } == [180])
    desk.letTimePass()
    #expect(candidates.last?.contains(#""list":null"#) == true)
    let again = try desk.greet("messages")
    _ = try desk.ask(again, "fill.offer", #"{"values":{"one-time-code":"777"},"seconds":5}"#)
    #expect(candidates.last?.contains("777") == true)
    #expect(desk.timers.compactMap { $0?.seconds } == [5])
    _ = try desk.ask(again, "fill.withdraw")
    #expect(candidates.last?.contains(#""list":null"#) == true)
    #expect(desk.timers.allSatisfy { $0 == nil })
  }

  @Test("An offer is not made to its own program, and only a secret's length is shown")
  func notBack() throws {
    _ = try desk.ask(bank, "fill.offer", #"{"values":{"one-time-code":"123456"}}"#)
    try field("one-time-code")
    #expect(candidates.isEmpty && desk.engine.candidates == nil)
    _ = try offer(#"{"one-time-code":"98"}"#)
    #expect(candidates.last?.contains("98") == true)
    _ = try desk.ask(
      bank, "container.set",
      #"{"container":"one-time-code","traits":{"isSecureTextEntry":true}}"#)
    _ = try desk.ask(bank, "focus.release")
    _ = try desk.ask(bank, "focus.request", #"{"container":"one-time-code"}"#)
    #expect(desk.engine.candidates?.items.map(\.text) == ["••"])
  }

  @Test(
    "A program cannot offer values that belong to the user's profile, or invalid values",
    arguments: [
      (#"{"email":"a@example.org"}"#, "/params/values", "invalidParameter"),
      (#"{"one-time-code":"1","flight-number":"BA1"}"#, "/params/values", "invalidParameter"),
      (#"{}"#, "/params/values", "invalidParameter"),
      (#"{"one-time-code":""}"#, "/params/values", "invalidParameter"),
      (#"{"one-time-cod":"1"}"#, "/params/values/one-time-cod", "unknownName"),
      (#"{"one-time-code":1}"#, "/params/values/one-time-code", "invalidParameter"),
    ])
  func refused(values: String, place: String, name: String) throws {
    let answer = try offer(values)
    #expect(answer.contains("\"name\":\"\(name)\",\"place\":\"\(place)\""), "\(answer)")
  }

  @Test(
    "IME-19 a value to fill in with a hidden control is refused, wherever it comes from",
    arguments: ["\\u202e", "\\u2066", "\\u200f", "\\u061c", "\\u0007", "\\u009b", "\\t"])
  func hidden(_ control: String) throws {
    let clerk = try desk.connectControl()
    let code = "{\"values\":{\"one-time-code\":\"12\(control)34\"}}"
    for (client, method, parameters) in [
      (messages, "fill.offer", code), (clerk, "fill.give", code),
      (messages, "fill.provide", "{\"profile\":{\"email\":\"a\(control)b\"}}"),
      (
        messages, "fill.provide",
        "{\"credentials\":[{\"program\":\"bank\",\"username\":\"a\(control)\",\"password\":\"b\"}]}"
      ),
      (
        messages, "fill.provide",
        "{\"credentials\":[{\"program\":\"bank\",\"username\":\"a\",\"password\":\"\(control)b\"}]}"
      ),
    ] {
      let answer = try desk.ask(client, method, parameters)
      #expect(answer.contains(#""name":"invalidParameter","place":"/params/"#), "\(answer)")
    }
    #expect(try offer(#"{"street-address":"1 High Street\nEly"}"#).contains("result"))
  }

  @Test("Only the last of many offers are kept")
  func bounded() throws {
    for number in 0..<200 {
      _ = try offer("{\"one-time-code\":\"\(number)\"}")
    }
    try field("one-time-code")
    #expect(desk.timers.count { $0 != nil } == 1)
    let autoFill = try #require(desk.engine.autoFill as? AutoFillSuggester)
    #expect(
      autoFill.sources[0].records(for: ProgramIdentity("bank", user: geteuid()), at: .zero).count
        == 8)
  }

  @Test("F011 the requested translucent keyboard is reported with the traits")
  func translucent() throws {
    _ = try desk.ask(
      bank, "container.create", #"{"container":"a","traits":{"translucent":true}}"#)
    let lines = desk.exchange(bank, "focus.request", #"{"container":"a"}"#)
    let traits = try #require(lines.first { $0.contains(#""method":"traits.didChange""#) })
    #expect(traits.contains(#""translucent":true"#))
  }
}
