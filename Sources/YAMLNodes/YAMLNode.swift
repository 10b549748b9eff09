// SPDX-License-Identifier: Apache-2.0

/// A part of a YAML text with its place.
///
/// A node in place of an alias has the place of the original node.
package struct YAMLNode: Hashable, Sendable {
  /// The content of a node.
  package enum Content: Hashable, Sendable {
    /// Text, exactly as written; the caller interprets it (`no` is text, not a Boolean).
    case scalar(String, isPlain: Bool)
    /// Nodes in order.
    case sequence([YAMLNode])
    /// Keys and values in the order written.
    case mapping([YAMLEntry])
  }

  /// The place where the node begins.
  package var place: YAMLPlace
  /// The content of the node.
  package var content: Content

  // The numbers of nodes and of levels, with aliases expanded.
  var size = 1
  var height = 1

  init(place: YAMLPlace, content: Content) {
    self.place = place
    self.content = content
    let children: [YAMLNode] =
      switch content {
      case .scalar: []
      case .sequence(let items): items
      case .mapping(let entries): entries.flatMap { [$0.key, $0.value] }
      }
    for child in children {
      size += child.size
      height = max(height, child.height + 1)
    }
  }

  /// The text of a scalar; nil for a collection.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether the node is a plain `null`, `~` or empty.
  package var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content {
      ["", "~", "null", "Null", "NULL"].contains(text)
    } else {
      false
    }
  }

  /// The items of a sequence; nil for any other node.
  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries of a mapping, in the order written; nil for any other node.
  package var entries: [YAMLEntry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key of a mapping; if the key is repeated, the value of the last one.
  package subscript(key: String) -> YAMLNode? {
    entries?.last { $0.key.text == key }?.value
  }
}

/// A key of a mapping, and its value.
package struct YAMLEntry: Hashable, Sendable {
  /// The key; usually a scalar, but YAML allows any node.
  package var key: YAMLNode
  /// The value.
  package var value: YAMLNode
}
