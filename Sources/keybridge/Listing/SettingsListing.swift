// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors

/// The settings that a settings file may have, in the formats of `keybridge check --list`.
enum SettingsListing {
  /// The formats.
  static let formats = ["table", "names", "markdown", "schema"]

  /// Returns the list in a format.
  static func text(as format: String) throws -> String {
    switch format {
    case "names": rows().map(\.path).joined(separator: "\n")
    case "markdown": (markdown + [userTable]).joined(separator: "\n\n")
    case "schema": try jsonText(SettingsSchema.document)
    default: table.text(isBoxed: false)
    }
  }

  /// Every setting below some, by the names of the mappings around it.
  private static func rows(
    of settings: [SettingDescription] = SettingsList.all, in path: String = ""
  ) -> [(path: String, setting: SettingDescription)] {
    settings.flatMap { setting in
      [(path + setting.name, setting)]
        + rows(of: setting.values.parts, in: path + setting.name + ".")
    }
  }

  private static var table: Table {
    var table = Table(headings: ["KEY", "VALUES", "DEFAULT"])
    table.rows = rows().map { path, setting in
      [path, setting.values.words, setting.usualMarkdown].enumerated().map { column, cell in
        column == 0 ? cell : plain(cell)
      }
    }
    return table
  }

  /// Returns Markdown without code spans and links.
  private static func plain(_ markdown: String) -> String {
    var (text, rest) = ("", markdown[...])
    while let start = rest.firstIndex(of: "[") {
      text += rest[..<start]
      let label = rest[start...].dropFirst().prefix { $0 != "]" }
      let link = rest[label.endIndex...].dropFirst()
      if link.first == "(", let end = link.firstIndex(of: ")") {
        text += label
        rest = rest[end...].dropFirst()
      } else {
        text += "["
        rest = rest[start...].dropFirst()
      }
    }
    return (text + rest).filter { $0 != "`" }
  }

  // MARK: Markdown

  /// The tables of Documentation/Configuration.md, that of the top level first.
  private static var markdown: [String] {
    [table(of: SettingsList.all, heading: "key")] + tables(below: SettingsList.all)
  }

  private static func tables(below settings: [SettingDescription]) -> [String] {
    settings.filter { !$0.values.parts.isEmpty }.flatMap { setting -> [String] in
      // The settings of a keyboard are described once.
      let own = setting.values.parts.filter { part in
        !SettingsList.all.contains { $0.name == part.name && $0.text == part.text }
      }
      return [table(of: own, heading: "key of `\(setting.name)`")] + tables(below: own)
    }
  }

  private static func table(of settings: [SettingDescription], heading: String) -> String {
    let rows = settings.map { setting -> String in
      let meaning =
        [setting.text, setting.details]
        + (setting.needsRestart ? ["A change takes effect at the next start."] : [])
      return row([
        "`\(setting.name)`", setting.values.words, setting.usualMarkdown,
        meaning.filter { !$0.isEmpty }.joined(separator: " "),
      ])
    }
    return
      ([row([heading, "values", "default", "meaning"]), row(Array(repeating: "---", count: 4))]
      + rows).joined(separator: "\n")
  }

  /// The table of the user's settings in Documentation/Protocol.md.
  private static var userTable: String {
    let keys = Dictionary(
      SettingsList.ofUser.map { ($0.setting.userName ?? "", $0.path) },
      uniquingKeysWith: { first, _ in first })
    let rows = SettingsList.user.map { setting in
      row([
        "`\(setting.name)`", setting.usual,
        setting.bounds.map { "\($0.lowerBound)…\($0.upperBound)" } ?? "true, false", setting.text,
        keys[setting.name].map { path in path.map { "`\($0)`" }.joined(separator: ": ") } ?? "",
      ])
    }
    return
      ([
        row(["setting", "default", "values", "meaning", "key of the settings file"]),
        row(Array(repeating: "---", count: 5)),
      ] + rows).joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String {
    "|" + cells.map { $0.isEmpty ? " |" : " \($0.replacingBytes(of: "|", with: "\\|")) |" }.joined()
  }
}

extension SettingDescription {
  /// The value without the setting, in Markdown.
  fileprivate var usualMarkdown: String {
    if isRequired { return "required" }
    guard usualWords.isEmpty, let usual else { return usualWords }
    return "`\(usual.word)`"
  }
}

extension JSONValue {
  /// The value as a word in YAML.
  fileprivate var word: String {
    switch self {
    case .bool(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): text
    default: ""
    }
  }
}
