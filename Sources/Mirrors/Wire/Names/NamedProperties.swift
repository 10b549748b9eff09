// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// A property of a value, under its name on the wire.
package struct NamedValue<Root>: Sendable {
  package let name: String
  let path: any PartialKeyPath<Root> & Sendable
  let read: @Sendable (Root) -> JSONValue
  let write: @Sendable (inout Root, JSONValue) throws(TraitError) -> Void

  init<Value: WireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.init(name, path) { value in value }
  }

  /// A property whose value must also pass a check of its own.
  init<Value: WireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    check: @escaping @Sendable (Value) throws(TraitError) -> Value
  ) {
    self.name = name
    self.path = path
    read = { root in root[keyPath: path].wireValue }
    write = { (root: inout Root, value: JSONValue) throws(TraitError) in
      root[keyPath: path] = try check(try Value(wireValue: value, of: name))
    }
  }
}

/// A value whose properties can be read and set by name.
protocol NamedProperties {
  static var properties: [NamedValue<Self>] { get }
}

extension NamedProperties {
  static func property(named name: String) -> NamedValue<Self>? {
    properties.first { $0.name == name }
  }

  mutating func write(
    _ name: String, _ value: JSONValue, known names: [String]
  ) throws(TraitError) {
    guard let property = Self.property(named: name) else {
      throw .unknownName(name, nearest: nearest(to: name, among: names))
    }
    try property.write(&self, value)
  }

  func differences(from old: Self) -> [String] {
    Self.properties.filter { $0.read(self) != $0.read(old) }.map(\.name)
  }
}
