// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// One property of a value under the name it has on the wire.
package struct NamedValue<Root>: Sendable {
  package let name: String
  /// Whether anything acts on the property.
  package let support: SupportStatus
  let read: @Sendable (Root) -> TraitWireValue
  let write: @Sendable (inout Root, TraitWireValue) throws(TraitError) -> Void

  init<Value: TraitWireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ support: SupportStatus
  ) {
    self.init(name, path, support) { value in value }
  }

  /// A property whose value must also pass a check that depends on the property.
  init<Value: TraitWireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ support: SupportStatus,
    check: @escaping @Sendable (Value) throws(TraitError) -> Value
  ) {
    self.name = name
    self.support = support
    read = { root in root[keyPath: path].wireValue }
    write = { (root: inout Root, value: TraitWireValue) throws(TraitError) in
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
    _ name: String, _ value: TraitWireValue, known names: [String]
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
