// SPDX-License-Identifier: Apache-2.0

/// The texts of an engine that are or were secret: only their owners may receive them (FLD-2).
package final class SecretTexts {
  private var texts: Set<ContainerID> = [] {
    didSet { isKnown = !texts.isEmpty }
  }
  private var isKnown = false

  /// Knows no secret.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { !isKnown }

  /// Whether a text is or was secret.
  package func contains(_ text: ContainerID) -> Bool { isKnown && texts.contains(text) }

  /// Adds a text.
  ///
  /// - Returns: whether it was no secret before.
  package func insert(_ text: ContainerID) -> Bool { texts.insert(text).inserted }

  /// Removes a text that no longer contains a filled password, and was never declared secure.
  package func remove(_ text: ContainerID) { texts.remove(text) }

  /// The character shown for each character of a secret.
  package static var dot: Character { "•" }

  /// Returns dots for the code units of a text, so that only its length is known.
  package static func dots(for text: String) -> String {
    String(repeating: dot, count: text.utf16.count)
  }

  /// Returns an update without the secrets that only the container's owner may receive (FLD-2).
  ///
  /// If the text is or ever was secure, others receive only its length: dots replace its code
  /// units. Raw presses, locks, candidates and corrections of such a text are withheld, regardless
  /// of the current focus.
  ///
  /// - Parameter update: the update to filter.
  /// - Returns: the update to deliver; nil for none.
  package func shared(_ update: Update) -> Update? {
    guard isKnown else { return update }
    switch update {
    case .textDidChange(let id, let range, let text, let origin) where texts.contains(id):
      return .textDidChange(id, range: range, text: Self.dots(for: text), origin: origin)
    case .markedDidChange(let id, let range, let segments) where texts.contains(id):
      let dots = segments.map { MarkedSegment(Self.dots(for: $0.text), style: $0.style) }
      return .markedDidChange(id, range: range, segments: dots)
    case .pressBegan(_, let id?), .pressEnded(_, let id?), .pressCancelled(_, let id?),
      .pressUnhandled(_, let id?):
      return texts.contains(id) ? nil : update
    case .locksDidChange(_, let id?): return texts.contains(id) ? nil : update
    case .candidatesDidChange(let list?, let id?) where list.kind.comesFromText:
      return texts.contains(id) ? nil : update
    case .inkDidChange(.some, let id?): return texts.contains(id) ? nil : update
    case .correctionDidChange(let id, _, _) where texts.contains(id): return nil
    case .spellingDidChange(let id, let range, _) where texts.contains(id):
      return .spellingDidChange(id, range: range, words: [])
    case .inlineDidChange(let id, .some) where texts.contains(id): return nil
    default: return update
    }
  }
}

extension CandidateList.Kind {
  /// Whether the candidates reveal what was typed.
  fileprivate var comesFromText: Bool {
    switch self {
    case .accents, .inputMethod, .predictions, .completions: true
    case .modes, .urlEndings, .fill: false
    }
  }
}
