// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The protocol's schema agrees with the code, in both directions.
@Suite(.heldToSchema) struct SchemaDocumentTests {
  private let document: SchemaDocument

  init() throws {
    document = try SchemaDocument()
  }

  @Test("The schema is a valid OpenRPC document with valid schemas, and its examples match them")
  func valid() async throws {
    #expect(try await SchemaOracle.shared.faults() == [])
    #expect(document["info/version"]?.text == protocolVersion)
  }

  @Test(
    "An invalid schema is refused",
    arguments: [
      ("info", nil), ("openrpc", nil), ("method", .list([])),
      ("components/schemas/Range/items/$ref", .text("#/components/schemas/Ofset")),
      ("components/schemas/Name/type", .text("strin")),
      ("components/schemas/Name/maxLength", .text("200")),
      ("components/schemas/Range/maxItems", .number(1)),
      ("components/errors/failed/data/name", .text("fail")),
      ("components/contentDescriptors/Form/require", .bool(true)),
    ] as [(String, JSONValue?)])
  func invalid(_ path: String, _ value: JSONValue?) async throws {
    var document = document
    document[path] = value
    let folder = try TemporaryFolder()
    let changed = try document.write(to: folder)
    #expect(try await SchemaOracle.shared.faults(of: changed) != [])
  }

  // MARK: Names

  @Test("The methods of each socket and their parameters are those in the code")
  func methods() {
    expect(.programs, SocketMethods.programs.names) { SocketMethods.programs.parameters(of: $0) }
    expect(.control, SocketMethods.control.names) { SocketMethods.control.parameters(of: $0) }
    expect(.observers, SocketMethods.observers.names) { SocketMethods.observers.parameters(of: $0) }
  }

  private func expect(
    _ socket: ServiceSocket, _ names: [String], _ parameters: (String) -> [String]?
  ) {
    let methods = document.methods(at: socket)
    #expect(Set(methods.keys) == Set(names), "\(socket)")
    for (name, method) in methods {
      #expect(method.parameters == Set(parameters(name) ?? []), "\(name)")
    }
  }

