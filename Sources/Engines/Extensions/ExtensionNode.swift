// SPDX-License-Identifier: Apache-2.0
import YAMLNodes

/// A node of the file of an extension, which is read with its mistakes.
struct ExtensionNode {
  let node: YAMLNode
  /// The path of the file.
  let path: String

  /// Makes a mistake at the place of the node.
  func mistake(_ message: String) -> ManifestMistake {
    ManifestMistake(path: path, place: node.place, message: message)
  }

  private func other(_ node: YAMLNode) -> ExtensionNode { ExtensionNode(node: node, path: path) }

  /// Throws unless the node has keys, each of which is known and occurs once.
  func requireKeys(_ keys: [String], example: String) throws(ManifestMistake) {
    guard let entries = node.entries, !entries.isEmpty else {
      throw mistake("expected keys, such as \(example)")
    }
    var seen: Set<String> = []
    for entry in entries {
      guard let key = entry.key.text, keys.contains(key) else {
        throw other(entry.key).mistake("unknown key; expected \(keys.joined(separator: ", "))")
      }
      guard seen.insert(key).inserted else {
        throw other(entry.key).mistake("\(key) occurs twice")
      }
    }
  }

  /// The value of a key; nil if there is none.
  subscript(key: String) -> ExtensionNode? { node[key].map(other) }

  func required(_ key: String) throws(ManifestMistake) -> ExtensionNode {
    guard let value = self[key] else { throw mistake("\(key) is missing") }
    return value
  }

  /// The items of a list; a text stands for a list of one.
  func list() throws(ManifestMistake) -> [ExtensionNode] {
    if let items = node.items { return items.map(other) }
    guard node.text != nil, !node.isNull else { throw mistake("expected a list") }
    return [self]
  }

  func text() throws(ManifestMistake) -> String {
    guard let text = node.text, !text.isEmpty, !node.isNull else { throw mistake("expected text") }
    guard !text.unicodeScalars.contains("\0") else { throw mistake("text has no NUL") }
    return text
  }

  /// A text for people, which fits into a list.
  func line() throws(ManifestMistake) -> String {
    let text = try text()
    // Persian and scripts of India need the joiners U+200C and U+200D in titles.
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      ["\u{200C}", "\u{200D}"].contains(scalar)
        || ![.control, .format, .lineSeparator, .paragraphSeparator]
          .contains(scalar.properties.generalCategory)
    }
    guard isPlain, text.count <= ExtensionManifest.textLimit else {
      throw mistake(
        "expected a line of at most \(ExtensionManifest.textLimit) characters, without controls")
    }
    return text
  }

  func flag() throws(ManifestMistake) -> Bool {
    switch node.content {
    case .scalar("true", isPlain: true): return true
    case .scalar("false", isPlain: true): return false
    default: throw mistake("expected true or false")
    }
  }
}
