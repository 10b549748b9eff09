// SPDX-License-Identifier: Apache-2.0

/// What input methods, accessories and keys do with the text: the delegate is asked (4.3).
///
/// UIKit's counterparts are `UIKeyInput` and the marked text of `UITextInput`. The public methods
/// tell those who compose of the change, unless the caller is an input method at work (INP-12).
extension TextContainer {
  /// Replaces the marked text, else the selection, and puts the caret behind the text (INP-4).
  public final func insertText(_ text: String) {
    insert(text)
    engine?.programChanged(self)
  }

  /// Inserts for a key; the engine tells those who compose.
  final func insert(_ text: String) {
    endRun()
    put(allowsNewlines ? text : fitting(text))
  }

  private func put(_ text: String) {
    if document.marked != nil {
      commitMarkedText(as: text)
    } else {
      // UND-2: a newline ends the run of typing, however it is typed.
      let kind: UndoStep.Kind = text.contains(byte: 0x0A) ? .other : .typing
      change(document.selection.range, to: text, as: kind)
    }
  }

  /// Deletes the selection, else the character before the caret (INP-5).
  public final func deleteBackward() {
    perform(.deleteBackward)
  }

  /// Replaces the marked text, else the selection, by provisional text (INP-7).
  ///
  /// - Parameters:
  ///   - text: what to show; empty removes the marked text.
  ///   - selectedRange: what is selected in it, counted from its start.
  public final func setMarkedText(_ text: String, selectedRange: TextRange) {
    mark(text, selected: selectedRange)
    engine?.programMarked(self)
  }

  /// Marks text for a key; the engine tells those who compose.
  final func mark(_ text: String, selected selectedRange: TextRange) {
    mark(text.isEmpty ? [] : [MarkedSegment(text)], selected: selectedRange)
  }

  /// Marks text in segments for an input method; the engine tells the others.
  final func mark(_ segments: [MarkedSegment], selected selectedRange: TextRange) {
    endRun()
    guard !hasNoSelection else { return }
    let segments = segments.compactMap { segment -> MarkedSegment? in
      let text = fitting(segment.text)
      return text.isEmpty ? nil : MarkedSegment(text, style: segment.style)
    }
    if segments.isEmpty, let marked = document.marked, !marked.replaced.isEmpty {
      // FLD-10: what the marked text replaced would go for good, which the delegate is asked about.
      return commitMarkedText(as: "")
    }
    let replacesAll = isToBeReplaced && !segments.isEmpty && document.marked == nil
    if replacesAll { keepText() }
    mutate { document, changes in
      var unsaid: [DocumentChange] = []
      if replacesAll {
        document.select(Selection(anchor: 0, head: document.storage.count), into: &unsaid)
      }
      document.setMarked(segments, selected: selectedRange, into: &changes)
    }
  }

  /// Deletes characters around the selection for an input method, the selection included.
  final func deleteAround(before: Int, after: Int) {
    endRun()
    commitMarkedText()
    var range = selection.range
    for _ in 0..<max(0, before) where range.start > 0 {
      range.start = storage.characterStart(before: range.start)
    }
    for _ in 0..<max(0, after) where range.end < storage.count {
      range.end = storage.characterEnd(after: range.end)
    }
    change(range, to: "", as: .other)
  }

  /// Keeps the marked text and ends marking (INP-8).
  public final func unmarkText() {
    commitMarkedText()
    engine?.programChanged(self)
  }

  /// Drops the marked text and brings back what it replaced (UND-5).
  public final func cancelMarkedText() {
    cancelMarking()
    engine?.programChanged(self)
  }

  /// Drops the marked text for a key; the engine tells those who compose.
  final func cancelMarking() {
    mutate { $0.cancelMarked(into: &$1) }
  }

  /// Ends marking with a final text, by default what is shown; where the delegate refuses it, what
  /// was marked goes (IME-1).
  final func commitMarkedText(as text: String? = nil) {
    guard let marked = document.marked else { return }
    var text = text
    if filtersText || limits.isActive {
      let wanted = text ?? storage.substring(marked.range)
      guard let permitted = permitted(wanted, replacing: marked.range) else {
        return cancelMarking()
      }
      if permitted != wanted { text = permitted }
    }
    // Who ends the editing while it is asked about its last text has given its answer.
    if hasDelegate, !isAskedAboutMarked {
      isAskedAboutMarked = true
      defer { isAskedAboutMarked = false }
      let replaced = TextRange(
        marked.range.start, marked.range.start + marked.replaced.utf16.count)
      let final = text ?? storage.substring(marked.range)
      switch asks(replaced, final) {
      case .accept: break
      case .refuse: return cancelMarking()
      case .replace(let other):
        guard let other = permitted(fitting(other), replacing: marked.range) else {
          return cancelMarking()
        }
        text = other
      }
    }
    let committed = text
    mutate { document, changes in
      if let text = committed {
        document.commit(text, into: &changes)
      } else {
        document.unmark(into: &changes)
      }
    }
  }
}
