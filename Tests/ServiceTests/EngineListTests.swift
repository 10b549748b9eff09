// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Service

/// The request `engines.list` at the control socket.
@Suite(.heldToSchema) struct EngineListTests {
  private final class Listed: EngineService {
    func handwriting(in modes: [TextInputMode]) -> HandwritingSupport {
      .missing("the engine handwriting failed")
    }

    var listing: [EngineListing.Engine] {
      [
        EngineListing.Engine(
          name: "libime", languages: ["zh"], methods: ["pinyin"],
          processes: [
            EngineListing.Process(
              language: "zh-Hans", ready: true, state: "ready", version: "1.1", process: 42,
              memory: 1_048_576),
            EngineListing.Process(
              language: "zh-Hant", ready: false, state: "resting", lastFault: "it ended"),
          ]),
        EngineListing.Engine(name: "mozc", languages: ["ja"], methods: ["kana"], processes: []),
      ]
    }
  }

  @Test("The engines are listed with their processes; a service without engines lists none")
  func list() throws {
    let desk = try Desk()
    let client = try desk.connectControl()
    #expect(try desk.ask(client, "engines.list").contains(#""result":{"engines":[]}"#))
    let engines = Listed()
    desk.control.engineService = engines
    let answer = try desk.ask(client, "engines.list")
    for part in [
      #"{"languages":["ja"],"methods":["kana"],"name":"mozc","processes":[]}"#,
      #""language":"zh-Hant","lastFault":"it ended","ready":false,"state":"resting""#,
      #""memory":1048576,"process":42,"ready":true,"state":"ready","version":"1.1""#,
    ] { #expect(answer.contains(part), "\(answer)") }
  }

  @Test("A program and an observer cannot list the engines")
  func refused() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    #expect(try desk.ask(program, "engines.list").contains("error"))
  }
}
