// SPDX-License-Identifier: Apache-2.0
package import Mirrors
import TextInput

/// The JSON Schema of the settings file, made from the table of settings.
package enum SettingsSchema {
  /// The schema.
  package static var document: JSONValue {
    guard case .object(var members) = ConfigurationTable.settings.schema else { return .null }
    members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    members["$id"] = "urn:keybridge:settings"
    members["title"] = "Settings file of Keybridge"
    members["description"] = """
      The keys of keybridge.yaml, described in Documentation/Configuration.md. keybridge check finds \
      more mistakes than this schema.
      """
    // An empty file is null.
    members["type"] = .list(["object", "null"])
    members["$defs"] = .object(definitions)
    return .object(members)
  }

  /// The schemas to which others refer.
  private static var definitions: [String: JSONValue] {
    let word = JSONValue.reference("word")
    let name = JSONValue.object(["type": "string"])
    return [
      "flag": .object([
        "enum": .list([true, false, "true", "false", "yes", "no", "on", "off"])
      ]),
      "word": .object(["type": .list(["string", "number", "boolean", "null"])]),
      "words": .either(word, .array(of: word)),
      "names": .either(name, .array(of: name)),
      "dictionaryWord": SettingType<[DictionaryWord]>.dictionaryWord,
    ]
  }
}

/// The lists of settings.
package enum SettingsList {
  /// The settings at the top level; those of mappings are their parts.
  package static var all: [SettingDescription] { ConfigurationTable.settings.descriptions }

  /// Returns the words of which the value of a setting is one; empty if it takes others.
  ///
  /// - Parameter name: a setting at the top level.
  /// - Returns: the words.
  static func choices(of name: String) -> [String] {
    ConfigurationTable.settings.rows.first { $0.about.name == name }?.values().choices ?? []
  }

  /// A setting of the user: its name on the sockets, the limits of a number, its default, its text.
  package struct UserSetting {
    package let name: String
    package let bounds: ClosedRange<Int>?
    package let usual: String
    package let text: String
  }

  /// The settings that `settings.set` changes.
  package static var user: [UserSetting] {
    TextInputSettings.supported.map { setting in
      let usual =
        switch setting.read(TextInputSettings()) {
        case .bool(let flag): "\(flag)"
        case .number(let number): "\(number)"
        default: ""
        }
      return UserSetting(
        name: setting.name, bounds: setting.bounds, usual: usual, text: setting.text)
    }
  }

  /// The settings that take precedence over the user's, with the names of their mappings.
  package static var ofUser: [(path: [String], setting: SettingDescription)] {
    all.flatMap { row in
      (row.userName == nil ? [] : [([row.name], row)])
        + row.values.parts.filter { $0.userName != nil }.map { ([row.name, $0.name], $0) }
    }
  }
}
