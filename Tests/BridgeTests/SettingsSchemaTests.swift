// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Mirrors
import TestSupport
import Testing
import TextInput
import YAMLNodes

@testable import Bridge

/// The JSON Schemas of settings and form files agree with the program.
@Suite struct SettingsSchemaTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Documentation/"

  /// The keys of a schema's objects.
  private struct Schema: Decodable {
    struct Object: Decodable { var properties: [String: Value]? }
    struct Value: Decodable { var properties: [String: Value]? }
    var properties: [String: Value]
    var definitions: [String: Object]

    enum CodingKeys: String, CodingKey {
      case properties
      case definitions = "$defs"
    }

    func keys(of definition: String) -> [String] {
      (definitions[definition]?.properties ?? [:]).keys.sorted()
    }
  }

  private func schema(_ name: String) throws -> Schema {
    try JSONDecoder().decode(
      Schema.self, from: Data(contents(of: Self.folder + name).utf8))
  }

  @Test("the schema of the settings has exactly the keys that the program reads")
  func settingKeys() throws {
    let schema = try schema("keybridge.schema.json")
    #expect(schema.properties.keys.sorted() == ConfigurationReader.topKeys.sorted())
    #expect(schema.keys(of: "device") == ConfigurationReader.entryKeys.sorted())
    #expect(schema.keys(of: "command") == ConfigurationReader.commandKeys.sorted())
    #expect(schema.keys(of: "scanner") == ConfigurationReader.scannerKeys.sorted())
    #expect(
      (schema.properties["input-methods"]?.properties ?? [:]).keys.sorted()
        == ConfigurationReader.inputMethodKeys.sorted())
    #expect(
      (schema.definitions["command"]?.properties?["when"]?.properties ?? [:]).keys.sorted()
        == ConfigurationReader.conditionKeys.sorted())
  }

  @Test(
    "the schema of form files has exactly the keys, properties and traits that the program reads")
  func formKeys() throws {
    let known = ContainerKind.allCases.flatMap(\.properties).filter { !$0.allowedValues.isEmpty }
    #expect(
      try schema("form.schema.json").keys(of: "entry")
        == Set(FormFileReader.entryKeys + known.map(\.rawValue) + TextInputTraits.names).sorted())
  }

  /// Settings, and whether they are valid.
  static let settings: [(text: String, isGood: Bool)] = [
    ("", true), ("layout: de", true), ("layout: no", true), ("layout: [de, us]", true),
    ("layout: {a: b}", false), ("layuot: de", false), ("swap: none", true), ("swap: both", false),
    ("repeat: {delay: 300}", true), ("repeat: {delay: 20}", false), ("repeat: fast", false),
    ("input-methods: {hangul-delivery: replace, page-size: 5, learning: no}", true),
    ("input-methods: {hangul-delivery: yes}", false), ("input-methods: {page-size: 10}", false),
    ("input-methods: {kana-layout: jis}", true), ("input-methods: {kana-layout: de}", false),
    ("input-methods: {page-size: 0}", false), ("input-methods: {learning: [hanja, pinyin]}", true),
    ("input-methods: {learning: [kanji]}", false), ("input-methods: {learning: maybe}", false),
    ("input-methods: {learning: []}", true), ("input-methods: {pagesize: 5}", false),
    ("input-methods: pinyin", false),
    ("input-methods: {engines: {zh-Hans+pinyin: libime, ja-JP+kana: [a, b]}}", true),
    ("input-methods: {engines: {ja+romaji: mozc, ja+kana: none}}", true),
    ("input-methods: {engines: {ja: mozc}}", false),
    ("input-methods: {engines: {zh-Hans: libime}}", false),
    ("input-methods: {engines: libime}", false), ("input-methods: {fuzzy-pinyin: yes}", true),
    ("input-methods: {fuzzy-pinyin: [z-zh, l-n]}", true),
    ("input-methods: {fuzzy-pinyin: [z-x]}", false),
    ("hold-for-accents: yes", true), ("hold-for-accents: maybe", false),
    ("modes: [en-US, {mode: sv-SE, layout: us}]", true),
    ("modes: [{mode: sv-SE, variant: intl}]", false), ("modes: [{layout: us}]", false),
    ("devices: [{match: all, ignore: true}]", true), ("devices: [{ignore: true}]", false),
    ("devices: [{match: all, mode: scanner, scanner: {gap: 50}}]", true),
    ("devices: [{match: all, scanner: {gap: 50}}]", false),
    ("devices: [{match: all, mode: scanner, scanner: {gap: 90000}}]", false),
    ("devices: [{match: all, mode: scanner, scanner: {keys: {f8: GS, down: none}}}]", true),
    ("devices: [{match: all, mode: scanner, scanner: {keys: {f8: gs}}}]", false),
    ("devices: [{match: all, mode: scanner, scanner: {keys: [f8]}}]", false),
    ("devices: [{match: all, mode: scanner, scanner: {maker: worth-data}}]", true),
    ("devices: [{match: all, mode: scanner, scanner: {maker: acme}}]", false),
    ("devices: all", false),
    ("commands: [{command: a, chord: f1, when: {focus: [text, other]}}]", true),
    ("commands: [{command: a, chord: f1, when: {focus: nothing}}]", false),
    ("commands: [{command: a}]", false), ("commands: [{chord: f1}]", false),
    ("allow-processes: true\ncommands: [{command: a, chord: f1, run: [ls, -l]}]", true),
    ("commands: [{command: a, chord: f1, time-limit: 3}]", false),
    ("allow-processes: true\ncommands: [{command: a, chord: f1, run: ls}]", false),
    ("text-replacements: {omw: On my way!, n: 7, OK: yes}", true), ("text-replacements: {}", true),
    ("text-replacements: {o w: x}", false), ("text-replacements: {omw: ''}", false),
    ("text-replacements: {omw: }", false), ("text-replacements: [omw]", false),
    ("text-replacements: {omw: [x]}", false),
    ("dictionary: [Keybridge, no, {language: sv, words: [fika]}]", true),
    ("dictionary: Keybridge", true), ("dictionary: {language: sv}", false),
    ("dictionary: [two words]", false), ("dictionary: [{language: sv, words: [a b]}]", false),
    ("dictionary: [{language: sv, words: fika, more: 1}]", false), ("dictionary: [42]", false),
    ("learning: no", true), ("learning: sometimes", false),
    ("scrollback: 0", true), ("scrollback: 1000001", false), ("scrollback: all", false),
    ("pasteboard-expiry: 60", true), ("pasteboard-expiry: -1", false),
    ("programs-choose-fills: yes", true), ("programs-choose-fills: maybe", false),
    ("assistance: off", true), ("assistance: on", true), ("assistance: sometimes", false),
    ("assistance: true", true), ("assistance: no", true), ("hold-for-accents: on", true),
    ("learning: off", true), ("assistance: {predictions: off}", true),
    ("assistance: [off]", false), ("assistance: {autocapitalization: maybe}", false),
    ("assistance: {capitals: false}", false),
  ]

  /// Each kind of typing assistance; the file cannot name one without an effect.
  private static let assistance = AssistanceSetting.allCases.map {
    (text: "assistance: {\($0.rawValue): false}", isGood: AssistanceSetting.allCases.contains($0))
  }

  @Test("the schema accepts the same settings as the program")
  func settingsAgree() throws {
    for (text, isGood) in Self.settings + Self.assistance {
      #expect(((try? Configuration(parsing: text.utf8)) != nil) == isGood, "\(text)")
    }
    let page = contents(of: Self.folder + "Configuration.md")
    let example = try #require(
      page.split(separator: "```yaml\n").dropFirst().first?.split(separator: "\n```").first)
    try judge(
      "keybridge.schema.json",
      Self.settings + Self.assistance + [(text: String(example), isGood: true)])
  }

  /// Form files, and whether they are valid.
  static let forms: [(text: String, isGood: Bool)] = [
    ("fields: [{label: Name}]", true), ("name: a", false), ("fields: name", false),
    ("labels: hidden\nfields: [{label: 42, text: 7, isEnabled: false}]", true),
    ("labels: no\nfields: []", false), ("fields: [{lable: Name}]", false),
    ("fields: [{label: N, keyboardType: URL, autocorrectionType: no}]", true),
    ("fields: [{label: N, keyboardType: urls}]", false), ("fields: [{tag: 1.5}]", false),
    ("fields: [{class: textView, height: 3, isEditable: false}]", true),
    ("fields: [{label: N, clearButtonMode: always, returnKeyType: 3}]", true),
  ]

  @Test("the schema accepts the same form files as the program")
  func formsAgree() throws {
    for (text, isGood) in Self.forms {
      #expect(((try? FormFile(parsing: text.utf8)) != nil) == isGood, "\(text)")
    }
    let root = Self.folder + "../Examples/TableForm/person.yaml"
    try judge("form.schema.json", Self.forms + [(text: contents(of: root), isGood: true)])
  }

  /// Validates texts with python3-jsonschema.
  private func judge(
    _ schema: String, _ texts: [(text: String, isGood: Bool)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for line in sys.stdin:
          print(next((e.message for e in validator.iter_errors(json.loads(line))), "good"))
      """
    let lines = try texts.map { try jsonLine(YAMLDocument(parsing: $0.text.utf8).root) }
    let child = try Child.run(
      ["python3", "-c", script, Self.folder + schema], input: lines.joined())
    #expect(child.errors == "", sourceLocation: sourceLocation)
    let verdicts = child.output.split(separator: "\n")
    try #require(verdicts.count == texts.count, "\(child.output)", sourceLocation: sourceLocation)
    for (verdict, entry) in zip(verdicts, texts) {
      #expect(
        (verdict == "good") == entry.isGood, "\(entry.text): \(verdict)",
        sourceLocation: sourceLocation)
    }
  }

  /// A YAML node as a JSON value, as in an editor.
  private func jsonLine(_ node: YAMLNode?) throws -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(node.map(value) ?? .null, as: .line, to: &bytes)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined() + "\n"
  }

  private func value(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .sequence(let items): return .list(items.map(value))
    case .mapping(let entries):
      return .object(
        Dictionary(
          entries.map { ($0.key.text ?? "", value($0.value)) }, uniquingKeysWith: { $1 }))
    case .scalar(let text, let isPlain):
      if !isPlain { return .text(text) }
      if node.isNull { return .null }
      if let flag = Bool(text) { return .bool(flag) }
      if let number = Int(text) { return .number(number) }
      return Double(text).map { .fraction($0) } ?? .text(text)
    }
  }
}
