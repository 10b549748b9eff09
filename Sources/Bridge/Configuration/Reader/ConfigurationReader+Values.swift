// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import TextInput
import YAMLNodes

/// Reads values from nodes.
extension ConfigurationReader {
  /// Reads keys and values, and reports the keys that are not known.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - known: the keys that it may have.
  ///   - rows: the settings with these keys, whose other names are recognized.
  ///   - example: one of the keys with a value, for the message if the node has no keys.
  /// - Returns: the entries with known keys.
  mutating func entries(
    of node: YAMLNode, known: [String], rows: @autoclosure () -> [SettingDescription] = [],
    example: String
  ) -> [(key: String, value: YAMLNode)] {
    guard let entries = node.entries else {
      fail(node, .expected("keys and values, as in '\(example)'", found: node.summary))
      return []
    }
    return entries.compactMap { entry in
      let key = entry.key.text ?? ""
      if known.contains(key) { return (key, entry.value) }
      let meant =
        Self.setting(meantBy: key, value: entry.value, among: known, rows())
        ?? nearest(to: key, among: known)
      fail(entry.key, .unknownKey(key, nearest: meant, known: known))
      return nil
    }
  }

  mutating func string(_ node: YAMLNode) -> String {
    guard let text = node.text else {
      fail(node, .expected("a word", found: node.summary))
      return ""
    }
    return node.isNull ? "" : text
  }

  /// Reads a list of words, or a single word.
  mutating func strings(_ node: YAMLNode) -> [String] {
    guard let items = node.items else { return [string(node)] }
    return items.map { string($0) }
  }

  /// Reads a list that xkb writes with commas; a YAML list is accepted too.
  mutating func list(_ node: YAMLNode) -> String {
    strings(node).joined(separator: ",")
  }

  mutating func selectors(_ node: YAMLNode) -> [DeviceSelector] {
    (node.items ?? [node]).compactMap { item in
      guard let text = item.text else {
        fail(item, .expected("a word", found: item.summary))
        return nil
      }
      do throws(DeviceError) {
        return try DeviceSelector(text)
      } catch {
        fail(item, .selector(error))
        return nil
      }
    }
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: YAMLNode, of key: String
  ) -> Choice? where Choice.RawValue == String {
    let text = string(node)
    if let choice = Choice(rawValue: text) { return choice }
    if node.text != nil {
      let known = Choice.allCases.map(\.rawValue)
      let meant = Self.word(meantBy: text, among: known) ?? nearest(to: text, among: known)
      fail(node, .unknownValue(text, of: key, nearest: meant, known: known))
    }
    return nil
  }

  mutating func flag(_ node: YAMLNode) -> Bool {
    if let value = Self.flag(of: node) { return value }
    fail(node, .expected("true or false", found: node.summary))
    return false
  }

  /// Returns whether a node says true or false, in any of the spellings; nil for anything else.
  static func flag(of node: YAMLNode) -> Bool? {
    switch node.text {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  mutating func number(_ node: YAMLNode, in bounds: ClosedRange<Int>) -> Int? {
    if let number = node.text.flatMap({ Int($0) }), bounds.contains(number) { return number }
    fail(
      node,
      .expected(
        "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)", found: node.summary))
    return nil
  }

  mutating func fail(_ node: YAMLNode, _ problem: ConfigurationError.Problem) {
    mistakes.append(ConfigurationError(place: node.place, problem: problem))
  }
}
