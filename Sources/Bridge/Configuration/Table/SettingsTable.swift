// SPDX-License-Identifier: Apache-2.0
import Mirrors
import YAMLNodes

/// The settings of a mapping in the settings file, in the order of hints and pages.
struct SettingsTable<Root: Sendable>: Sendable {
  /// The settings.
  let rows: [Setting<Root>]
  /// A setting with a value, for the message if there is no mapping.
  let example: String
  /// Returns the value without settings.
  let initial: @Sendable () -> Root
  /// The keys.
  let names: [String]
  /// The members of the schema in addition to those about keys.
  private let conditions: [String: JSONValue]

  init(
    example: String, from initial: @escaping @Sendable () -> Root,
    conditions: [String: JSONValue] = [:], _ rows: [Setting<Root>]
  ) {
    (self.rows, self.example, self.initial) = (rows, example, initial)
    self.conditions = conditions
    names = rows.map(\.about.name)
  }

  /// The settings without their types.
  var descriptions: [SettingDescription] {
    let root = initial()
    return rows.map { row in
      var about = row.about
      (about.values, about.usual) = (row.values(), row.written(root))
      return about
    }
  }

  /// The JSON Schema of the mapping.
  var schema: JSONValue {
    let descriptions = descriptions
    let members = descriptions.map { ($0.name, $0.schema) }
    var schema = conditions
    schema["type"] = "object"
    schema["additionalProperties"] = false
    schema["properties"] = .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
    let required = descriptions.filter(\.isRequired).map { JSONValue.text($0.name) }
    if !required.isEmpty { schema["required"] = .list(required) }
    let needs = descriptions.compactMap { row in
      row.need.map { (row.name, JSONValue.list([.text($0)])) }
    }
    if !needs.isEmpty {
      schema["dependentRequired"] = .object(
        Dictionary(needs, uniquingKeysWith: { first, _ in first }))
    }
    return .object(schema)
  }
}

extension ConfigurationReader {
  /// Reads the settings of a mapping in the order of their table.
  ///
  /// - Returns: whether the node is a mapping.
  mutating func read<Root: Sendable>(
    _ node: YAMLNode, by table: SettingsTable<Root>, into root: inout Root
  ) -> Bool {
    let values = entries(
      of: node, known: table.names, rows: table.descriptions, example: table.example)
    for row in table.rows {
      for (key, value) in values where key == row.about.name {
        if let need = row.about.need, let problem = row.unmetNeed, node[need] == nil {
          fail(value, problem)
        } else {
          row.read(&self, value, &root)
        }
      }
    }
    return node.entries != nil
  }
}
