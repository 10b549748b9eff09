// SPDX-License-Identifier: Apache-2.0

/// Spaces that the assistant adjusts around text that is cut, deleted or pasted (reference 10.8).
extension TextContainer {
  /// The range to delete for the selection.
  final var rangeToDelete: TextRange {
    let range = selection.range
    guard !isToBeReplaced, !range.isEmpty, let helper else { return range }
    let wide = wholeCharacters(helper.rangeToDelete(in: context(typing: "")))
    // An assistant cannot keep selected text.
    return wide.start <= range.start && wide.end >= range.end ? wide : range
  }

  /// The start of what ⌫ deletes before the caret: one character, or all that one key typed.
  final var deletionStart: Int {
    let caret = selection.head
    let start = storage.characterStart(before: caret)
    guard !isToBeReplaced, let helper else { return start }
    let typed = wholeCharacters(helper.rangeToDelete(in: context(typing: "")))
    return typed.end == caret ? min(typed.start, start) : start
  }

  /// Returns the text to insert for a text that is pasted in place of the selection.
  final func textToPaste(_ text: String) -> String {
    // A container that limits its text receives exactly what was copied.
    guard !isToBeReplaced, !text.isEmpty, !filtersText, !limits.isActive, let helper else {
      return text
    }
    let spaced = helper.textToPaste(in: context(typing: text))
    return spaced == text ? text : fitting(spaced)
  }
}
