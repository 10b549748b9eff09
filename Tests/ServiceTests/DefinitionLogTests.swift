// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Testing

@testable import Service

/// The requests of a program that are run again after a restart of the service.
@Suite struct DefinitionLogTests {
  /// Requests, each a method and its parameters, and those that are kept of them.
  struct Case: CustomTestStringConvertible {
    var title: String
    var requests: [String]
    var kept: [String]

    var testDescription: String { title }
  }

  private static func log(_ requests: [String]) throws -> DefinitionLog {
    var log = DefinitionLog()
    for request in requests {
      let parts = request.split(separator: " ", maxSplits: 1)
      var parameters: JSONValue?
      if parts.count > 1 {
        let value = try #require(JSONValue(line: Array(parts[1].utf8)))
        parameters = value
      }
      log.note(Request(id: nil, method: String(parts[0]), parameters: parameters))
    }
    return log
  }

  private static func lines(_ log: DefinitionLog) -> [String] {
    log.definitions.map {
      var bytes: [UInt8] = []
      JSONWriter.append(.object($0.parameters), as: .line, to: &bytes)
      return "\($0.method) \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  @Test("Each method of the programs' socket has a rule, and no other has one")
  func methods() {
    #expect(Set(DefinitionRule.all.keys) == ProgramMethods.names)
  }

  @Test("The last definition of each object is kept, without texts", arguments: Self.cases)
  func kept(_ one: Case) throws {
    #expect(try Self.lines(Self.log(one.requests)) == one.kept)
  }

  private static let cases: [Case] = [
    Case(
      title: "containers in their order, without texts",
      requests: [
        #"container.create {"container":"b","text":"secret"}"#,
        #"container.create {"container":"a","properties":{"placeholder":"p","text":"secret"}}"#,
      ],
      kept: [
        #"container.create {"container":"b"}"#,
        #"container.create {"container":"a","properties":{"placeholder":"p"}}"#,
      ]),
    Case(
      title: "changes are merged by trait and property",
      requests: [
        #"container.create {"container":"a"}"#,
        #"container.set {"container":"a","traits":{"keyboardType":"URL","returnKeyType":"go"}}"#,
        #"container.set {"container":"a","properties":{"isEnabled":false,"text":"secret"}}"#,
        #"container.set {"container":"a","traits":{"returnKeyType":"done"},"properties":null}"#,
      ],
      kept: [
        #"container.create {"container":"a"}"#,
        #"container.set {"container":"a","properties":{"isEnabled":false},"#
          + #""traits":{"keyboardType":"URL","returnKeyType":"done"}}"#,
      ]),
    Case(
      title: "a removed container leaves nothing",
      requests: [
        #"container.create {"container":"a"}"#,
        #"container.create {"container":"b"}"#,
        #"container.set {"container":"a","traits":{"returnKeyType":"go"}}"#,
        #"inputView.set {"container":"a","words":["x"]}"#,
        #"accessory.set {"container":"a","items":[{"command":"x"}]}"#,
        #"accessory.set {"container":"b","expanding":{"container":"a"}}"#,
        #"container.remove {"container":"a"}"#,
      ],
      kept: [#"container.create {"container":"b"}"#]),
    Case(
      title: "a container that is created again is new",
      requests: [
        #"container.create {"container":"a","kind":"textView"}"#,
        #"container.set {"container":"a","traits":{"returnKeyType":"go"}}"#,
        #"container.remove {"container":"a"}"#,
        #"container.create {"container":"a"}"#,
      ],
      kept: [#"container.create {"container":"a"}"#]),
    Case(
      title: "a form without the texts of its fields and prototypes",
      requests: [
        #"form.create {"form":"f","fields":[{"container":"a","text":"secret","properties":"#
          + #"{"text":"secret"}}],"prototypes":{"p":{"properties":{"text":"secret"}}}}"#,
        #"container.set {"container":"a","traits":{"returnKeyType":"go"}}"#,
      ],
      kept: [
        #"form.create {"fields":[{"container":"a","properties":{}}],"form":"f","#
          + #""prototypes":{"p":{"properties":{}}}}"#,
        #"container.set {"container":"a","traits":{"returnKeyType":"go"}}"#,
      ]),
    Case(
      title: "a removed form takes its fields and commands with it",
      requests: [
        #"form.create {"form":"f","fields":[{"container":"a"}]}"#,
        #"container.set {"container":"a","traits":{"returnKeyType":"go"}}"#,
        #"accessory.set {"container":"a","items":[{"command":"x"}]}"#,
        #"command.register {"command":"c","form":"f"}"#,
        #"command.set {"command":"c","title":"C"}"#,
        #"command.register {"command":"d"}"#,
        #"form.remove {"form":"f"}"#,
      ],
      kept: [#"command.register {"command":"d"}"#]),
    Case(
      title: "a label has its last text and its last number of lines",
      requests: [
        #"label.create {"label":"l","text":"one","lines":2}"#,
        #"label.set {"label":"l","spans":[{"text":"two"}],"lines":3}"#,
        #"label.set {"label":"l","text":"three","spans":null}"#,
        #"label.create {"label":"m","text":"x"}"#,
        #"label.remove {"label":"m"}"#,
      ],
      kept: [
        #"label.create {"label":"l","lines":2,"text":"one"}"#,
        #"label.set {"label":"l","lines":3,"text":"three"}"#,
      ]),
    Case(
      title: "a command keeps its position when it is replaced, and has its last members",
      requests: [
        #"command.register {"command":"a","chord":"f1"}"#,
        #"command.register {"command":"b","chord":"f2"}"#,
        #"command.set {"command":"a","title":"A"}"#,
        #"command.register {"command":"a","chord":"f3"}"#,
        #"command.set {"command":"a","longTitle":"long","disabled":true}"#,
        #"command.set {"command":"a","longTitle":null,"disabled":null,"state":"on"}"#,
      ],
      kept: [
        #"command.register {"chord":"f3","command":"a"}"#,
        #"command.register {"chord":"f2","command":"b"}"#,
        #"command.set {"command":"a","disabled":true,"longTitle":null,"state":"on"}"#,
      ]),
    Case(
      title: "a command that moves to a form comes after the form and the others",
      requests: [
        #"command.register {"command":"a"}"#, #"command.register {"command":"b"}"#,
        #"form.create {"form":"f","fields":[{"container":"x"}]}"#,
        #"command.register {"command":"a","form":"f"}"#,
        #"command.remove {"command":"b"}"#,
      ],
      kept: [
        #"form.create {"fields":[{"container":"x"}],"form":"f"}"#,
        #"command.register {"command":"a","form":"f"}"#,
      ]),
    Case(
      title: "an accessory and an input view for each place, until they are empty",
      requests: [
        #"container.create {"container":"a"}"#,
        #"accessory.set {"items":[{"command":"x"}]}"#,
        #"accessory.set {"container":"a","completions":["x"]}"#,
        #"accessory.set {"items":[{"command":"y"}]}"#,
        #"inputView.set {"words":["x"]}"#, #"inputView.set {"words":["y"],"container":"a"}"#,
        #"accessory.set {"container":"a","items":[]}"#, "inputView.set",
      ],
      kept: [
        #"container.create {"container":"a"}"#,
        #"accessory.set {"items":[{"command":"y"}]}"#,
        #"inputView.set {"container":"a","words":["y"]}"#,
      ]),
    Case(
      title: "a text is in one accessory, and is the last item after that",
      requests: [
        #"container.create {"container":"a"}"#, #"container.create {"container":"b"}"#,
        #"container.create {"container":"c"}"#,
        #"accessory.set {"expanding":{"container":"a"}}"#,
        #"accessory.set {"container":"b","expanding":{"container":"a"}}"#,
        #"accessory.set {"container":"b","items":[{"command":"x"}]}"#,
        #"container.create {"container":"d"}"#,
      ],
      kept: [
        #"container.create {"container":"a"}"#, #"container.create {"container":"b"}"#,
        #"container.create {"container":"c"}"#,
        #"accessory.set {"expanding":{"container":"a"}}"#, "accessory.set {}",
        #"container.create {"container":"d"}"#,
        #"accessory.set {"container":"b","items":[{"command":"x"}]}"#,
      ]),
    Case(
      title: "the changes of each menu, after all commands",
      requests: [
        #"menu.set {"insert":[{"items":[{"command":"a"}]}]}"#,
        #"menu.set {"menu":"context","remove":["find"]}"#,
        #"menu.set {"menu":"main","remove":["file"]}"#,
        #"command.register {"command":"a"}"#,
        #"menu.set {"menu":"context"}"#,
      ],
      kept: [
        #"command.register {"command":"a"}"#, #"menu.set {"menu":"main","remove":["file"]}"#,
      ]),
    Case(
      title: "the wishes for the mode, also those that were withdrawn",
      requests: [
        #"mode.prefer {"language":"sv","context":"chat"}"#, #"mode.prefer {"language":null}"#,
      ],
      kept: [#"mode.prefer {"context":"chat","language":null}"#]),
    Case(
      title: "no effect of other methods",
      requests: [
        #"text.set {"container":"a","text":"secret"}"#,
        #"fill.provide {"credentials":[{"password":"secret"}]}"#,
        #"pasteboard.set {"text":"secret"}"#, #"scanner.claim {}"#, #"none {}"#,
        #"focus.request {"container":"a"}"#,
      ],
      kept: []),
  ]

  @Test("However often objects change, the log has no more than one request and one change of each")
  func bounded() throws {
    var log = DefinitionLog()
    func note(_ method: String, _ parameters: [String: JSONValue]) {
      log.note(Request(id: nil, method: method, parameters: .object(parameters)))
    }
    for round in 0..<200 {
      note("container.create", ["container": "a", "text": "text"])
      note(
        "container.set", ["container": "a", "traits": .object(["returnKeyType": .number(round)])])
      note("label.create", ["label": "l"])
      note("label.set", ["label": "l", "text": .text("\(round)")])
      note("command.register", ["command": "c", "title": .text("\(round)")])
      note("command.set", ["command": "c", "title": .text("\(round)")])
      note("accessory.set", ["expanding": .object(["container": "a"])])
      note("inputView.set", ["words": .list([.text("\(round)")])])
      note("menu.set", ["remove": .list([.text("\(round)")])])
      note("mode.prefer", ["context": .text("\(round)")])
      if round % 3 == 0 { note("container.remove", ["container": "a"]) }
      if round % 3 == 1 { note("accessory.set", [:]) }
    }
    #expect(log.definitions.count <= 12)
  }
}
