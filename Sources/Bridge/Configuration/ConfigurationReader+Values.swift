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
  ///   - example: one of the keys with a value, for the message if the node has no keys.
  /// - Returns: the entries with known keys.
  mutating func entries(
    of node: YAMLNode, known: [String], example: String
  ) -> [(key: String, value: YAMLNode)] {
    guard let entries = node.entries else {
      fail(node, .expected("keys and values, as in '\(example)'", found: node.summary))
      return []
    }
    return entries.compactMap { entry in
      let key = entry.key.text ?? ""
      if known.contains(key) { return (key, entry.value) }
      let meant =
        Self.setting(meantBy: key, value: entry.value, among: known)
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

  /// Reads modes: language tags, such as `sv` for the first Swedish mode, or entries with a layout.
  mutating func modes(_ node: YAMLNode) -> [TextInputMode] {
    (node.items ?? [node]).compactMap { item in
      item.entries == nil ? mode(item) : modeWithLayout(item)
    }
  }

  private mutating func modeWithLayout(_ node: YAMLNode) -> TextInputMode? {
    var found: TextInputMode?
    var layout = KeyboardOverrides()
    let known = ["mode", "layout", "variant"]
    for (key, value) in entries(of: node, known: known, example: "mode: sv-SE") {
      switch key {
      case "mode": found = mode(value)
      case "layout": (layout.layout, layout.layoutPlace) = (list(value), value.place)
      default: (layout.variant, layout.variantPlace) = (list(value), value.place)
      }
    }
    if node["mode"] == nil { fail(node, .entryWithoutMode) }
    if let name = layout.layout {
      found?.layout = KeyboardLayout(name, variant: layout.variant ?? "")
      found?.isLayoutChosen = true
      modeLayouts.append(layout)
    } else if let place = layout.variantPlace {
      mistakes.append(ConfigurationError(place: place, problem: .variantWithoutLayout))
    }
    return found
  }

  private mutating func mode(_ item: YAMLNode) -> TextInputMode? {
    let builtin = ModeList(TextInputMode.builtin)
    let known = builtin.modes.filter(methods.supports).map(\.id)
    let tag = string(item)
    if let mode = builtin.mode(meantBy: tag, where: methods.supports) { return mode }
    if let mode = builtin.mode(meantBy: tag), let method = mode.inputMethod {
      fail(item, .unsupportedMode(mode.id, method: method, known: known))
    } else if item.text != nil {
      let near = Self.mode(meantBy: tag, among: known)
      if near == nil, let language = LanguageTag(tag), language.language.count < 4 {
        fail(item, .noModeOfLanguage(tag, region: language.region, known: known))
      } else {
        fail(item, .unknownValue(tag, of: "mode", nearest: near, known: known))
      }
    }
    return nil
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
