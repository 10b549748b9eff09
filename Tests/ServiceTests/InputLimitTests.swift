// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Input limits that the service enforces without consulting the program, and values that a program
/// can read back.
@Suite(.heldToSchema) struct InputLimitTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try desk.ask(program, method, parameters)
  }

  @Test("Refused input is reported to its own program only, with the reason")
  func refusals() throws {
    let other = try desk.greet("other")
    _ = try ask(
      "container.create",
      #"{"container":"zip","properties":{"maximumLength":3,"pattern":"[0-9]*"}}"#)
    _ = try ask(
      "container.create",
      #"{"container":"pad","traits":{"keyboardType":"numberPad","restrictToKeyboardType":true}}"#)
    _ = try ask("focus.request", #"{"container":"zip"}"#)
    desk.type("12a34")
    var reported = program.lines().filter { $0.contains("text.wasRefused") }
    #expect(
      reported == [
        #"{"jsonrpc":"2.0","method":"text.wasRefused","params":{"container":"zip","#
          + #""range":[2,2],"reason":"pattern","string":"a"}}"#,
        #"{"jsonrpc":"2.0","method":"text.wasRefused","params":{"container":"zip","#
          + #""range":[3,3],"reason":"maximumLength","string":"4"}}"#,
      ], "\(reported)")
    _ = try ask("focus.request", #"{"container":"pad"}"#)
    desk.type("x")
    reported = program.lines().filter { $0.contains("text.wasRefused") }
    #expect(reported.map { $0.contains(#""reason":"keyboardType""#) } == [true])
    #expect(other.lines().allSatisfy { !$0.contains("text.wasRefused") })
  }

  @Test("Limits can be changed, removed and read back")
  func properties() throws {
    _ = try ask("container.create", #"{"container":"a","properties":{"pattern":"[0-9]{5}"}}"#)
    let read = #"{"container":"a","properties":["pattern","maximumLength"]}"#
    #expect(
      try ask("container.get", read).contains(
        #""properties":{"maximumLength":null,"pattern":"[0-9]{5}"}"#))
    _ = try ask(
      "container.set", #"{"container":"a","properties":{"pattern":null,"maximumLength":7}}"#)
    #expect(
      try ask("container.get", read).contains(#""properties":{"maximumLength":7,"pattern":null}"#))
  }

  @Test(
    "An invalid pattern is refused with the place of the mistake",
    arguments: [
      ("[0-9", "after 0 characters"), ("a{3,1}", "after 1 characters"),
      (#"(?<=a)"#, "unsupported"), (#"\\1"#, "unsupported"),
    ])
  func badPattern(_ pattern: String, _ words: String) throws {
    let answer = try ask(
      "container.create", "{\"container\":\"a\",\"properties\":{\"pattern\":\"\(pattern)\"}}")
    #expect(answer.contains(#""place":"/params/properties/pattern""#), "\(answer)")
    #expect(answer.contains(#""name":"invalidParameter""#) && answer.contains(words), "\(answer)")
  }

  // MARK: Reading back

  @Test("container.get and snapshots contain the traits that are set, and a field's form")
  func traits() throws {
    _ = try ask(
      "form.create",
      #"{"form":"f","fields":[{"container":"a","traits":{"keyboardType":"numberPad"}},{"container":"b"}]}"#
    )
    _ = try ask("container.create", #"{"container":"c"}"#)
    let first = try ask("container.get", #"{"container":"a"}"#)
    #expect(first.contains(#""form":"f""#), "\(first)")
    #expect(first.contains(#""traits":{"keyboardType":"numberPad","returnKeyType":"next"}"#))
    let plain = try ask("container.get", #"{"container":"c"}"#)
    #expect(!plain.contains(#""form""#) && plain.contains(#""traits":{}"#), "\(plain)")
    let snapshot = try ask("snapshot")
    #expect(snapshot.contains(#""traits":{"returnKeyType":"done"}"#), "\(snapshot)")
  }

  // MARK: Forms

  @Test("form.set sets the texts of several fields, all or none")
  func formSet() throws {
    _ = try ask("form.create", #"{"form":"f","fields":[{"container":"a"},{"container":"b"}]}"#)
    _ = try ask("container.create", #"{"container":"c"}"#)
    #expect(try ask("form.set", #"{"form":"f","values":{"a":"1","b":"2"}}"#).contains("result"))
    #expect(try ask("form.get", #"{"form":"f"}"#).contains(#""values":{"a":"1","b":"2"}"#))
    #expect(try ask("form.set", #"{"form":"f","values":{"b":"3"}}"#).contains("result"))
    for (values, place) in [
      (#"{"a":"x","c":"y"}"#, "/params/values/c"), (#"{"a":"x","b":7}"#, "/params/values/b"),
    ] {
      let answer = try ask("form.set", "{\"form\":\"f\",\"values\":\(values)}")
      #expect(answer.contains("\"place\":\"\(place)\""), "\(answer)")
    }
    #expect(try ask("form.set", #"{"form":"f"}"#).contains(#""place":"/params/values""#))
    #expect(try ask("form.get", #"{"form":"f"}"#).contains(#""values":{"a":"1","b":"3"}"#))
  }

  // MARK: ping

  @Test("ping gets a response on every socket, even before hello")
  func ping() throws {
    _ = try desk.serveObservers()
    let observer = try Observer(path: desk.folder.path + "/observers", at: .observers)
    desk.loop.settle()
    _ = observer.lines()
    for client in [try desk.connectProgram(), try desk.connectControl(), observer] {
      #expect(try desk.ask(client, "ping").hasSuffix(#""jsonrpc":"2.0","result":{}}"#))
    }
  }
}
