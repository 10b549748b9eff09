// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TestSupport
import Testing
import TextInput
import YAMLNodes

@testable import Bridge

/// Every row of the table of settings: what is read, what is refused, and what the schema says.
@Suite struct SettingsTableTests {
  /// Values of a setting, as they are written in a mapping in braces.
  struct Values: Sendable {
    var good: [String]
    var bad: [String]

    init(_ good: String..., bad: String...) { (self.good, self.bad) = (good, bad) }

    fileprivate init(good: [String], bad: [String]) { (self.good, self.bad) = (good, bad) }
  }

  /// A row with the values to try.
  struct Row: Sendable, CustomTestStringConvertible {
    var path: String
    var setting: SettingDescription
    var values: Values
    var testDescription: String { path }
  }

  /// The values of settings that are no flag, no number and no choice.
  private static let values: [String: Values] = [
    "rules": Values("evdev", bad: "[a]", "{a: b}"), "model": Values("pc105", bad: "[a]"),
    "layout": Values("de", "no", "[de, us]", bad: "{a: b}", "[[a]]"),
    "variant": Values("''", "neo", "[neo, '']", bad: "{a: b}"),
    "options": Values("'ctrl:nocaps'", "['ctrl:nocaps']", bad: "{a: b}"),
    "keyboards": Values("all", "['name=*Board*', '05e0:1200']", bad: "{a: b}"),
    "devices": Values("[]", "[{match: all}]", bad: "all", "[all]", "[{ignore: yes}]"),
    "devices.match": Values("all", "['name=*Board*']", bad: "{a: b}"),
    "devices.scanner": Values("{}", bad: "fast", "[]"),
    "devices.scanner.terminators": Values("enter", "[tab, CR]", bad: "{a: b}"),
    "devices.scanner.keys": Values("{f8: GS, down: none}", bad: "{f8: gs}", "[f8]", "f8"),
    "devices.scanner.prefix": Values("'B'", "[a, b]", bad: "{a: b}"),
    "devices.scanner.suffix": Values("'B'", "[a, b]", bad: "{a: b}"),
    "devices.scanner.for": Values(
      "till", "7", "[a]", bad: "''", "[]", "{a: b}", String(repeating: "x", count: 101)),
    "devices.scanner.ignore-repeats": Values("3s", "500ms", "20", bad: "3h", "-1", "[3s]"),
    "devices.scanner.user": Values("root", "0", bad: "[a]", "{a: b}"),
    "symbols": Values("/a", "[/a, /b]", bad: "{a: b}"),
    "compose-file": Values("/a", bad: "[a]"),
    "assistance": Values("on", "off", "yes", "{}", bad: "[off]", "sometimes"),
    "modes": Values("sv", "[en-US, {mode: sv}]", bad: "{layout: us}", "[[a]]"),
    "modes.mode": Values("sv-SE", bad: "[a]", "{a: b}"),
    "modes.layout": Values("de", "[de, us]", bad: "{a: b}"),
    "modes.variant": Values("neo", bad: "{a: b}"),
    "repeat": Values("{}", bad: "fast", "[]"), "extensions": Values("{}", bad: "all", "[]"),
    "input-methods": Values("{}", bad: "pinyin", "[]"),
    "input-methods.engines": Values(
      "{ja+romaji: mozc, zh-Hans+pinyin: [a, b]}", bad: "libime", "{ja: mozc}"),
    "input-methods.fuzzy-pinyin": Values("yes", "[z-zh]", "[]", bad: "[z-x]", "maybe", "{a: b}"),
    "input-methods.learning": Values("no", "[hanja]", "[]", bad: "[kanji]", "maybe", "{a: b}"),
    "text-replacements": Values("{omw: On my way!}", "{}", bad: "[omw]", "{o w: x}", "omw"),
    "dictionary": Values(
      "Keybridge", "[no, {language: sv, words: [fika]}]", bad: "{language: sv}", "[two words]"),
    "commands": Values("[]", "[{command: a, chord: f1}]", bad: "a", "[a]", "[{command: a}]"),
    "commands.command": Values("a", bad: "[a]", "{a: b}"),
    "commands.chord": Values("f1", "[f1, cmd+k f2]", bad: "{a: b}", "[[f1]]"),
    "commands.title": Values("T", bad: "[a]"), "commands.group": Values("G", bad: "[a]"),
    "commands.argument": Values("x", bad: "[a]"),
    "commands.when": Values("{}", bad: "vim", "[]"),
    "commands.when.focus": Values("text", "[text, other]", bad: "[]", "vim", "{a: b}"),
    "commands.when.context": Values("chat*", "[a, b]", bad: "[]", "{a: b}"),
    "commands.when.device": Values("all", "['name=*Board*']", bad: "[]", "{a: b}"),
    "commands.deliver": Values("till", "[a, b]", bad: "''", "[]", "{a: b}"),
    "commands.run": Values("[ls, -l]", bad: "ls", "[]"),
  ]

