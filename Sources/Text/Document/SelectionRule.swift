// SPDX-License-Identifier: Apache-2.0

/// The effect of an edit by the program on the selection (INP-18).
public enum SelectionRule: Hashable, Sendable {
  /// An edit that touches the whole selection puts the caret after the new text, as typing does.
  /// Otherwise the selection moves with the text: the person's next key goes to the same place.
  case automatic
  /// The selection moves with the text, even if the edit touches it: each end inside the replaced
  /// range keeps its distance from the start, up to the end of the new text.
  case keeps
  /// The caret goes after the new text, wherever it was (INP-3).
  case movesCaret

  /// Returns the selection after an edit.
  ///
  /// - Parameters:
  ///   - selection: the selection before it.
  ///   - range: the replaced range.
  ///   - length: the length of the new text, in UTF-16 code units.
  /// - Returns: the selection, whose ends may lie inside a character.
  func selection(
    _ selection: Selection, replacing range: TextRange, by length: Int
  ) -> Selection {
    let isTouched = range.start <= selection.range.start && selection.range.end <= range.end
    if self == .movesCaret || self == .automatic && isTouched {
      return Selection(caret: range.start + length)
    }
    func moved(_ offset: Int) -> Int {
      if offset <= range.start { return offset }
      if offset >= range.end { return offset - range.length + length }
      return min(offset, range.start + length)
    }
    return Selection(anchor: moved(selection.anchor), head: moved(selection.head))
  }
}
