// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// A property of a value, under its name on the wire.
package struct NamedValue<Root>: Sendable {
  package let name: String
  /// The meaning of the value, in a sentence; empty for a property that only a page describes.
  package let text: String
  /// The limits of a number; nil for a property of another type.
  package let bounds: ClosedRange<Int>?
  let path: any PartialKeyPath<Root> & Sendable
  package let read: @Sendable (Root) -> JSONValue
  let write: @Sendable (inout Root, JSONValue) throws(TraitError) -> Void

  init<Value: WireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ text: String = ""
  ) {
    self.init(name, path, text) { value in value }
  }

  /// A property whose value must also pass a check of its own.
  init<Value: WireCodable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ text: String = "",
    bounds: ClosedRange<Int>? = nil,
    check: @escaping @Sendable (Value) throws(TraitError) -> Value
  ) {
    self.name = name
    self.text = text
    self.bounds = bounds
    self.path = path
    read = { root in root[keyPath: path].wireValue }
    write = { (root: inout Root, value: JSONValue) throws(TraitError) in
      root[keyPath: path] = try check(try Value(wireValue: value, of: name))
    }
  }

  /// A number within limits.
  init(
    _ name: String, _ path: any WritableKeyPath<Root, Int> & Sendable, in bounds: ClosedRange<Int>,
    _ text: String
  ) {
    self.init(name, path, text, bounds: bounds) { value throws(TraitError) in
      guard bounds.contains(value) else {
        throw .unknownValue(
          trait: name, value: .number(value),
          allowed: ["\(bounds.lowerBound) to \(bounds.upperBound)"])
      }
      return value
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
