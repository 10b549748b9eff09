// SPDX-License-Identifier: Apache-2.0

/// A YAML text as a tree of nodes with places, for configuration files.
///
/// Aliases are put in place of what they name, but never so often that a small text becomes a large
/// tree: each use counts in full towards ``nodeLimit``. Tags (`!!str`) are ignored.
package struct YAMLDocument: Hashable, Sendable {
  /// How deep collections may be nested.
  package static let depthLimit = 64
  /// How many nodes a text may have, aliases written out.
  package static let nodeLimit = 100_000

  /// The top node, nil for a text that says nothing.
  package private(set) var root: YAMLNode?
  /// Every key that a mapping has for the second time; the tree keeps both.
  package private(set) var duplicateKeys: [YAMLError] = []

  /// Reads a text of one document.
  ///
  /// - Throws: the first thing that stops the text from being read as YAML.
  package init(parsing text: some Collection<UInt8>) throws(YAMLError) {
    var rest = text[...]
    let events = YAMLEvents(depthLimit: Self.depthLimit) { buffer in
      let block = rest.prefix(buffer.count)
      buffer.copyBytes(from: block)
      rest = rest.dropFirst(block.count)
      return block.count
    }
    do {
      try compose(events)
    } catch {
      // libyaml knows only the offset of such a byte.
      guard case .encoding(let offset) = error.problem else { throw error }
      throw YAMLError(place: Self.place(of: offset, in: text), problem: error.problem)
    }
  }

  private mutating func compose(_ events: YAMLEvents) throws(YAMLError) {
    guard try events.next() == .documentStart else { return }
    var composer = Composer(events: events)
    let event = try events.next()
    root = try composer.node(from: event)
    duplicateKeys = composer.duplicateKeys
    _ = try events.next()  // the document's end
    if try events.next() != .end {
      throw YAMLError(place: events.place, problem: .severalDocuments)
    }
    // `---` alone is a document with an empty plain scalar.
    if let node = root, node.text == "", node.isNull { root = nil }
  }

  private static func place(of offset: Int, in text: some Collection<UInt8>) -> YAMLPlace {
    var place = YAMLPlace(line: 1, column: 1)
    for byte in text.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        place = YAMLPlace(line: place.line + 1, column: 1)
      } else if byte & 0xc0 != 0x80 {
        place.column += 1
      }
    }
    return place
  }
}

/// Puts events together to nodes.
private struct Composer {
  let events: YAMLEvents
  var duplicateKeys: [YAMLError] = []
  private var anchors: [String: YAMLNode] = [:]
  private var count = 0

  init(events: YAMLEvents) {
    self.events = events
  }

  mutating func node(from event: YAMLEvents.Event) throws(YAMLError) -> YAMLNode {
    if event == .alias { return try aliased() }
    let place = events.place
    let anchor = events.anchor
    try count(1)
    let content: YAMLNode.Content =
      switch event {
      case .sequenceStart: .sequence(try items())
      case .mappingStart: .mapping(try entries())
      default: .scalar(events.text, isPlain: events.isPlain)
      }
    let node = YAMLNode(place: place, content: content)
    // Known only from here on, so a node can never hold itself.
    if let anchor { anchors[anchor] = node }
    return node
  }

  private mutating func aliased() throws(YAMLError) -> YAMLNode {
    let name = events.anchor ?? ""
    guard let node = anchors[name] else {
      throw YAMLError(place: events.place, problem: .unknownAnchor(name))
    }
    try count(node.size)
    guard events.depth + node.height <= YAMLDocument.depthLimit + 1 else {
      throw YAMLError(place: events.place, problem: .tooDeep(limit: YAMLDocument.depthLimit))
    }
    return node
  }

  private mutating func count(_ nodes: Int) throws(YAMLError) {
    count += nodes
    guard count <= YAMLDocument.nodeLimit else {
      throw YAMLError(place: events.place, problem: .tooManyNodes(limit: YAMLDocument.nodeLimit))
    }
  }

  private mutating func items() throws(YAMLError) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let event = try events.next()
      if event == .sequenceEnd { return items }
      items.append(try node(from: event))
    }
  }

  private mutating func entries() throws(YAMLError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var places: [String: YAMLPlace] = [:]
    while true {
      let event = try events.next()
      if event == .mappingEnd { return entries }
      let keyPlace = events.place
      let key = try node(from: event)
      if let text = key.text {
        if let first = places[text] {
          duplicateKeys.append(
            YAMLError(place: keyPlace, problem: .duplicateKey(text, first: first)))
        } else {
          places[text] = keyPlace
        }
      }
      let valueEvent = try events.next()
      entries.append(YAMLEntry(key: key, value: try node(from: valueEvent)))
    }
  }
}
