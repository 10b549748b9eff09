// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// One property of a value under the name it has on the wire.
struct NamedValue<Root>: Sendable {
  let name: String
  let read: @Sendable (Root) -> TraitWireValue
  let write: @Sendable (inout Root, TraitWireValue) throws(TraitError) -> Void

  init<Value: TraitWireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.init(name, path) { value in value }
  }

  /// A property whose value must also pass a check that depends on the property.
  init<Value: TraitWireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    check: @escaping @Sendable (Value) throws(TraitError) -> Value
  ) {
    self.name = name
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
  var named: [(name: String, value: TraitWireValue)] {
    Self.properties.map { ($0.name, $0.read(self)) }
  }

  mutating func write(_ name: String, _ value: TraitWireValue) throws(TraitError) {
    guard let property = Self.properties.first(where: { $0.name == name }) else {
      throw .unknownName(name, nearest: nearest(to: name, among: Self.properties.map(\.name)))
    }
    try property.write(&self, value)
  }

  func differences(from old: Self) -> [String] {
    Self.properties.filter { $0.read(self) != $0.read(old) }.map(\.name)
  }
}
