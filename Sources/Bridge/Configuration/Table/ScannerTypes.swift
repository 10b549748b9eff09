// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Scanners
import YAMLNodes

/// The keys and the control characters that end a code.
struct ScannerTerminators: Sendable {
  var keys: Set<KeyCode> = []
  var controls: Set<Unicode.Scalar> = []
}

extension SettingType where Value == ScannerTerminators {
  /// Keys by their names, and control characters.
  static var terminators: Self {
    SettingType(.words) { reader, node, _ in
      var terminators = ScannerTerminators()
      for item in node.items ?? [node] { reader.readTerminator(item, to: &terminators) }
      return terminators
    }
  }
}

extension SettingType where Value == [KeyCode: String] {
  /// The names of control characters by those of keys.
  static var scannerKeys: Self {
    SettingType(
      ValueDescription(
        "keys with names",
        schema: .object([
          "type": "object",
          "additionalProperties": ValueDescription(oneOf: ["none"] + ControlCharacter.names).schema,
        ]))
    ) { reader, node, _ in reader.keys(node) }
  }
}

extension SettingType where Value == [String] {
  /// The name of a program, or a list of names.
  static var programNames: Self {
    let name: JSONValue = .object([
      "type": .list(["string", "number", "boolean"]), "minLength": 1, "maxLength": 100,
    ])
    let names: JSONValue = .object([
      "type": "array", "items": name, "minItems": 1, "uniqueItems": true,
    ])
    return SettingType(
      ValueDescription(
        "1 to 100 bytes, or a list", schema: .object(["anyOf": .list([name, names])]))
    ) { reader, node, _ in reader.programs(node) }
  }
}

extension SettingType where Value == Int64 {
  /// A time: a number of milliseconds, or a number with a unit, such as `3s`; kept in microseconds.
  static func time(milliseconds bounds: ClosedRange<Int>) -> Self {
    SettingType(
      ValueDescription(
        "\(bounds.lowerBound)…\(bounds.upperBound), or a time such as `3s`",
        schema: .object([
          "anyOf": .list([
            .object([
              "type": "integer", "minimum": .number(bounds.lowerBound),
              "maximum": .number(bounds.upperBound),
            ]),
            .object(["type": "string", "pattern": "^[0-9]+(ms|s|min)?$"]),
          ])
        ]))
    ) { reader, node, _ in reader.time(node, milliseconds: bounds) }
  }
}

extension SettingType where Value == UInt32 {
  /// A user by name or number.
  static var userOfMachine: Self {
    SettingType(
      ValueDescription(
        "a name or a number", schema: .object(["type": .list(["string", "integer"])]))
    ) { reader, node, _ in reader.user(node) }
  }
}

extension ConfigurationReader {
  private static let modifiers: Set<KeyCode> = [
    .leftShift, .rightShift, .leftControl, .rightControl, .leftAlt, .rightAlt, .leftMeta,
    .rightMeta, .capsLock, .numLock, .scrollLock,
  ]

  /// Reads the names of programs, each once.
  fileprivate mutating func programs(_ node: YAMLNode) -> [String] {
    var names: [String] = []
    for item in node.items ?? [node] {
      guard let name = program(item) else { continue }
      if names.contains(name) {
        fail(item, .expected("each program once", found: "'\(name.excerpt)' again"))
      }
      names.append(name)
    }
    if node.items?.isEmpty == true {
      fail(node, .expected("the name of a program, or several", found: "an empty list"))
    }
    return names
  }

  private static let units: [(String, milliseconds: Int)] = [
    ("ms", 1), ("min", 60_000), ("s", 1000), ("", 1),
  ]

  /// Reads a time, and returns it in microseconds.
  fileprivate mutating func time(_ node: YAMLNode, milliseconds bounds: ClosedRange<Int>) -> Int64?
  {
    let text = string(node)
    for (unit, factor) in Self.units where text.hasSuffix(unit) {
      guard let number = Int(text.dropLast(unit.count)), number >= 0 else { break }
      let (time, isTooLong) = number.multipliedReportingOverflow(by: factor)
      guard !isTooLong, bounds.contains(time) else { break }
      return Int64(time) * 1000
    }
    if node.text != nil {
      fail(
        node,
        .expected(
          "a time from \(bounds.lowerBound) to \(bounds.upperBound) ms, such as '500ms' or '3s'",
          found: node.summary))
    }
    return nil
  }

  /// Reads the name that a program gives in `hello`.
  fileprivate mutating func program(_ node: YAMLNode) -> String? {
    let name = string(node)
    guard (1...100).contains(name.utf8.count) else {
      if node.text != nil {
        fail(node, .expected("the name of a program, from 1 to 100 bytes", found: node.summary))
      }
      return nil
    }
    return name
  }

  /// Reads the name or the number of a user.
  fileprivate mutating func user(_ node: YAMLNode) -> UInt32? {
    let name = string(node)
    if let number = UInt32(name), number != .max { return number }
    if let number = findUser(name) { return number }
    if node.text != nil {
      fail(node, .expected("the name or the number of a user of this machine", found: node.summary))
    }
    return nil
  }

  /// Reads a key by name, `enter`, `kp-enter`, `f8`, or a control character, `CR` or `LF`.
  fileprivate mutating func readTerminator(
    _ node: YAMLNode, to terminators: inout ScannerTerminators
  ) {
    if let name = node.text, Self.lineEnds.contains(name) {
      if let control = ControlCharacter.named(name) { terminators.controls.insert(control) }
    } else if let code = key(
      node, of: "terminators", known: ["enter", "kp-enter", "CR", "LF", "tab"],
      similar: KeyCode.words + Self.lineEnds)
    {
      terminators.keys.insert(code)
    }
  }

  private static let lineEnds = ["CR", "LF"]

  /// Reads a key by its word.
  ///
  /// - Parameters:
  ///   - node: the word.
  ///   - setting: the name of the setting, for mistakes.
  ///   - known: examples of words, for mistakes.
  ///   - similar: the words that may be meant by an unknown one.
  /// - Returns: the key; nil for a mistake.
  private mutating func key(
    _ node: YAMLNode, of setting: String, known: [String], similar: [String] = KeyCode.words
  ) -> KeyCode? {
    let word = string(node)
    let code = KeyCode(word: word)
    // A scanner presses modifiers within its codes.
    if let code, !Self.modifiers.contains(code) { return code }
    if node.text != nil {
      let near = code == nil ? nearest(to: word, among: similar) : nil
      fail(node, .unknownValue(word, of: setting, nearest: near, known: known))
    }
    return nil
  }

  /// Reads what keys mean: `{f8: GS, down: none}`.
  fileprivate mutating func keys(_ node: YAMLNode) -> [KeyCode: String] {
    guard let entries = node.entries else {
      fail(
        node,
        .expected(
          "keys with the names of control characters, as in '{f8: GS}'", found: node.summary))
      return [:]
    }
    var keys: [KeyCode: String] = [:]
    for entry in entries {
      guard let code = key(entry.key, of: "keys", known: ["f8", "down", "esc"]) else { continue }
      keys[code] = controlCharacter(entry.value)
    }
    return keys
  }

  /// Reads the name of a control character; `none` is an empty text.
  private mutating func controlCharacter(_ node: YAMLNode) -> String? {
    let name = string(node)
    if name == "none" { return "" }
    if let character = ControlCharacter.named(name) { return String(character) }
    if node.text != nil {
      fail(
        node,
        .unknownValue(
          name, of: "keys", nearest: nearest(to: name, among: ControlCharacter.names),
          known: ["GS", "RS", "EOT", "none"]))
    }
    return nil
  }
}
