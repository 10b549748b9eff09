// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Lines that no other test sends over a socket, and lines that violate the schema.
struct SchemaLineTests {
  private static func page(_ name: String) -> [String] {
    contents(of: SchemaOracle.projectFolder + "/Documentation/\(name)").split(separator: "\n")
      .map(String.init)
  }

  /// The JSON lines on the mirrors' page, as notifications.
  private static func shownFacts() throws -> [String] {
    try page("WireFormat.md").filter { $0.contains(#""event":""#) && $0.hasPrefix("{") }
      .map { line in
        let fact = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
        guard case .object(var members) = fact else { return line }
        let event = members.removeValue(forKey: "event") ?? .null
        let message = JSONValue.object([
          "jsonrpc": .text("2.0"), "method": event, "params": .object(members),
        ])
        return String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
      }
  }

  /// The updates that the page does not show, and every enumerated value of the others.
  private static let otherUpdates: [Update] =
    [
      .editingChanged(.main), .didEndOnExit(.main), .focusDidBegin(.main),
      .focusDidEnd(.main, .committed), .focusDidEnd(.main, .cancelled),
      .textDidChange(.main, range: TextRange(0, 0), text: "", origin: .undo),
      .textDidChange(.main, range: TextRange(0, 0), text: "", origin: .program),
    ]
    + TextCorrection.Stage.allCases.map {
      .correctionDidChange(
        .main, TextCorrection(TextRange(0, 3), typed: "teh", replacement: "the"), $0)
    }
    + [.spellingDidChange(.main, range: TextRange(0, 8), words: [])]
    + KeyboardEvent.allCases.map {
      .keyboard(
        $0,
        KeyboardChange(
          from: CellRect(y: 24, width: 80, height: 0), to: CellRect(y: 23, width: 80, height: 1)))
    }
    + CandidateList.Kind.allCases.map {
      .candidatesDidChange(CandidateList($0, items: [Candidate("a")]), in: nil)
    }

  @Test("The lines of every event match its schema", arguments: ServiceSocket.allCases)
  func facts(_ socket: ServiceSocket) async throws {
    let encoder = WireEncoder(style: .notification) { _ in "NoSymbol" }
    if socket == .programs { encoder.containerName = { _ in "customer" } }
    var bytes: [UInt8] = []
    for update in Self.otherUpdates { encoder.append(update, to: &bytes) }
    for flaw in [Scan.Flaw.limit, .short, .lost, .disconnect, .stop] {
      encoder.append(
        Scan(
          device: DeviceInfo.desk.id, text: "", time: .zero, duration: .zero, end: .gap, flaw: flaw),
        to: &bytes)
    }
    let lines =
      try Self.shownFacts()
      + String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let judgement = try #require(
      try await SchemaOracle.shared.judge([Conversation(at: socket, lines.map { "<" + $0 })]).first)
    #expect(judgement.faults == [])
    #expect(judgement.reported == EventFilter.names.sorted())
  }

  @Test("The notifications without an event are those that the page names")
  func notifications() throws {
    let document = try SchemaDocument()
    let own: [ServiceSocket: Set<String>] = [
      .programs: [
        "program.didBecomeActive", "form.didFinish", "accessory.activated", "question.preset",
        "text.wasRefused", "user.isIdle", "fill.consentDidChange", "form.didCancel", "resync",
        "refused", "external.edit", "external.preedit", "external.key", "external.keysDropped",
        "delivery.item", "delivery.dropped",
      ],
      .control: ["keystroke", "ink", "resync", "refused"],
      .observers: ["hello", "container.created", "resync", "refused"],
    ]
    for socket in ServiceSocket.allCases {
      let names = Set(document.methods("x-notifications", at: socket).keys)
      #expect(names == Set(EventFilter.names).union(own[socket] ?? []), "\(socket)")
    }
  }

  // MARK: The page

  @Test("The server's lines on the protocol's page match the schema")
  func page() async throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"commands.active"}"#
    let failing = #"{"jsonrpc":"2.0","id":7,"method":"containr.create"}"#
    let edit =
      #"{"jsonrpc":"2.0","id":9,"method":"text.replace","params":{"container":"customer","#
      + #""range":[0,0],"text":"x","ifRevision":12}}"#
    var count = 0
    for line in Self.page("Protocol.md") where line.hasPrefix("{") {
      // The client's requests are tested elsewhere.
      let isRequest = ["form.create", "ink.stroke", "menu.set"].contains {
        line.contains("\"method\":\"\($0)\"")
      }
      if isRequest || line.hasSuffix(#""result":true}"#) { continue }
      count += 1
      let scripts = ServiceSocket.allCases.map { socket in
        if line.contains(#""id":7"#) {
          return Conversation(at: socket, [">" + failing, "<" + line])
        }
        if line.contains(#""id":9"#) { return Conversation(at: socket, [">" + edit, "<" + line]) }
        if line.contains(#""id":null"#) { return Conversation(at: socket, [">{", "<" + line]) }
        if line.contains("\"result\"") {
          return Conversation(at: socket, [">" + request, "<" + line])
        }
        if !line.contains("jsonrpc") {
          let ask = #"{"jsonrpc":"2.0","id":1,"method":"snapshot"}"#
          return Conversation(
            at: socket, [">" + ask, "<{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":\(line)}"])
        }
        return Conversation(at: socket, ["<" + line])
      }
      let faults = try await SchemaOracle.shared.judge(scripts).map(\.faults)
      #expect(faults.contains([]), "\(line) \(faults)")
    }
    #expect(count == 17)
  }

  // MARK: Violations

  /// A conversation that has a line of every kind.
  private static func session() throws -> Conversation {
    let transcript = Transcript()
    try Transcript.$current.withValue(transcript) {
      let desk = try Desk()
      let program = try desk.greet("till")
      _ = try desk.ask(
        program, "container.create",
        #"{"container":"a","frame":[0,0,9,1],"questions":{"text.shouldChange":true}}"#)
      _ = try desk.ask(program, "container.get", #"{"container":"b"}"#)
      _ = try desk.ask(program, "container.create", #"{"container":7}"#)
      _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
      program.send(#"{"jsonrpc":"2.0","id":"q1","result":true}"# + "\n")
      desk.type("J")
      _ = try desk.ask(program, "container.get", #"{"container":"a"}"#)
    }
    return try #require(transcript.conversations.first)
  }

  @Test("A correct conversation violates a schema that is changed in one place")
  func changedSchema() async throws {
    let session = try Self.session()
    #expect(try await SchemaOracle.shared.judge([session]).first?.faults == [])
    let changes: [(String, JSONValue?)] = [
      ("Origin/enum", .list([.text("undo")])), ("Range/items", .object(["type": .text("string")])),
      ("Hello/properties/limits", nil), ("Hello/required", .list([.text("more")])),
      ("Container/properties/marked", .object(["type": .text("array")])),
      ("Name/minLength", .number(2)),
      ("Frame/minItems", .number(5)), ("Presets/properties/text.shouldChange", nil),
      ("Error/properties/data/properties/place", nil), ("Traits/properties/keyboardType", nil),
      ("ToldFrame/items", .object(["type": .text("boolean")])),
    ]
    for (path, value) in changes {
      var document = try SchemaDocument()
      document["components/schemas/" + path] = value
      document.dropExamples()
      let folder = try TemporaryFolder()
      let changed = try document.write(to: folder)
      #expect(
        try await SchemaOracle.shared.judge([session], by: changed).first?.faults.isEmpty == false,
        "\(path)")
    }
  }

  @Test(
    "A conversation that is changed in one place violates the schema",
    arguments: [
      (#""string":"J""#, #""string":7"#), (#","string":"J""#, ""),
      (#""string":"J""#, #""strings":[],"string":"J""#), (#""origin":"user""#, #""origin":"me""#),
      (#""range":[0,0]"#, #""range":[0]"#), (#""container":"a","head""#, #""head""#),
      ("\"method\":\"text.didChange\"", "\"method\":\"text.changed\""),
      ("\"method\":\"text.shouldChange\"", "\"method\":\"text.shallChange\""),
      ("\"result\":{\"outcome\":\"granted\"}", "\"result\":{\"outcome\":\"given\"}"),
      ("\"result\":{\"outcome\":\"granted\"}", "\"result\":true"), ("-32004", "-32005"),
      ("-32004", "-32099"), ("\"name\":\"unknownName\"", "\"name\":\"tooMany\""),
      (#""isActive":true"#, #""isActive":null"#), (#","place":"/params/container""#, #","at":"""#),
      (#""jsonrpc":"2.0","method":"focus"#, #""method":"focus"#),
      (#"{"container":7}"#, #"{"container":"c"}"#), (#""frame":[0,0,9,1]"#, #""frame":[0,0,9]"#),
      (#""params":{"container":"a"}}"#, #""params":{"containers":"a"}}"#),
    ])
  func changedLine(_ said: String, _ instead: String) async throws {
    let session = try Self.session()
    let script = session.script
    let index = try #require(script.firstIndex { $0.contains(said) })
    var changed = script
    changed[index] = script[index].replacing(said, with: instead)
    let judgements = try await SchemaOracle.shared.judge([
      session, Conversation(at: .programs, changed),
    ])
    #expect(judgements.map(\.faults.isEmpty) == [true, false], "\(changed[index])")
  }
}
