// SPDX-License-Identifier: Apache-2.0

/// Who changed a text.
public enum TextChangeOrigin: String, Hashable, Sendable {
  /// A key that types, deletes, cuts or pastes.
  case user
  /// Undo or redo.
  case undo
  /// The program (FLD-12).
  case program
}

/// What changed in a document, one fact at a time and in order.
public enum DocumentChange: Hashable, Sendable {
  /// The code units of `range` were replaced by `text`.
  case textDidChange(range: TextRange, text: String, origin: TextChangeOrigin)
  /// The caret or selection is elsewhere.
  case selectionDidChange(Selection)
  /// Provisional text was set, changed or, with nil, ended.
  case markedDidChange(range: TextRange?, segments: [MarkedSegment])
}
