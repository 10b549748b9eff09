// SPDX-License-Identifier: Apache-2.0

/// The slots of the prediction row that follow from the text before the caret (AST-22).
package struct PredictionRow {
  /// The number of slots.
  package static let size = 3

  /// The effect of choosing a slot.
  package enum Choice {
    /// Keeps the word as typed, and rejects its correction (AST-13).
    case keep(TextCorrection)
    /// Applies the offered correction.
    case apply(TextCorrection)
    /// Restores the typed word in place of its correction (AST-15).
    case restore(AppliedCorrection)
    /// Replaces the typed part of a word.
    case word(String, over: TextRange)
  }

  /// A slot of the row.
  package struct Slot {
    package var candidate: Candidate
    package var choice: Choice
  }

  /// The container of the text.
  package let container: ContainerID
  /// The slots, from left to right; at most ``size``.
  package private(set) var slots: [Slot] = []

  /// Creates a row: the literal and the correction if one is offered or was just applied, then
  /// words.
  ///
  /// - Parameters:
  ///   - container: the container of the text.
  ///   - offered: the correction that is offered; nil for none.
  ///   - applied: the correction at the caret that can be taken back; nil for none.
  ///   - words: the predicted words; nil for none.
  init(
    of container: ContainerID, offered: TextCorrection?, applied: AppliedCorrection?,
    words: WordPredictions?
  ) {
    self.container = container
    var seen: Set<String> = []
    if let offered {
      add(Self.onOneLine(offered.typed), .literal, .keep(offered))
      add(Self.onOneLine(offered.replacement), .correction, .apply(offered))
      seen = [offered.typed, offered.replacement]
    } else if let applied {
      add(Self.onOneLine(applied.correction.typed), .literal, .restore(applied))
      seen = [applied.correction.typed, applied.correction.replacement]
    }
    for word in words?.words ?? [] where slots.count < Self.size {
      guard let words, !word.isEmpty, !word.hasHiddenControls, seen.insert(word).inserted else {
        continue
      }
      add(word, .completion, .word(word, over: words.range))
    }
  }

  private mutating func add(_ text: String, _ role: Candidate.Role, _ choice: Choice) {
    slots.append(Slot(candidate: Candidate(text, role: role), choice: choice))
  }

  /// Returns a phrase as the row shows it.
  private static func onOneLine(_ text: String) -> String {
    let line =
      text.contains(where: \.isNewline) ? String(text.map { $0.isNewline ? " " : $0 }) : text
    return line.withoutHiddenControls
  }
}
