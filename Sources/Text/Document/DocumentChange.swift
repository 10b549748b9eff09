// SPDX-License-Identifier: Apache-2.0

/// The cause of a text change.
@nonexhaustive
public enum TextChangeOrigin: Hashable, Sendable {
  /// A key that types, deletes, cuts or pastes.
  case user
  /// Undo or redo.
  case undo
  /// The program (FLD-12).
  case program
}

/// One change of a document; changes are reported one at a time and in order.
@nonexhaustive
public enum DocumentChange: Hashable, Sendable {
  /// The code units of `range` were replaced by `text`.
  case textDidChange(range: TextRange, text: String, origin: TextChangeOrigin)
  /// The caret or the selection moved.
  case selectionDidChange(Selection)
  /// Marked text was set or changed, or ended if the range is nil.
  case markedDidChange(range: TextRange?, segments: [MarkedSegment])
}

/// The result of replacing a range.
///
/// It uses no array, because most keys make this change.
package struct DocumentEdit {
  /// The new selection; nil if it did not change.
  package let selection: Selection?
  /// The range that was replaced.
  package let range: TextRange
  /// The text that replaced it.
  package let text: String
  /// The cause of the change.
  package let origin: TextChangeOrigin

  /// The same edit as changes, in the order of reference 4.3.
  package var changes: [DocumentChange] {
    let selections = selection.map { [DocumentChange.selectionDidChange($0)] } ?? []
    return selections + [.textDidChange(range: range, text: text, origin: origin)]
  }
}
