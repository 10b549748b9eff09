// SPDX-License-Identifier: Apache-2.0
package import Mirrors

/// A setting without its types: what it takes, what it means, and what a reload does.
package struct SettingDescription: Sendable {
  /// The key in the settings file.
  package let name: String
  /// The meaning, in one sentence.
  package let text: String
  /// The values; ``SettingsTable/descriptions`` has them, and ``usual``.
  package internal(set) var values = ValueDescription.word
  /// The value without the setting; nil for none that a page can show.
  package internal(set) var usual: JSONValue?
  /// The effect without a value, in Markdown; empty if ``usual`` says it.
  package internal(set) var usualWords = ""
  /// More sentences for the page of settings, in Markdown.
  package internal(set) var details = ""
  /// Whether a changed value takes effect at the next start; otherwise a reload applies it.
  package internal(set) var needsRestart = false
  /// Whether a mapping must have the key.
  package internal(set) var isRequired = false
  /// The key that a mapping with this one must have, too; nil for none.
  package internal(set) var need: String?
  /// The names that other programs use for the setting, in lower case and without punctuation.
  package internal(set) var otherNames: [String] = []
  /// Whether the values are the same in other programs.
  package internal(set) var hasSharedValues = false
  /// The name of the user's setting over which this one takes precedence; nil for none.
  package internal(set) var userName: String?
  /// The value if neither the file nor the user has chosen one; nil for the user's default.
  var unchosen: JSONValue?

  init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }

  /// The JSON Schema of the setting.
  var schema: JSONValue {
    guard case .object(var members) = values.schema else { return values.schema }
    members["description"] = .text(text)
    members["default"] = usual
    return .object(members)
  }
}

/// The description of the values of a setting.
package struct ValueDescription: Sendable {
  /// The JSON Schema of the values; it may refer to the definitions of ``SettingsSchema``.
  package var schema: JSONValue
  /// The values in words, in Markdown.
  package var words: String {
    choices.isEmpty ? phrase : choices.map { "`\($0)`" }.alternatives
  }
  private var phrase = ""
  /// The words of which a value is one; empty if others are valid.
  package var choices: [String] = []
  /// The settings that a value consists of; empty if it has none.
  package var parts: [SettingDescription] = []

  init(_ words: String, schema: JSONValue, parts: [SettingDescription] = []) {
    (phrase, self.schema, self.parts) = (words, schema, parts)
  }

  /// A whole number within limits.
  init(_ bounds: ClosedRange<Int>) {
    phrase = "\(bounds.lowerBound)…\(bounds.upperBound)"
    schema = .object([
      "type": "integer", "minimum": .number(bounds.lowerBound),
      "maximum": .number(bounds.upperBound),
    ])
  }

  /// A value, or a list of values.
  var orList: ValueDescription {
    ValueDescription(
      "\(words), or a list", schema: .either(schema, .array(of: schema)), parts: parts)
  }

  /// A list of entries.
  var entries: ValueDescription {
    ValueDescription("a list of entries", schema: .array(of: schema), parts: parts)
  }

  /// One of some words.
  init(oneOf choices: [String]) {
    schema = .object(["enum": .list(choices.map(JSONValue.text))])
    self.choices = choices
  }

  static let flag = ValueDescription("`true` or `false`", schema: .reference("flag"))
  static let word = ValueDescription("a word", schema: .reference("word"))
  static let words = ValueDescription("a word or a list", schema: .reference("words"))
}

extension JSONValue {
  /// A reference to one of the shared definitions of the schema.
  static func reference(_ name: String) -> JSONValue {
    .object(["$ref": .text("#/$defs/\(name)")])
  }

  /// A schema that accepts what one of two schemas accepts.
  static func either(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    .object(["anyOf": .list([first, second])])
  }

  /// A schema of lists.
  static func array(of items: JSONValue) -> JSONValue {
    .object(["type": "array", "items": items])
  }
}
