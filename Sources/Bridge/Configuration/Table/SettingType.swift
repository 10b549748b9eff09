// SPDX-License-Identifier: Apache-2.0
import Devices
import Mirrors
import YAMLNodes

/// A type of values in the settings file: how a value is read, and how it is described.
///
/// The JSON Schema, the page of settings and the options of the command line are made from the
/// description, so that they agree with the reader.
struct SettingType<Value: Sendable>: Sendable {
  /// Reads a value of the setting with a name; nil if it reported a mistake.
  let read: @Sendable (inout ConfigurationReader, YAMLNode, String) -> Value?
  /// Returns the value as in a file; nil for one that a page does not show.
  let written: @Sendable (Value) -> JSONValue?
  /// Returns the description.
  ///
  /// A function, because a program that only reads settings needs no description.
  let about: @Sendable () -> ValueDescription

  init(
    _ about: @autoclosure @escaping @Sendable () -> ValueDescription,
    written: @escaping @Sendable (Value) -> JSONValue? = { _ in nil },
    read: @escaping @Sendable (inout ConfigurationReader, YAMLNode, String) -> Value?
  ) {
    (self.about, self.written, self.read) = (about, written, read)
  }

  /// Returns the type whose values are made from those of this one.
  ///
  /// - Parameters:
  ///   - forward: makes a value.
  ///   - written: returns a value as in a file; nil for one that a page does not show.
  /// - Returns: the type.
  func map<Other: Sendable>(
    _ forward: @escaping @Sendable (Value) -> Other,
    written: @escaping @Sendable (Other) -> JSONValue? = { _ in nil }
  ) -> SettingType<Other> {
    SettingType<Other>(about(), written: written) { [read] reader, node, name in
      read(&reader, node, name).map(forward)
    }
  }
}

extension SettingType where Value == Bool {
  /// True or false, in any of the spellings.
  static var flag: Self {
    SettingType(.flag, written: { .bool($0) }) { reader, node, _ in reader.flag(node) }
  }
}

extension SettingType where Value == Int {
  /// A whole number.
  static func number(_ bounds: ClosedRange<Int>) -> Self {
    SettingType(ValueDescription(bounds), written: { .number($0) }) { reader, node, _ in
      reader.number(node, in: bounds)
    }
  }
}

extension SettingType where Value == Int64 {
  /// A time in milliseconds, which is kept in microseconds.
  static func milliseconds(_ bounds: ClosedRange<Int>) -> Self {
    SettingType<Int>.number(bounds).map {
      Int64($0) * 1000
    } written: {
      .number(Int($0 / 1000))
    }
  }
}

extension SettingType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of an enumeration.
  static var choice: Self {
    SettingType(
      ValueDescription(oneOf: Value.allCases.map(\.rawValue)), written: { .text($0.rawValue) }
    ) { reader, node, name in reader.choice(node, of: name) }
  }
}

extension SettingType where Value == String {
  /// A word, or a text.
  static var word: Self {
    SettingType(.word, written: text) { reader, node, _ in reader.string(node) }
  }

  /// A list that xkb writes with commas, or a YAML list.
  static var list: Self {
    SettingType(.words, written: text) { reader, node, _ in reader.list(node) }
  }

  private static func text(_ value: String) -> JSONValue? { value.isEmpty ? nil : .text(value) }
}

extension SettingType where Value == [String] {
  /// A word, or a list of words.
  static var words: Self {
    SettingType(.words) { reader, node, _ in reader.strings(node) }
  }
}

extension SettingType where Value == [DeviceSelector] {
  /// A selector, or a list of selectors.
  static var selectors: Self {
    SettingType(
      ValueDescription("[selectors](#selectors): one or a list", schema: .reference("words"))
    ) { reader, node, _ in reader.selectors(node) }
  }
}

extension SettingType {
  /// A value, or a list of values.
  ///
  /// - Parameter type: the type of each value.
  /// - Returns: the type of lists.
  static func oneOrMore<Item>(of type: SettingType<Item>) -> Self where Value == [Item] {
    SettingType(type.about().orList) { reader, node, name in
      (node.items ?? [node]).compactMap { type.read(&reader, $0, name) }
    }
  }

  /// A list of entries, which are mappings.
  ///
  /// - Parameters:
  ///   - type: the type of the entries.
  ///   - key: the key that an entry begins with, for the message if there is no list.
  /// - Returns: the type of lists.
  static func list<Item>(of type: SettingType<Item>, beginningWith key: String) -> Self
  where Value == [Item] {
    SettingType(type.about().entries) { reader, node, name in
      guard let items = node.items else {
        reader.fail(
          node,
          .expected("a list of entries, each beginning with '- \(key):'", found: node.summary))
        return nil
      }
      return items.compactMap { item in
        reader.pause()
        return type.read(&reader, item, name)
      }
    }
  }
}