  /// Every row, with those of mappings.
  static let rows = rows(of: SettingsList.all)

  private static func rows(of settings: [SettingDescription], in prefix: String = "") -> [Row] {
    settings.flatMap { setting in
      let path = prefix + setting.name
      // The settings of a keyboard have the same values in an entry of `devices`.
      let own = values[path] ?? (prefix == "devices." ? values[setting.name] : nil)
      return [Row(path: path, setting: setting, values: own ?? usualValues(of: setting))]
        + rows(of: setting.values.parts, in: path + ".")
    }
  }

  /// The values of a flag, a choice or a number, from its schema.
  private static func usualValues(of setting: SettingDescription) -> Values {
    guard case .object(let schema) = setting.values.schema else { return Values() }
    if case .list(let words) = schema["enum"] {
      let good = words.compactMap { if case .text(let word) = $0 { word } else { nil } }
      return Values(good: good, bad: ["zzzzzz", "[\(good[0])]", "{a: b}"])
    }
    if case (.number(let least), .number(let most)) = (schema["minimum"], schema["maximum"]) {
      return Values(
        good: ["\(least)", "\(most)"], bad: ["\(least - 1)", "\(most + 1)", "many", "[\(least)]"])
    }
    guard schema["$ref"] == "#/$defs/flag" else { return Values() }
    return Values("true", "false", "yes", "no", "on", "off", bad: "maybe", "2", "[true]")
  }

  /// A file in which a setting has a value, which is on the last line.
  static func file(_ row: Row, _ value: String) -> (text: String, column: Int) {
    let names = row.path.split(separator: ".").map(String.init)
    var start = "{"
    var end = "}"
    // The keys that an entry needs in addition to the setting.
    let company = [
      "devices": "match: all, mode: scanner", "commands": "command: a, chord: f1",
      "modes": "mode: sv",
      "scanner": row.setting.name == "min-length" ? "max-length: 1048576" : "",
    ]
    for (index, name) in names.dropLast().enumerated() {
      let isList = index == 0 && company[name] != nil
      start += "\(name): \(isList ? "[" : ""){"
      end = "}\(isList ? "]" : "")" + end
      let others = (company[name] ?? "").split(separator: ", ")
        .filter { !$0.hasPrefix(names[index + 1] + ":") }.joined(separator: ", ")
      if !others.isEmpty { start += others + ", " }
    }
    if let need = row.setting.need,
      let value = Self.values[
        "\(row.path.prefix { $0 != "." })"
          + row.path.dropFirst(names[0].count).dropLast(row.setting.name.count) + need]?.good.first
    {
      start += "\(need): \(value), "
    }
    if names[0] == "commands" { start = "{allow-processes: yes, " + start.dropFirst() }
    start += "\(row.setting.name): "
    return (start + value + end, start.count + 1)
  }

