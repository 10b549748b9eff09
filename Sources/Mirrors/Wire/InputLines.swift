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

/// Lines about traits, marked text, modes and candidates.
extension [MarkedSegment] {
  /// Whether the segments add nothing to the text: at most one, in the style of unconverted input.
  var arePlain: Bool { count <= 1 && allSatisfy { $0.style == .raw } }

  /// The lengths and styles of the segments.
  var wireValue: JSONValue {
    JSONWriter.objects(self) { segment, object in
      object.add("length", segment.text.utf16.count)
      object.add("style", word: segment.style.wireWord)
    }
  }
}

/// The line for a mode.
struct ModeLine: Encodable {
  private let event: String?
  private let id: String
  private let inputMethod: String?
  private let language: String
  private let layout: String?
  private let name: String
  private let spaceLabel: String
  private let variant: String?

  init(event: String?, mode: TextInputMode) {
    self.event = event
    id = mode.id
    inputMethod = mode.inputMethod
    language = mode.primaryLanguage.description
    layout = mode.layout?.name
    name = mode.displayName
    spaceLabel = ReturnKeyType.spaceLabel(in: language)
    variant = mode.layout?.variant
  }
}

extension CandidateList {
  /// The visible part of the list.
  package var wireValue: JSONValue {
    JSONWriter.object { object in
      object.add("first", visible.lowerBound)
      if let highlighted { object.add("highlighted", highlighted) }
      object.add("isExpanded", isExpanded)
      object.add(
        "items",
        JSONWriter.objects(items[visible]) { item, object in
          if let annotation = item.annotation { object.add("annotation", annotation) }
          if let role = item.role { object.add("role", word: role.wireWord) }
          object.add("text", item.text)
        })
      object.add("kind", word: kind.wireWord)
      object.add("page", page)
      object.add("pages", pageCount)
      if let reading { object.add("reading", reading) }
    }
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
