// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Errors have the id of their request, and use the protocol's terms.
@Suite(.heldToSchema) struct ErrorResponseTests {
  private struct Answer: Decodable {
    struct Facts: Decodable {
      var message: String
    }
    var error: Facts?
  }

  // MARK: Ids

  @Test(
    "The error for a malformed request has the id that its line contains",
    arguments: [
      (
        #"{"jsonrpc":"2.0","id":7,"method":"selection.set","params":{"anchor":9223372036854775808}}"#,
        "7"
      ),
      (
        #"{"jsonrpc":"2.0","method":"text.set","params":{"a":[1,"}",{"id":1}],"b":1e999},"id":"x"}"#,
        #""x""#
      ),
      (#"{"jsonrpc":"2.0","id":7,"method":"text.set","params":{"container":}}"#, "7"),
      (#" { "id" : -7 , "method":"text.set","params":{"#, "-7"),
      (#"{"id":7,"method":"text.set"}"#, "7"),
      (#"{"jsonrpc":"2.0","id":7,"method":["text.set"]}"#, "7"),
      (#"{"jsonrpc":"2.0","id":7.0,"method":"text.set","params":{]}"#, "7"),
      (#"{"jsonrpc":"2.0","id":"\u0041","method":"text.set","params":{]}"#, #""A""#),
    ])
  func id(_ line: String, _ id: String) throws {
    let desk = try Desk()
    for client in [try desk.greet("till"), try desk.connectControl()] {
      client.send(line + "\n")
      desk.loop.settle()
      let answer = try #require(client.lines().last)
      #expect(answer.contains("\"id\":\(id),"), "\(answer)")
    }
  }

  @Test(
    "The id of an error is null if the line has no id, or responds to a request of the server",
    arguments: [
      "{", "[]", #"{"jsonrpc":"2.0","method":7}"#, #"{"id":[7],"method":"text.set"}"#, #"{"id":"#,
      #"{"params":{"id":7},"method":"#, #"{"id":"q1","result":9223372036854775808}"#,
      #"{"jsonrpc":"2.0","id":7.5,"method":"text.set"}"#, #"{"i\u0064":7,"method":[}"#, #"{"id":7"#,
    ])
  func noID(_ line: String) throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    program.send(line + "\n")
    desk.loop.settle()
    let answer = try #require(program.lines().last)
    #expect(answer.contains("\"id\":null,"), "\(answer)")
  }

  @Test("The error for a line that is too long has the id at the beginning of that line")
  func tooLong() throws {
    let server = try Server()
    let desk = try Desk()
    let clients = [
      (try desk.greet("till"), 1 << 20), (try desk.connectControl(), 64 << 10),
    ]
    for (client, limit) in clients {
      client.send(#"{"jsonrpc":"2.0","id":41,"method":"x","params":{"text":""#)
      for _ in 0..<(limit / 30_000 + 1) {
        client.send(String(repeating: "x", count: 30_000))
        desk.loop.settle()
      }
      let answer = try #require(client.lines().last)
      #expect(answer.contains(#""name":"tooLong""#) && answer.contains(#""id":41,"#), "\(answer)")
      client.send("\"}}\n")
      desk.loop.settle()
    }
    let observer = try server.connect()
    observer.send(
      #"{"jsonrpc":"2.0","id":41,"method":"subscribe","params":{"events":[1e999]}}"# + "\n")
    server.loop.settle()
    #expect(observer.lines().last?.contains(#""id":41,"#) == true)
  }

  // MARK: Words

  @Test("No error message names a Swift type of the service")
  func words() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"a"}"#)
    let requests = [
      ("container.create", #"{"container":"b","traits":{"passwordRules":"minlength: x"}}"#),
      ("container.create", #"{"container":"b","traits":{"passwordRules":"required: [é]"}}"#),
      ("container.create", #"{"container":"b","traits":{"keyboardType":[]}}"#),
      ("container.create", #"{"container":"b","properties":{"font":{}}}"#),
      ("command.register", #"{"command":"b","chord":"hyper+x"}"#),
      ("command.register", #"{"command":"b","chord":"cmd+"}"#),
      ("fill.offer", #"{"values":{"name":"x"}}"#),
    ]
    let typeName = try Regex("[A-Z][a-z]+[A-Z][A-Za-z]*|\\w+\\(\\w+:|Optional")
    for (method, parameters) in requests {
      let line = try desk.ask(program, method, parameters)
      let answer = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      let message = try #require(answer.error?.message)
      #expect(message.firstMatch(of: typeName) == nil, "\(message)")
    }
  }

  @Test(
    "A message repeats at most 60 characters of the line",
    arguments: [
      #""passwordRules":"X""#, #""passwordRules":"required: X""#,
      #""passwordRules":"minlength: 1 X""#, #""passwordRules":"minlength: 9X""#,
      #""passwordRules":"required: [éX]""#, #""passwordRules":"required: [e\u0301Y]""#,
    ])
  func excerpts(_ trait: String) throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    let rules = trait.replacing("9X", with: String(repeating: "9", count: 300))
      .replacing("X", with: String(repeating: "x", count: 300))
      .replacing("Y", with: String(repeating: "\\u0301", count: 300))
    let line = try desk.ask(
      program, "container.create", "{\"container\":\"b\",\"traits\":{\(rules)}}")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    let message = try #require(answer.error?.message)
    #expect(message.unicodeScalars.count < 200, "\(message)")
  }

  // MARK: text and string

  @Test("The text of an edit is named text, as in container.get, or string, as in version 1.0")
  func text() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"a"}"#)
    let edits = [
      ("text.set", #"{"container":"a","text":"new"}"#, "new"),
      ("text.set", #"{"container":"a","string":"old","text":null}"#, "old"),
      ("text.replace", #"{"container":"a","range":[0,0],"text":"b"}"#, "bold"),
      ("text.replace", #"{"container":"a","range":[0,1],"string":"c"}"#, "cold"),
    ]
    for (method, parameters, text) in edits {
      #expect(try desk.ask(program, method, parameters).contains("\"result\""))
      let contents = try desk.ask(program, "container.get", #"{"container":"a"}"#)
      #expect(contents.contains("\"text\":\"\(text)\""), "\(contents)")
    }
    for parameters in [#"{"container":"a"}"#, #"{"container":"a","text":"b","string":"c"}"#] {
      let answer = try desk.ask(program, "text.set", parameters)
      #expect(answer.contains(#""name":"invalidParameter""#), "\(answer)")
    }
  }
}