  @Test("every setting has values to try, a sentence, and one way to say what it is by default")
  func complete() {
    #expect(Self.rows.count > 75 && Set(Self.rows.map(\.path)).count == Self.rows.count)
    for row in Self.rows {
      #expect(!row.values.good.isEmpty && row.values.bad.count > 0, "\(row.path)")
      #expect(row.setting.text.last == "." && row.setting.text.first?.isUppercase == true)
      #expect(row.setting.usual == nil || row.setting.usualWords.isEmpty, "\(row.path)")
    }
    // Each table of values belongs to a setting.
    #expect(Set(Self.values.keys).isSubset(of: Self.rows.map(\.path)))
  }

  @Test("a value of the type of a setting is read", arguments: rows)
  func good(_ row: Row) throws {
    for value in row.values.good {
      let text = Self.file(row, value).text
      #expect(throws: Never.self, "\(text)") { try SettingsFile.read(text.utf8) }
    }
  }

  @Test("a value out of the range of a setting is a mistake with its place", arguments: rows)
  func bad(_ row: Row) throws {
    for value in row.values.bad {
      let (text, column) = Self.file(row, value)
      let errors = #expect(throws: ConfigurationErrors.self, "\(text)") {
        try SettingsFile.read(text.utf8)
      }
      let mistakes = try #require(errors?.mistakes, "\(text)")
      #expect(
        mistakes.contains {
          $0.place.line == 1 && (column..<column + value.count).contains($0.place.column)
        }, "\(text): \(mistakes)")
      for mistake in mistakes {
        let (message, hint) = mistake.problem.message
        #expect(hint != nil || message.hasPrefix("expected "), "\(message)")
      }
    }
  }

  @Test("the schema accepts and refuses the values of every setting as the reader does")
  func schema() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(jsonText(SettingsSchema.document).utf8, to: "schema.json")
    let texts = Self.rows.flatMap { row in
      row.values.good.map { (text: Self.file(row, $0).text, isGood: true) }
        + row.values.bad.map { (text: Self.file(row, $0).text, isGood: false) }
    }
    try SchemaJudge.judge(schema, texts)
  }

  @Test("the default of a setting changes nothing if it is written into the file")
  func defaults() throws {
    for row in Self.rows {
      guard let usual = row.setting.usual else { continue }
      var bytes: [UInt8] = []
      JSONWriter.append(usual, as: .line, to: &bytes)
      let value = String(decoding: bytes, as: UTF8.self)
      let read = try SettingsFile.read(Self.file(row, value).text.utf8)
      // A setting of the user then has this value, which it has without a choice, too.
      for (name, value) in read.user.values {
        #expect(SettingsList.ofUser.first { $0.setting.userName == name }?.setting.usual == value)
      }
      guard !row.path.contains(".") else { continue }
      #expect(
        read.differingSettings(from: Configuration()).allSatisfy { name in
          name == row.path && row.setting.values.choices.contains(value.filter { $0 != "\"" })
        }, "\(row.path)")
    }
  }

  @Test("a mapping needs the keys that its settings require")
  func needs() throws {
    for row in Self.rows {
      guard let need = row.setting.need else { continue }
      let text = Self.file(row, row.values.good[0]).text
      #expect(throws: Never.self) { try SettingsFile.read(text.utf8) }
      let alone = text.replacing(try Regex("\(need): (\\[[^\\]]*\\]|[a-z]*), "), with: "")
      #expect(alone != text)
      #expect(throws: ConfigurationErrors.self, "\(alone)") {
        try SettingsFile.read(alone.utf8)
      }
    }
  }

  @Test("the names that other programs use mean one setting each")
  func otherNames() {
    let names = SettingsList.all.flatMap { $0.otherNames + [$0.name] }
    #expect(Set(names).count == names.count)
  }
}

extension Configuration {
  /// The settings at the top level in which two configurations differ.
  fileprivate func differingSettings(from other: Configuration) -> [String] {
    ConfigurationTable.settings.rows.filter { $0.differs(self, other) }.map(\.about.name)
  }
}
