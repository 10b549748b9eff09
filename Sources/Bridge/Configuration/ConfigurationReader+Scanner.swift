// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Scanners
import YAMLNodes

/// `scanner` in an entry of the `devices` list.
extension ConfigurationReader {
  static let scannerKeys = [
    "terminators", "maker", "keys", "prefix", "suffix", "alt-numpad", "gap", "min-length",
    "max-length", "for", "user", "secret",
  ]
  private static let longestCode = 1 << 20
  private static let modifiers: Set<KeyCode> = [
    .leftShift, .rightShift, .leftControl, .rightControl, .leftAlt, .rightAlt, .leftMeta,
    .rightMeta, .capsLock, .numLock, .scrollLock,
  ]

  mutating func scanner(_ node: YAMLNode) -> ScannerSettings {
    var settings = ScannerSettings()
    for (key, value) in entries(of: node, known: Self.scannerKeys, example: "gap: 50") {
      switch key {
      case "terminators":
        (settings.terminators, settings.controlTerminators) = ([], [])
        for item in value.items ?? [value] { readTerminator(item, to: &settings) }
      case "maker":
        let maker: ScannerMaker? = choice(value, of: key)
        settings.keys.merge(maker?.keys ?? [:]) { own, _ in own }
      case "keys": settings.keys.merge(keys(value)) { _, own in own }
      case "prefix": settings.prefixes = strings(value)
      case "suffix": settings.suffixes = strings(value)
      case "alt-numpad": settings.decodesAltNumpad = flag(value)
      case "gap": settings.gap = Int64(number(value, in: 0...60_000) ?? 0) * 1000
      case "min-length": settings.minimumLength = number(value, in: 1...Self.longestCode) ?? 1
      case "max-length":
        let defaultLength = settings.maximumLength
        settings.maximumLength = number(value, in: 1...Self.longestCode) ?? defaultLength
      case "for": settings.program = program(value)
      case "user": settings.user = user(value)
      case "secret": settings.isSecret = flag(value)
      default: break
      }
    }
    if settings.terminators.isEmpty, settings.controlTerminators.isEmpty, settings.gap == 0,
      node["terminators"]?.items?.isEmpty == true
    {
      fail(node["terminators"] ?? node, .codesWithoutEnd)
    }
    for entry in node["keys"]?.entries ?? [] {
      guard let word = entry.key.text, let code = KeyCode(word: word),
        settings.terminators.contains(code)
      else { continue }
      fail(
        entry.key, .expected("a key that is not one of the terminators", found: "'\(word.excerpt)'")
      )
    }
    if let user = node["user"], node["for"] == nil {
      fail(user, .expected("'for' with the name of a program next to 'user'", found: "no 'for'"))
    }
    if let name = node["for"], node["user"] == nil, let program = settings.program {
      scannersOfAnyUser.append(ScannerPlace(program: program, place: name.place))
    }
    if settings.minimumLength > settings.maximumLength {
      fail(node["min-length"] ?? node, .codesTooLong(settings.maximumLength))
    }
    return settings
  }

  /// Reads the name that a program gives in `hello`.
  private mutating func program(_ node: YAMLNode) -> String? {
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
  private mutating func user(_ node: YAMLNode) -> UInt32? {
    let name = string(node)
    if let number = UInt32(name), number != .max { return number }
    if let number = findUser(name) { return number }
    if node.text != nil {
      fail(node, .expected("the name or the number of a user of this machine", found: node.summary))
    }
    return nil
  }

  /// Returns the number of the user of this machine with a name; nil if there is none.
  ///
  /// - Parameter name: the name.
  /// - Returns: the number.
  package static func userOfThisMachine(_ name: String) -> UInt32? {
    getpwnam(name)?.pointee.pw_uid
  }

  /// Reads a key by name, `enter`, `kp-enter`, `f8`, or a control character, `CR` or `LF`.
  private mutating func readTerminator(_ node: YAMLNode, to settings: inout ScannerSettings) {
    if let name = node.text, Self.lineEnds.contains(name) {
      if let control = ControlCharacter.named(name) { settings.controlTerminators.insert(control) }
    } else if let code = key(
      node, of: "terminators", known: ["enter", "kp-enter", "CR", "LF", "tab"],
      similar: KeyCode.words + Self.lineEnds)
    {
      settings.terminators.insert(code)
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
  private mutating func keys(_ node: YAMLNode) -> [KeyCode: String] {
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
