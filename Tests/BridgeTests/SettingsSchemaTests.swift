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

  @Test(
    "the schema of form files has exactly the keys, properties and traits that the program reads")
  func formKeys() throws {
    let kinds = ContainerKind.allCases.filter { $0 != .external }
    let known = kinds.flatMap(\.properties).filter { !$0.allowedValues.isEmpty }
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

  @Test("the schema accepts the same settings as the program")
  func settingsAgree() throws {
    for (text, isGood) in Self.settings {
      #expect(((try? SettingsFile.read(text.utf8)) != nil) == isGood, "\(text)")
    }
    let page = contents(of: Self.folder + "Configuration.md")
    let example = try #require(
      page.split(separator: "```yaml\n").dropFirst().first?.split(separator: "\n```").first)
    try SchemaJudge.judge(
      Self.folder + "keybridge.schema.json",
      Self.settings + [(text: String(example), isGood: true)])
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
    try SchemaJudge.judge(
      Self.folder + "form.schema.json", Self.forms + [(text: contents(of: root), isGood: true)])
  }
}
