// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import Layouts
import TextInput
import YAMLNodes

extension Configuration {
  /// Reads a settings file, in the shape that Documentation/Configuration.md shows.
  ///
  /// The schema decides what a word means, so `layout: no` is Norwegian and never false.
  ///
  /// - Throws: every mistake in the text, not just the first.
  package init(parsing text: some Collection<UInt8>) throws(ConfigurationErrors) {
    self.init()
    var reader = ConfigurationReader()
    do {
      let document = try YAMLDocument(parsing: text)
      reader.mistakes = document.duplicateKeys.map {
        ConfigurationError(place: $0.place, problem: .yaml($0.problem))
      }
      if let root = document.root, !root.isNull { reader.read(root, into: &self) }
    } catch {
      reader.mistakes.append(ConfigurationError(place: error.place, problem: .yaml(error.problem)))
    }
    guard reader.mistakes.isEmpty else {
      throw ConfigurationErrors(
        mistakes: reader.mistakes.sorted {
          ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
        })
    }
  }
}

/// Decodes nodes by the schema, collecting mistakes on the way.
private struct ConfigurationReader {
  var mistakes: [ConfigurationError] = []
  /// Where layout and variant were named last.

  // The keys that say what a keyboard types stand at the top, for all, and in an entry of `devices`.
  private static let keyboardKeys = [
    "rules", "model", "layout", "variant", "options", "option-key", "swap", "grab",
  ]
  private static let topKeys =
    keyboardKeys
    + [
      "keyboards", "devices", "locks", "symbols", "compose-file", "repeat", "hold-for-accents",
      "modes",
    ]
  private static let entryKeys = keyboardKeys + ["match", "ignore"]

  mutating func read(_ root: YAMLNode, into configuration: inout Configuration) {
    for (key, value) in entries(of: root, known: Self.topKeys) {
      switch key {
      case "keyboards": configuration.selectors = selectors(value)
      case "devices": readDevices(value, into: &configuration)
      case "locks": configuration.startingLocks = choice(value) ?? .lit
      case "symbols": configuration.sources.includeFolders = strings(value)
      case "compose-file": configuration.sources.composeFile = string(value)
      case "hold-for-accents": configuration.holdsForAccents = flag(value)
      case "modes": configuration.modes = modes(value)
      case "repeat": readRepeat(value, into: &configuration.repeatTiming)
      default: readKeyboard(key, value, into: &configuration.defaults)
      }
    }
  }

  private mutating func readDevices(_ node: YAMLNode, into configuration: inout Configuration) {
    guard let items = node.items else {
      fail(
        node, .expected("a list of entries, each beginning with '- match:'", found: node.summary))
      return
    }
    for item in items {
      var entry = Configuration.DeviceEntry(selectors: [], overrides: KeyboardOverrides())
      var hasMatch = false
      for (key, value) in entries(of: item, known: Self.entryKeys) {
        switch key {
        case "match":
          hasMatch = true
          entry.selectors = selectors(value)
        case "ignore": entry.overrides.isIgnored = flag(value)
        default: readKeyboard(key, value, into: &entry.overrides)
        }
      }
      if item.entries != nil, !hasMatch { fail(item, .entryWithoutMatch) }
      configuration.devices.append(entry)
    }
  }

  private mutating func readKeyboard(
    _ key: String, _ value: YAMLNode, into overrides: inout KeyboardOverrides
  ) {
    switch key {
    case "rules": overrides.rules = string(value)
    case "model": overrides.model = string(value)
    case "layout":
      overrides.layout = list(value)
      overrides.layoutPlace = value.place
    case "variant":
      overrides.variant = list(value)
      overrides.variantPlace = value.place
    case "options": overrides.options = list(value)
    case "option-key": overrides.optionAsThirdLevel = choice(value)
    case "swap": overrides.swap = choice(value)
    case "grab": overrides.grab = choice(value)
    default: break
    }
  }

  private mutating func readRepeat(_ node: YAMLNode, into timing: inout RepeatTiming) {
    for (key, value) in entries(of: node, known: ["delay", "rate"]) {
      if key == "delay", let number = number(value, in: 50...5000) {
        timing.delayMicroseconds = Int64(number) * 1000
      } else if key == "rate", let number = number(value, in: 1...200) {
        timing.periodMicroseconds = 1_000_000 / Int64(number)
      }
    }
  }

  // MARK: Values

  private mutating func entries(
    of node: YAMLNode, known: [String]
  ) -> [(key: String, value: YAMLNode)] {
    guard let entries = node.entries else {
      fail(node, .expected("keys and values, as in 'layout: de'", found: node.summary))
      return []
    }
    return entries.compactMap { entry in
      let key = entry.key.text ?? ""
      if known.contains(key) { return (key, entry.value) }
      fail(entry.key, .unknownKey(key, nearest: nearest(to: key, among: known), known: known))
      return nil
    }
  }

  private mutating func string(_ node: YAMLNode) -> String {
    guard let text = node.text else {
      fail(node, .expected("a word", found: node.summary))
      return ""
    }
    return node.isNull ? "" : text
  }

  /// Words of a list, or the one word there is.
  private mutating func strings(_ node: YAMLNode) -> [String] {
    guard let items = node.items else { return [string(node)] }
    return items.map { string($0) }
  }

  /// What xkb writes with commas may also be a list.
  private mutating func list(_ node: YAMLNode) -> String {
    strings(node).joined(separator: ",")
  }

  private mutating func selectors(_ node: YAMLNode) -> [DeviceSelector] {
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

  /// Modes by their language tags; `sv` means the first mode of Swedish.
  private mutating func modes(_ node: YAMLNode) -> [TextInputMode] {
    let builtin = ModeList(TextInputMode.builtin)
    return (node.items ?? [node]).compactMap { item in
      let tag = string(item)
      if let mode = builtin.mode(meantBy: tag) { return mode }
      if item.text != nil {
        let known = builtin.modes.map(\.id)
        fail(item, .unknownValue(tag, nearest: nearest(to: tag, among: known), known: known))
      }
      return nil
    }
  }

  private mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: YAMLNode
  ) -> Choice? where Choice.RawValue == String {
    let text = string(node)
    if let choice = Choice(rawValue: text) { return choice }
    if node.text != nil {
      let known = Choice.allCases.map(\.rawValue)
      fail(node, .unknownValue(text, nearest: nearest(to: text, among: known), known: known))
    }
    return nil
  }

  private mutating func flag(_ node: YAMLNode) -> Bool {
    switch node.text {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      fail(node, .expected("true or false", found: node.summary))
      return false
    }
  }

  private mutating func number(_ node: YAMLNode, in bounds: ClosedRange<Int>) -> Int? {
    if let number = node.text.flatMap({ Int($0) }), bounds.contains(number) { return number }
    fail(
      node,
      .expected(
        "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)", found: node.summary))
    return nil
  }

  private mutating func fail(_ node: YAMLNode, _ problem: ConfigurationError.Problem) {
    mistakes.append(ConfigurationError(place: node.place, problem: problem))
  }
}
