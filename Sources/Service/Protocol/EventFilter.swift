// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// Which facts a client wants to be told (NTF-1).
struct EventFilter: Hashable {
  /// The names of all facts.
  static let names = [
    "candidates.didChange", "command.invoked", "correction.applied", "correction.offered",
    "correction.rejected", "correction.reverted", "device.attached", "device.connected",
    "device.detached", "device.disconnected", "field.didEndOnExit", "field.editingChanged",
    "focus.didBegin", "focus.didEnd", "hud.hidden", "hud.shown", "keyboard.didChangeFrame",
    "keyboard.didHide", "keyboard.didShow", "keyboard.willChangeFrame", "keyboard.willHide",
    "keyboard.willShow", "marked.didChange", "menu.hidden", "menu.shown", "mode.didChange",
    "press.began", "press.cancelled", "press.ended", "press.unhandled", "scan",
    "selection.didChange",
    "text.didChange", "traits.didChange", "view.didScroll",
  ]

  /// The most words that a list may have: the names and their patterns fit.
  static let wordLimit = 64
  /// The longest word, in bytes.
  private static let lengthLimit = 64

  /// Nil for all.
  private var wanted: Set<String>?

  /// Every fact.
  static let everything = EventFilter()

  private init() {}

  /// Reads a list of names; `keyboard.*` stands for all that begin so, and an absent list for every fact.
  init(_ parameters: Parameters) throws(RequestError) {
    guard let words = try parameters.texts(ifThere: "events") else { return }
    guard words.count <= Self.wordLimit else {
      throw RequestError(
        .tooMany, "events has at most \(Self.wordLimit) names, not \(words.count)",
        at: "/params/events")
    }
    var wanted: Set<String> = []
    var known: Set<String> = []
    for (index, word) in words.enumerated() where known.insert(word).inserted {
      let meant =
        word.utf8.count > Self.lengthLimit
        ? []
        : word.hasSuffix(".*")
          ? Self.names.filter { $0.hasPrefix(word.dropLast()) } : Self.names.filter { $0 == word }
      guard !meant.isEmpty else {
        let mend = nearest(to: word, among: Self.names).map { "; did you mean \($0)?" } ?? ""
        throw RequestError(
          .invalidParameter, "there is no event \(word.excerpt)\(mend)",
          at: "/params/events/\(index)")
      }
      wanted.formUnion(meant)
    }
    self.wanted = wanted
  }

  /// Whether every fact is wanted.
  var isEverything: Bool { wanted == nil }

  /// Whether a fact is wanted.
  func contains(_ name: String) -> Bool { wanted?.contains(name) ?? true }
}
