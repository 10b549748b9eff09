// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The line for the focused container's traits.
struct TraitsLine: Encodable {
  private let container: WireContainer
  private let event: String?
  private let traits: [String: JSONValue]

  init(event: String?, container: WireContainer, traits: TextInputTraits) {
    self.event = event
    self.container = container
    self.traits = Dictionary(
      traits.namedValues.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The line for marked text that an input method divides into segments.
struct MarkedLine: Encodable {
  private let container: WireContainer
  private let event: String?
  private let range: [Int]
  private let segments: [Segment]
  private let string: String

  private struct Segment: Encodable {
    let length: Int
    let style: String
  }

  init(event: String?, container: WireContainer, range: TextRange, segments: [MarkedSegment]) {
    self.event = event
    self.container = container
    self.range = [range.start, range.end]
    self.segments = segments.map {
      Segment(length: $0.text.utf16.count, style: $0.style.wireWord)
    }
    string = segments.text
  }
}

extension [MarkedSegment] {
  /// Whether the segments add nothing to the text: at most one, in the style of unconverted input.
  var arePlain: Bool { count <= 1 && allSatisfy { $0.style == .raw } }
}

/// The line for a mode.
struct ModeLine: Encodable {
  private let event: String?
  private let id: String
  private let inputMethod: String?
  private let language: String
  private let layout: String?
  private let name: String
  private let variant: String?

  init(event: String?, mode: TextInputMode) {
    self.event = event
    id = mode.id
    inputMethod = mode.inputMethod
    language = mode.primaryLanguage.description
    layout = mode.layout?.name
    name = mode.displayName
    variant = mode.layout?.variant
  }
}

/// The line for a list of candidates: the visible ones, or null if there is no list.
package struct CandidatesLine: Encodable {
  private let event: String?
  private let list: List?

  private struct List: Encodable {
    let first: Int
    let highlighted: Int?
    let isExpanded: Bool
    let items: [Item]
    let kind: String
    let page: Int
    let pages: Int
    let reading: String?
  }

  private struct Item: Encodable {
    let annotation: String?
    let role: String?
    let text: String
  }

  package init(event: String?, list: CandidateList?) {
    self.event = event
    self.list = list.map { list in
      List(
        first: list.visible.lowerBound, highlighted: list.highlighted,
        isExpanded: list.isExpanded,
        items: list.items[list.visible].map {
          Item(annotation: $0.annotation, role: $0.role?.wireWord, text: $0.text)
        },
        kind: list.kind.wireWord, page: list.page, pages: list.pageCount,
        reading: list.reading)
    }
  }

  private enum CodingKeys: CodingKey { case event, list }

  // A missing list is encoded as null instead of being omitted.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(event, forKey: .event)
    try container.encode(list, forKey: .list)
  }
}

/// `spelling.didChange`.
struct SpellingLine: Encodable {
  var event: String?
  var container: WireContainer
  var range: [Int]
  var misspelled: [[Int]]

  init(event: String?, container: WireContainer, range: TextRange, words: [TextRange]) {
    self.event = event
    self.container = container
    self.range = [range.start, range.end]
    misspelled = words.map { [$0.start, $0.end] }
  }
}
