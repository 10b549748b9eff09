// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// Which events a client wants to be notified of (NTF-1).
struct EventFilter: Hashable {
  /// The names of all events.
  static let names = EventName.allCases.map(\.text)

  /// The longest accepted list: all names and their patterns fit.
  static let wordLimit = 64
  /// The longest word, in bytes.
  private static let lengthLimit = 64

  /// A bit for each event.
  private var wanted: UInt64

  /// Every event.
  static let everything = EventFilter(wanted: (1 << UInt64(EventName.allCases.count)) - 1)

  private init(wanted: UInt64) {
    self.wanted = wanted
  }

  /// Creates a filter that matches some events.
  init(_ events: [EventName]) {
    wanted = events.reduce(0) { $0 | Self.bit(of: $1) }
  }

  /// Reads a list of names.
  ///
  /// `keyboard.*` matches all names with that prefix; a missing list matches every event.
  init(_ parameters: Parameters) throws(RequestError) {
    guard let words = try parameters.texts(ifThere: "events") else {
      self = .everything
      return
    }
    guard words.count <= Self.wordLimit else {
      throw RequestError(
        .tooMany, "events must have at most \(Self.wordLimit) names, not \(words.count)",
        at: "/params/events")
    }
    wanted = 0
    var known: Set<String> = []
    for (index, word) in words.enumerated() where known.insert(word).inserted {
      let meant = EventName.allCases.filter {
        guard word.utf8.count <= Self.lengthLimit else { return false }
        return word.hasSuffix(".*") ? $0.text.hasPrefix(word.dropLast()) : $0.text == word
      }
      guard !meant.isEmpty else {
        let hint = nearest(to: word, among: Self.names).map { "; did you mean \($0)?" } ?? ""
        throw RequestError(
          .invalidParameter, "unknown event \(word.excerpt)\(hint)",
          at: "/params/events/\(index)")
      }
      for event in meant { wanted |= Self.bit(of: event) }
    }
  }

  /// Adds the events of another filter.
  mutating func formUnion(_ other: EventFilter) { wanted |= other.wanted }

  /// Removes the events of another filter.
  mutating func subtract(_ other: EventFilter) { wanted &= ~other.wanted }

  /// Whether every event is wanted.
  var isEverything: Bool { self == .everything }

  /// Whether an event is wanted.
  func contains(_ event: EventName) -> Bool { wanted & Self.bit(of: event) != 0 }

  private static func bit(of event: EventName) -> UInt64 { 1 << UInt64(event.rawValue) }
}
