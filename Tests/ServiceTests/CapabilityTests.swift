// SPDX-License-Identifier: Apache-2.0
import AutoFill
import FoundationEssentials
import Keys
import TestSupport
import Mirrors
import Testing

@testable import Service
@testable import TextInput

/// The capabilities that a client can query.
@Suite(.heldToSchema) struct CapabilityTests {
  private struct Answer: Decodable {
    struct Result: Decodable {
      var containerKinds: [String]
      var features: [String: Feature]
      var traits: [String: Trait]
    }
    struct Trait: Decodable, Equatable {
      var reason: String?
      var support: String
    }
    struct Feature: Decodable {
      var reason: String?
      var support: String
    }
    var result: Result
  }

  private let desk: Desk

  init() throws {
    desk = try Desk()
  }

  private func capabilities(of client: Observer) throws -> Answer.Result {
    let line = try desk.ask(client, "capabilities")
    return try JSONDecoder().decode(Answer.self, from: Data(line.utf8)).result
  }

  @Test("F036 exactly the kinds of container that can be created are listed")
  func kinds() throws {
    let program = try desk.greet("till")
    let kinds = try capabilities(of: program).containerKinds
    #expect(kinds == ["textField", "textView", "webField", "external"])
    for kind in kinds {
      #expect(
        try desk.ask(
          program, "container.create", "{\"container\":\"\(kind)\",\"kind\":\"\(kind)\"}"
        ).contains("result"))
    }
  }

  @Test(
    "F115, F158, F160…F163 the support of a feature outside text input is reported with a reason",
    arguments: [
      ("proactive", "addressOnly", "fill.offer"),
      ("haptics", "unsupported", "vibrate"),
      ("backgroundServices", "unsupported", "location, audio and voice"),
      ("notifications", "unsupported", "timed and pushed"),
      ("calendarStore", "unsupported", "no entries are stored"),
      ("advertisements", "unsupported", "advertisements"),
      ("gameCenter", "unsupported", "nickname"),
    ])
  func outside(_ feature: String, _ support: String, _ reason: String) throws {
    for client in [try desk.greet("till"), try desk.connectControl()] {
      let answer = try #require(try capabilities(of: client).features[feature])
      #expect(answer.support == support && answer.reason?.contains(reason) == true, "\(answer)")
    }
  }

  @Test(
    "Every feature is listed with its support, and with its own reason if it is not fully supported"
  )
  func reasons() throws {
    let features = try capabilities(of: try desk.greet("till")).features
    #expect(
      Set(features.keys)
        == Set(
          TextCapabilities.Feature.allCases.map(\.rawValue)
            + ProtocolFeature.allCases.map(\.rawValue)))
    let reasons = features.values.compactMap(\.reason)
    #expect(Set(reasons).count == reasons.count)
    #expect(features.values.allSatisfy { ($0.support == "supported") == ($0.reason == nil) })
    let page = contents(of: SchemaOracle.projectFolder + "/Documentation/Protocol.md")
    for (name, feature) in features {
      // Handwriting needs an engine, which this desk does not have.
      let support = name == "handwriting" ? "supported" : feature.support
      #expect(page.contains("| `\(name)` | `\(support)` |"), "\(name)")
    }
  }

  @Test("The methods named for a feature exist")
  func names() throws {
    let document = try SchemaDocument()
    let known = ["methods", "x-notifications", "x-questions"].reduce(into: Set<String>()) {
      $0.formUnion(document.methods($1, at: .programs).keys)
    }
    for feature in ProtocolFeature.allCases {
      #expect(!feature.names.isEmpty, "\(feature)")
      #expect(known.isSuperset(of: feature.names), "\(feature) \(feature.names)")
    }
  }

  @Test("hello reports the same features as the method capabilities")
  func hello() throws {
    struct Hello: Decodable {
      struct Result: Decodable {
        var features: [String: Answer.Feature]
      }
      var result: Result
    }
    let client = try desk.connectProgram()
    let line = try desk.ask(client, "hello", #"{"name":"till"}"#)
    let hello = try JSONDecoder().decode(Hello.self, from: Data(line.utf8)).result.features
    let answer = try capabilities(of: client)
    #expect(hello.mapValues(\.support) == answer.features.mapValues(\.support))
  }

  @Test(
    "3.1 every trait is listed with whether it has an effect, and with the reason if it has none")
  func traits() throws {
    for client in [try desk.greet("till"), try desk.connectControl()] {
      let traits = try capabilities(of: client).traits
      #expect(Set(traits.keys) == Set(TextInputTraits.names))
      for (name, support) in TextCapabilities.current.traits {
        let word = support == .supported ? "supported" : "unsupported"
        #expect(traits[name] == Answer.Trait(reason: support.reason, support: word), "\(name)")
      }
    }
  }

  @Test("3.1 the traits without an effect are accepted, and are those that Protocol.md lists")
  func unsupportedTraits() throws {
    let page = contents(of: SchemaOracle.projectFolder + "/Documentation/Protocol.md")
    let part = try #require(page.split(separator: "| trait without an effect |").dropFirst().first)
    let rows = part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .prefix { $0.hasPrefix("|") }.dropFirst()
    let onPage = rows.map { $0.split(separator: "|").map { $0.trimmed } }
    let unsupported = TextCapabilities.current.traits.compactMap { name, support in
      support.reason.map { ["`\(name)`", $0] }
    }
    #expect(onPage == unsupported)
    let program = try desk.greet("till")
    for (name, value) in TextInputTraits().namedValues where value != .null {
      let answer = try desk.ask(
        program, "container.create",
        "{\"container\":\"\(name)\",\"traits\":{\"\(name)\":\(value.json)}}")
      #expect(answer.contains("\"result\""), "\(answer)")
    }
  }

  @Test("capabilities, like every other method, is refused before hello")
  func tooEarly() throws {
    let client = try desk.connectProgram()
    #expect(try desk.ask(client, "capabilities").contains(#""name":"notYet""#))
  }

  @Test("F163 a nickname field suggests the alias in the user's profile")
  func alias() throws {
    var card = ProfileCard()
    card.names = [.nickname: "Ace"]
    let engine = TextEngine()
    engine.autoFill = AutoFillSuggester(sources: [card], credentials: MemoryCredentials())
    let desk = try Desk(engine: engine)
    let program = try desk.greet("game")
    try desk.ask(
      program, "container.create", #"{"container":"a","traits":{"textContentType":"nickname"}}"#)
    let reported = desk.exchange(program, "focus.request", #"{"container":"a"}"#)
    #expect(
      reported.contains { $0.contains("candidates.didChange") && $0.contains("Ace") }, "\(reported)"
    )
  }
}

extension JSONValue {
  /// The value as JSON.
  fileprivate var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): "\"\(value)\""
    case .fraction, .list, .object, .written: "no trait has such a value"
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension ProtocolFeature {
  /// The methods, requests to programs and notifications of the feature.
  fileprivate var names: [String] {
    switch self {
    case .accessories: ["accessory.set", "accessory.activated"]
    case .autoFillOffers: ["fill.offer", "fill.withdraw"]
    case .candidates: ["candidates.choose", "candidates.didChange"]
    case .completions: ["accessory.set"]
    case .credentialSources, .profileSources: ["fill.provide", "fill.consentDidChange"]
    case .delivery:
      ["delivery.receive", "delivery.ack", "delivery.item", "delivery.dropped"]
    case .expandingAccessory: ["accessory.set"]
    case .externalFields:
      [
        "surroundings.set", "composition.end", "external.edit", "external.preedit", "external.key",
        "external.keysDropped",
      ]
    case .forms: ["form.create", "form.get", "form.set", "form.remove", "form.didFinish"]
    case .inputLimits: ["container.create", "container.set"]
    case .inputViews: ["inputView.set"]
    case .keyCommands: ["command.register", "commands.active", "command.invoked", "command.invoke"]
    case .labels: ["label.create", "label.measure"]
    case .menus:
      [
        "menu.set", "menu.get", "menu.context", "menu.perform", "menu.shown", "menu.hidden",
      ]
    case .modalScreens: ["form.create", "form.remove", "form.didCancel"]
    case .markedText: ["marked.set", "marked.commit", "marked.cancel", "marked.didChange"]
    case .modePreference: ["mode.prefer", "mode.didChange"]
    case .pasteboard: ["pasteboard.get", "pasteboard.set", "pasteboard.clear"]
    case .presses: ["focus.request", "press.began", "press.ended"]
    case .questions: ProgramRequestName.allCases.map(\.rawValue) + ["question.preset"]
    case .refusals: ["text.wasRefused"]
    case .resume: ["hello", "grace", "resync"]
    case .revisions: ["text.replace", "text.didChange"]
    case .scans: ["scan"]
    case .spelling: ["spelling.didChange"]
    case .words: ["text.words"]
    }
  }
}
