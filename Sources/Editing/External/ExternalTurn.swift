// SPDX-License-Identifier: Apache-2.0

/// A text that a toolkit owns, as the engine knows it at the end of a turn.
struct ExternalCopy {
  var storage = TextStorage()
  var selection = Selection(caret: 0)
  var marked: TextDocument.Marked?

  /// The range that the next edit or preedit deletes: what is being composed, or the selection.
  var replaced: TextRange { marked?.range ?? selection.range }

  /// Returns what an edit must delete and insert to make an earlier copy equal to this one, without
  /// what is being composed.
  ///
  /// - Parameters:
  ///   - old: the earlier copy.
  ///   - firstChange: the lowest offset at which the texts differ.
  /// - Returns: the edit.
  func edit(from old: ExternalCopy, firstChange: Int) -> ExternalEdit {
    var edit = ExternalEdit()
    let replaced = old.replaced
    let start = min(firstChange, replaced.start)
    let caret = marked?.range.start ?? selection.head
    edit.before = old.storage.substring(TextRange(start, replaced.start))
    edit.text = caret > start ? storage.substring(TextRange(start, caret)) : ""
    let rest = storage.count - (marked?.range.length ?? 0) - caret
    let removed = old.storage.count - replaced.end - rest
    if removed > 0 {
      edit.after = old.storage.substring(TextRange(replaced.end, replaced.end + removed))
    }
    return edit
  }

  /// Whether the toolkit must be sent a preedit, because it shows that of an earlier copy.
  func showsOtherPreedit(than old: ExternalCopy) -> Bool {
    guard let marked, let earlier = old.marked else { return marked != nil || old.marked != nil }
    return marked.segments != earlier.segments
      || selection.head - marked.range.start != old.selection.head - earlier.range.start
  }
}

/// The changes of a toolkit's text in one turn, which become one message (EXT-3).
struct ExternalTurn {
  /// Whether anything has changed.
  var hasChanged = false
  /// The lowest offset at which the text has changed, counted without text that is being composed;
  /// nil if it has not.
  private(set) var firstChange: Int?
  var hasEndedComposition = false
  /// The text that keys have typed, as they type it without surroundings.
  var plain = ""
  /// The letter that has completed a sequence of dead or compose keys; nil for none.
  var letter: String?

  /// Whether the text has changed, apart from what is being composed.
  var hasChangedText: Bool { firstChange != nil }

  mutating func textChanged(at offset: Int) { firstChange = min(firstChange ?? offset, offset) }
}
