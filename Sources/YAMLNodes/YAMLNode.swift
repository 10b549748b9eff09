// SPDX-License-Identifier: Apache-2.0

/// A part of a YAML text that knows where it was written.
///
/// A node that an alias stands for keeps the place where it was written out.
package struct YAMLNode: Hashable, Sendable {
  /// What a node holds.
  package enum Content: Hashable, Sendable {
    /// Text, exactly as written; what it means is the reader's business (`no` is a word).
    case scalar(String, isPlain: Bool)
    /// Nodes in order.
    case sequence([YAMLNode])
    /// Keys and values in the order written.
    case mapping([YAMLEntry])
  }

  /// Where the node begins.
  package var place: YAMLPlace
  /// What it holds.
  package var content: Content

  // How many nodes it is, and how many levels, with aliases written out.
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

  /// The text of a scalar, nil for a collection.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether the node is a plain `null`, `~` or nothing at all.
  package var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content {
      ["", "~", "null", "Null", "NULL"].contains(text)
    } else {
      false
    }
  }

  /// The items of a sequence, nil for anything else.
  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries of a mapping in the order written, nil for anything else.
  package var entries: [YAMLEntry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key of a mapping, the last one where it is there twice.
  package subscript(key: String) -> YAMLNode? {
    entries?.last { $0.key.text == key }?.value
  }
}

/// A key of a mapping and what it stands for.
package struct YAMLEntry: Hashable, Sendable {
  /// The key; mostly a scalar, but YAML allows any node.
  package var key: YAMLNode
  /// The value.
  package var value: YAMLNode
}