  @Test("The errors and the requests to programs are those in the code")
  func errors() {
    let errors = document["components/errors"]
    #expect(errors?.names == Set(RequestError.Name.allCases.map(\.rawValue)))
    for name in RequestError.Name.allCases {
      #expect(errors?[name.rawValue]?["code"]?.number == name.code, "\(name)")
    }
    let error = document["components/schemas/Error/properties"]
    let words = (error?["data"]?["properties"]?["name"]?["enum"]?.list ?? []).compactMap(\.text)
    #expect(Set(words) == Set(RequestError.Name.allCases.map(\.rawValue)))
    let codes = (error?["code"]?["enum"]?.list ?? []).compactMap(\.number)
    #expect(Set(codes) == Set(RequestError.Name.allCases.map(\.code)))
    let questions = Set(ProgramRequestName.allCases.map(\.rawValue))
    #expect(Set(document.methods("x-questions", at: .programs).keys) == questions)
    #expect(
      document["components/schemas/Presets/properties"]?.names
        == Set(ProgramRequestName.ofContainers.map(\.rawValue)))
  }

  @Test("The enumerated values are those in the code")
  func words() {
    let expected: [String: [String]] = [
      "AutocapitalizationType": AutocapitalizationType.wireWords,
      "TraitSwitch": TraitSwitch.wireWords, "KeyboardType": KeyboardType.wireWords,
      "KeyboardAppearance": KeyboardAppearance.wireWords,
      "ReturnKeyType": ReturnKeyType.wireWords,
      "WritingToolsBehavior": WritingToolsBehavior.wireWords,
      "TextContentType": TextContentType.allCases.map(\.rawValue),
      "ContainerKind": ContainerKind.allCases.map(\.rawValue),
      "ViewMode": TextField.ViewMode.wireWords, "BorderStyle": TextField.BorderStyle.wireWords,
      "TextAlignment": TextAlignment.wireWords,
      "CommandState": KeyCommand.State.allCases.map(\.rawValue),
      "MenuName": ProgramMethods.MenuName.allCases.map(\.rawValue),
      "QuestionName": ProgramRequestName.allCases.map(\.rawValue),
      "CandidateKind": CandidateList.Kind.allCases.map(\.wireWord),
      "FeatureSupport": TextCapabilities.Support.allCases.map(\.rawValue) + ["supported"],
      "FactName": EventFilter.names,
    ]
    for (schema, words) in expected {
      #expect(document.words(schema) == Set(words), "\(schema)")
    }
    let kinds = document["components/schemas/Color/anyOf"]?.list ?? []
    #expect(kinds.first?["enum"]?.list?.compactMap(\.text) == TextStyle.Color.names)
    for trait in ["Traits", "TraitsToSet"] {
      #expect(
        document["components/schemas/\(trait)/properties"]?.names == Set(TextInputTraits.names))
    }
    #expect(
      document["components/schemas/Settings/properties"]?.names == Set(TextInputSettings.names))
    let needed = document["components/schemas/Settings/required"]?.list ?? []
    #expect(Set(needed.compactMap(\.text)) == Set(TextInputSettings.names))
    let traits = document["components/schemas/Capabilities/properties/traits"]
    #expect(traits?["properties"]?.names == Set(TextInputTraits.names))
    #expect(
      Set((traits?["required"]?.list ?? []).compactMap(\.text)) == Set(TextInputTraits.names))
    #expect(
      document["components/schemas/Features/properties"]?.names
        == Set(CapabilityReport.features(handwriting: .missing("none")).keys))
    // A view has no value that a program can send.
    let properties = ContainerProperty.allCases.filter { $0 != .leftView && $0 != .rightView }
    #expect(
      document["components/schemas/Properties/properties"]?.names
        == Set(properties.map(\.rawValue)))
    #expect(document.words("PropertyName") == Set(properties.map(\.rawValue)))
  }

  @Test("Objects in parameters have the members that the service lists when it refuses one")
  func members() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    let requests = [
      ("FormField", "form.create", #"{"form":"f","fields":[{"qqqqqqqqqqqqqqqq":1}]}"#),
      ("Prototype", "form.create", #"{"form":"f","prototypes":{"p":{"qqqqqqqqqqqqqqqq":1}}}"#),
      ("Span", "label.create", #"{"label":"l","spans":[{"qqqqqqqqqqqqqqqq":1}]}"#),
      ("AccessoryItem", "accessory.set", #"{"items":[{"qqqqqqqqqqqqqqqq":1}]}"#),
      ("ExpandingText", "accessory.set", #"{"expanding":{"qqqqqqqqqqqqqqqq":1}}"#),
      ("MenuInsertion", "menu.set", #"{"insert":[{"qqqqqqqqqqqqqqqq":1}]}"#),
      ("MenuItem", "menu.set", #"{"insert":[{"items":[{"qqqqqqqqqqqqqqqq":1}]}]}"#),
      ("Presets", "container.create", #"{"container":"a","questions":{"qqqqqqqqqqqqqqqq":1}}"#),
    ]
    for (schema, method, parameters) in requests {
      let answer = try desk.ask(program, method, parameters)
      let list = try #require(answer.split(separator: "expected ").last)
      let words = list.prefix { $0 != "\"" }.replacing(" or ", with: ", ")
      let names = words.split(separator: ", ").map(String.init)
      #expect(document["components/schemas/\(schema)/properties"]?.names == Set(names))
    }
  }

  // MARK: Every method

  private static let programRequests: [(method: String, parameters: [String: String])] = [
    ("ping", [:]), ("container.create", ["container": #""a""#, "text": #""Jo""#]),
    ("container.set", ["container": #""a""#, "properties": #"{"placeholder":"Name"}"#]),
    ("container.get", ["container": #""a""#, "properties": #"["font"]"#]),
    ("text.set", ["container": #""a""#, "string": #""Jo""#]),
    ("text.replace", ["container": #""a""#, "range": "[2,2]", "string": #""e""#]),
    ("selection.set", ["container": #""a""#, "anchor": "1"]),
    ("container.create", ["container": #""e""#, "kind": #""external""#]),
    ("surroundings.set", ["container": #""e""#, "seen": "0"]),
    (
      "composition.end",
      ["container": #""e""#, "composition": "1", "outcome": #""dropped""#, "seen": "0"]
    ),
    ("text.words", ["container": #""a""#]),
    ("marked.set", ["container": #""a""#, "text": #""k""#]),
    ("marked.cancel", ["container": #""a""#]), ("marked.commit", ["container": #""a""#]),
    ("text.clear", ["container": #""a""#]),
    ("label.create", ["label": #""l""#]),
    ("label.set", ["label": #""l""#, "text": #""Name""#]),
    ("label.measure", ["text": #""Name""#]),
    ("label.remove", ["label": #""l""#]),
    ("form.create", ["form": #""f""#, "fields": #"[{"container":"b"}]"#]),
    ("form.get", ["form": #""f""#]), ("form.set", ["form": #""f""#, "values": "{}"]),
    ("command.register", ["command": #""c""#, "chord": #""f9""#]),
    ("command.set", ["command": #""c""#, "disabled": "true"]),
    ("focus.request", ["container": #""a""#]),
    ("capabilities", [:]), ("commands.active", [:]),
    ("menu.set", ["insert": #"[{"items":[{"command":"c"}]}]"#]), ("menu.get", [:]),
    ("menu.context", ["container": #""a""#]), ("menu.perform", ["command": #""c""#]),
    ("accessory.set", ["items": #"[{"command":"c"}]"#]), ("inputView.set", ["words": #"["a"]"#]),
    ("endEditing", [:]), ("focus.release", [:]), ("mode.prefer", ["language": #""sv""#]),
    ("subscribe", ["events": #"["text.*","scan"]"#]), ("snapshot", [:]),
    ("fill.offer", ["values": #"{"one-time-code":"1"}"#]), ("fill.withdraw", [:]),
    ("pasteboard.get", [:]), ("pasteboard.set", ["text": #""x""#]), ("pasteboard.clear", [:]),
    ("session.end", ["form": #""f""#]),
    ("scanner.claim", [:]), ("scanner.release", [:]),
    ("delivery.receive", [:]), ("delivery.ack", ["through": "0"]),
    ("fill.provide", ["profile": #"{"email":"a@b"}"#]),
    ("grace", ["seconds": "1"]), ("idle.set", ["seconds": "1"]),
    ("command.remove", ["command": #""c""#]),
    ("form.remove", ["form": #""f""#]), ("container.remove", ["container": #""a""#]),
    ("bye", [:]),
  ]
  private static let controlRequests: [(method: String, parameters: [String: String])] = [
    ("status", [:]), ("reload", [:]), ("snapshot", [:]), ("capabilities", [:]),
    ("commands.active", [:]),
    ("mode.list", [:]), ("mode.set", ["mode": #""en""#]), ("mode.next", [:]),
    ("mode.enable", ["mode": #""sv""#]), ("mode.disable", ["mode": #""sv""#]),
    ("settings.get", [:]), ("settings.set", ["sequenceTimeout": "4000"]), ("subscribe", [:]),
    ("monitor", [:]), ("engines.list", [:]),
    ("extensions.list", [:]), ("extensions.enable", ["name": #""esperanto""#]),
    ("extensions.disable", ["name": #""esperanto""#]),
    ("extensions.reset", ["name": #""esperanto""#]),
    ("extensions.grant", ["name": #""esperanto""#, "grant": #""network""#]),
    ("extensions.revoke", ["name": #""esperanto""#, "grant": #""network""#]), ("fill.sources", [:]),
    ("fill.allow", ["program": "1", "allowed": "true"]),
    ("fill.give", ["values": #"{"one-time-code":"1"}"#]), ("fill.revoke", [:]),
    ("dictionary.list", [:]), ("dictionary.learn", ["word": #""Keybridge""#]),
    ("dictionary.forget", ["word": #""Keybridge""#]), ("dictionary.ignore", ["word": #""prty""#]),
    ("languages.list", [:]), ("learning.list", [:]), ("learning.forget", [:]),
    ("choices.list", ["kind": #""pinyin""#, "reading": #""zhong""#]),
    ("choices.forget", ["kind": #""pinyin""#, "reading": #""zhong""#]),
    ("replacements.list", [:]),
    ("replacements.set", ["shortcut": #""omw""#, "phrase": #""On my way!""#]),
    ("replacements.remove", ["shortcut": #""omw""#]),
    ("supplementaryLexicon.list", [:]),
    ("spelling.guesses", ["word": #""prty""#]),
    ("programs.activate", ["program": "1"]), ("programs.close", ["program": "1"]),
  ]

  /// Calls every method, first without each of its required members.
  private func play(
    _ requests: [(method: String, parameters: [String: String])], at socket: ServiceSocket,
    _ desk: Desk, _ client: Observer
  ) throws {
    let methods = document.methods(at: socket)
    for (method, parameters) in requests {
      func object(without missing: String? = nil) -> String {
        let said = parameters.filter { $0.key != missing }
        return "{" + said.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
      }
      for missing in methods[method]?.needed ?? [] {
        #expect(parameters[missing] != nil, "\(method) \(missing)")
        let refusal = try desk.ask(client, method, object(without: missing))
        #expect(
          refusal.contains("\"name\":\"invalidParameter\"")
            && refusal.contains("\"/params/\(missing)\""), "\(method) \(refusal)")
      }
      let answer = try desk.ask(client, method, object())
      #expect(answer.contains("\"result\":"), "\(method) \(answer)")
    }
  }

  @Test(
    "Every response matches the schema, and every method requires the members the schema requires")
  func everything() async throws {
    let desk = try Desk()
    desk.programs.delivery.setReceivers(["till"])
    try play(Self.programRequests, at: .programs, desk, try desk.greet("till"))
    let other = try desk.greet("other")
    try play(
      Self.controlRequests.map { method, parameters in
        (
          method,
          parameters["program"] == nil ? parameters : parameters.merging(["program": "2"]) { $1 }
        )
      }, at: .control, desk, try desk.connectControl())
    withExtendedLifetime(other) {}
    let judgements = try await SchemaOracle.shared.judge(
      try #require(Transcript.current).conversations)
    let answered = Set(judgements.flatMap(\.answered))
    let all = ServiceSocket.allCases.flatMap { document.methods(at: $0).keys }
    // There are no candidates in this test, and no engine that recognises ink.
    #expect(
      Set(all).subtracting(answered)
        == ["candidates.choose", "ink.begin", "ink.clear", "ink.stroke", "ink.undo"])
  }
}
