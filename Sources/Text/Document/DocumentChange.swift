// SPDX-License-Identifier: Apache-2.0

/// Who changed a text.
@nonexhaustive
public enum TextChangeOrigin: Hashable, Sendable {
  /// A key that types, deletes, cuts or pastes.
  case user
  /// Undo or redo.
  case undo
  /// The program (FLD-12).
  case program
}

/// What changed in a document, one fact at a time and in order.
@nonexhaustive
public enum DocumentChange: Hashable, Sendable {
  /// The code units of `range` were replaced by `text`.
  case textDidChange(range: TextRange, text: String, origin: TextChangeOrigin)
  /// The caret or selection is elsewhere.
  case selectionDidChange(Selection)
  /// Provisional text was set, changed or, with nil, ended.
  case markedDidChange(range: TextRange?, segments: [MarkedSegment])
}

/// What replacing a range changed: of all changes the one that keys make most, told without an array.
package struct DocumentEdit {
  /// Where the selection is now; nil where it was before.
  package let selection: Selection?
  /// What was replaced.
  package let range: TextRange
  /// What is there now.
  package let text: String
  /// Who did it.
  package let origin: TextChangeOrigin

  /// The same as facts, in the order of reference 4.3.
  package var changes: [DocumentChange] {
    let selections = selection.map { [DocumentChange.selectionDidChange($0)] } ?? []
    return selections + [.textDidChange(range: range, text: text, origin: origin)]
  }
}
