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

  /// Reads the settings of a mapping in the order of the table.
  ///
  /// - Returns: whether the node is a mapping.
  func read(
    _ node: YAMLNode, by reader: inout ConfigurationReader, into root: inout Root
  ) -> Bool {
    let values = reader.entries(
      of: node, known: names, rows: descriptions, example: example)
    for row in rows {
      for (key, value) in values where key == row.about.name {
        if let need = row.about.need, let problem = row.unmetNeed, node[need] == nil {
          reader.fail(value, problem)
        } else {
          row.read(&reader, value, &root)
        }
      }
    }
    return node.entries != nil
  }
}

extension SettingType {
  /// A mapping whose keys are the settings of a table.
  ///
  /// - Parameters:
  ///   - table: the settings.
  ///   - finish: checks what no setting can check alone; nil refuses the value.
  /// - Returns: the type.
  static func mapping(
    _ table: SettingsTable<Value>,
    finish: @escaping @Sendable (inout ConfigurationReader, YAMLNode, Value) -> Value? = { $2 }
  ) -> Self {
    SettingType(
      ValueDescription("keys with values", schema: table.schema, parts: table.descriptions)
    ) { reader, node, _ in
      var value = table.initial()
      guard table.read(node, by: &reader, into: &value) else { return nil }
      return finish(&reader, node, value)
    }
  }
}
