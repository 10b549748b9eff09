// SPDX-License-Identifier: Apache-2.0

/// A YAML text as a tree of nodes with their places, for configuration files.
///
/// Aliases are replaced by the nodes that they refer to. Each use counts in full towards
/// ``nodeLimit``, so that a small text cannot become a huge tree. Tags (`!!str`) are ignored.
package struct YAMLDocument: Hashable, Sendable {
  /// The maximum depth of nested collections.
  package static let depthLimit = 64
  /// The maximum number of nodes, with aliases expanded.
  package static let nodeLimit = 100_000

  /// The root node; nil for an empty text.
  package private(set) var root: YAMLNode?
  /// The repeated keys of mappings; the tree keeps all of them.
  package private(set) var duplicateKeys: [YAMLError] = []

  /// Parses a text of one document.
  ///
  /// - Parameters:
  ///   - text: the bytes of the text.
  ///   - pause: called after each node; it may suspend the work.
  /// - Throws: the first error that prevents the text from being parsed.
  package init(
    parsing text: some Collection<UInt8>, pause: () -> Void = {}
  ) throws(YAMLError) {
    var rest = text[...]
    let events = YAMLEvents(depthLimit: Self.depthLimit) { buffer in
      let block = rest.prefix(buffer.count)
      buffer.copyBytes(from: block)
      rest = rest.dropFirst(block.count)
      return block.count
    }
    do {
      try compose(events, pause)
    } catch {
      // For this error libyaml reports only the offset of the byte.
      guard case .encoding(let offset) = error.problem else { throw error }
      throw YAMLError(place: Self.place(of: offset, in: text), problem: error.problem)
    }
  }

  private mutating func compose(
    _ events: YAMLEvents, _ pause: () -> Void
  ) throws(YAMLError) {
    guard try events.next() == .documentStart else { return }
    var composer = Composer(events: events)
    let event = try events.next()
    root = try composer.node(from: event, pause)
    duplicateKeys = composer.duplicateKeys
    _ = try events.next()  // the end of the document
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

/// Builds nodes from events.
private struct Composer {
  let events: YAMLEvents
  var duplicateKeys: [YAMLError] = []
  private var anchors: [String: YAMLNode] = [:]
  private var count = 0

  init(events: YAMLEvents) {
    self.events = events
  }

  mutating func node(
    from event: YAMLEvents.Event, _ pause: () -> Void
  ) throws(YAMLError) -> YAMLNode {
    pause()
    if event == .alias { return try aliased() }
    let place = events.place
    let anchor = events.anchor
    try count(1)
    let content: YAMLNode.Content =
      switch event {
      case .sequenceStart: .sequence(try items(pause))
      case .mappingStart: .mapping(try entries(pause))
      default: .scalar(events.text, isPlain: events.isPlain)
      }
    let node = YAMLNode(place: place, content: content)
    // Set after the node is complete, so that a node cannot contain itself.
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

  private mutating func items(_ pause: () -> Void) throws(YAMLError) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let event = try events.next()
      if event == .sequenceEnd { return items }
      items.append(try node(from: event, pause))
    }
  }

  private mutating func entries(_ pause: () -> Void) throws(YAMLError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var places: [String: YAMLPlace] = [:]
    while true {
      let event = try events.next()
      if event == .mappingEnd { return entries }
      let keyPlace = events.place
      let key = try node(from: event, pause)
      if let text = key.text {
        if let first = places[text] {
          duplicateKeys.append(
            YAMLError(place: keyPlace, problem: .duplicateKey(text, first: first)))
        } else {
          places[text] = keyPlace
        }
      }
      let valueEvent = try events.next()
      entries.append(YAMLEntry(key: key, value: try node(from: valueEvent, pause)))
    }
  }
}
