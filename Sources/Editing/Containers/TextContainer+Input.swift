// SPDX-License-Identifier: Apache-2.0

/// Input by input methods, accessories and keys, about which the delegate is consulted (4.3).
///
/// The UIKit counterparts are `UIKeyInput` and the marked text of `UITextInput`. The public methods
/// notify composition and input methods of the change, unless an input method is the caller
/// (INP-12).
extension TextContainer {
  /// Replaces the marked text, or else the selection, and puts the caret after the new text
  /// (INP-4).
  ///
  /// - Parameter text: the new text.
  public final func insertText(_ text: String) {
    insert(text)
    programDidChange()
  }

  /// Inserts text for a key; the engine notifies composition and input methods.
  package final func insert(_ text: String) {
    endRun()
    willType(text)
    // A letter of ASCII always fits, and ends no run of typing.
    if text.utf8.count == 1, let byte = text.utf8.first, byte >= 0x20, document.marked == nil {
      change(document.selection.range, to: text, as: .typing)
    } else {
      put(allowsNewlines ? text : fitting(text))
    }
  }

  /// Types text for a key, with the help of an assistant.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - kind: the kind of the undo step.
  ///   - keystroke: the key that typed the text on its own; nil for a sequence of keys, or none.
  package final func type(
    _ text: String, as kind: UndoStep.Kind = .typing, by keystroke: Keystroke? = nil
  ) {
    endRun()
    let text = fitting(text)
    willType(text)
    if let support, support.isHelping {
      support.type(text, as: kind, by: keystroke)
    } else if document.marked != nil {
      commitMarkedText(as: text)
    } else {
      // A newline ends the run of typing, however it is typed (UND-2).
      change(document.selection.range, to: text, as: text.contains(byte: 0x0A) ? .other : kind)
    }
  }

  private func put(_ text: String) {
    if document.marked != nil {
      commitMarkedText(as: text)
    } else {
      // A newline ends the run of typing, however it is typed (UND-2).
      let kind: UndoStep.Kind = text.contains(byte: 0x0A) ? .other : .typing
      change(document.selection.range, to: text, as: kind)
    }
  }

  /// Replaces the whole text by a value that the person accepted: an edit like a paste, which the
  /// keyboard type and the delegate may change or refuse (FLD-10), and one step for undo with the
  /// other values of the same group (UND-9).
  ///
  /// - Parameters:
  ///   - text: the value.
  ///   - isSecret: whether it is a password, with which the text is secure until it is empty
  ///     (TRT-22).
  ///   - group: the values that the person accepted together.
  package final func fill(with text: String, isSecret: Bool, in group: UndoGroup) {
    guard takesText else { return }
    endRun()
    commitMarkedText()
    restoreSelection()
    let fill = { [self] in
      change(TextRange(0, storage.count), to: fitting(text), as: .grouped(group))
    }
    if isSecret { holdFilledSecret(whileChangedBy: fill) } else { _ = fill() }
    programDidChange()
  }

  /// Deletes the selection, else the character before the caret (INP-5).
  public final func deleteBackward() {
    perform(.deleteBackward)
  }

  /// Replaces the marked text, or else the selection, with provisional text (INP-7).
  ///
  /// - Parameters:
  ///   - text: the text to show; an empty text removes the marked text.
  ///   - selectedRange: the selection within the text, counted from its start.
  public final func setMarkedText(_ text: String, selectedRange: TextRange) {
    mark(text, selected: selectedRange)
    host?.programMarked(self)
    programDidChange()
  }

  /// Marks text for a key; the engine notifies composition and input methods.
  package final func mark(_ text: String, selected selectedRange: TextRange) {
    mark(text.isEmpty ? [] : [MarkedSegment(text)], selected: selectedRange)
  }

  /// Marks text in segments for an input method; the engine notifies the other methods.
  package final func mark(_ segments: [MarkedSegment], selected selectedRange: TextRange) {
    endRun()
    guard !isWithoutSelection else { return }
    let segments = segments.compactMap { segment -> MarkedSegment? in
      let text = fitting(segment.text)
      return text.isEmpty ? nil : MarkedSegment(text, style: segment.style)
    }
    if segments.isEmpty, let marked = document.marked, !marked.replaced.isEmpty {
      // The replaced text would be deleted for good, so the delegate is consulted (FLD-10).
      return commitMarkedText(as: "")
    }
    let begins = !segments.isEmpty && document.marked == nil
    let replacesAll = begins && isToBeReplaced
    // Also in an empty text: it is the first insertion, which the next one must not replace (4.1).
    if begins { keepText() }
    mutate { document, changes in
      var unsaid: [DocumentChange] = []
      if replacesAll {
        document.select(Selection(anchor: 0, head: document.storage.count), into: &unsaid)
      }
      document.setMarked(segments, selected: selectedRange, into: &changes)
    }
  }

  /// Deletes the selection and characters around it, for an input method.
  package final func deleteAround(before: Int, after: Int) {
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

  /// Replaces the marked text, or else the selection, and text around it, for an input method.
  ///
  /// - Parameters:
  ///   - before: the number of code units before.
  ///   - after: the number of code units after.
  ///   - text: the new text.
  ///   - caret: the place of the caret, from the start of the new text.
  package final func replaceAround(before: Int, after: Int, with text: String, caret: Int) {
    endRun()
    var range = markedRange ?? selection.range
    if markedRange != nil {
      // The step for undo restores the text without the provisional one.
      mark([], selected: TextRange(caret: 0))
      range = selection.range
    }
    range = wholeCharacters(
      TextRange(max(0, range.start - max(0, before)), range.end + max(0, after)))
    let text = fitting(text)
    let place = range.start + min(max(0, caret), text.utf16.count)
    change(range, to: text, as: .other, caret: place)
  }

  /// Moves the caret by code units from the end of the selection, for an input method.
  package final func moveCaret(by units: Int) {
    endRun()
    commitMarkedText()
    let end = selection.range.end
    let wanted = min(max(0, end + units), storage.count)
    let place =
      storage.characterBoundary(atOrAfter: wanted) == wanted
      ? wanted : storage.characterStart(before: wanted)
    mutate { $0.select(Selection(anchor: place, head: place), into: &$1) }
  }

  /// Keeps the marked text and ends marking (INP-8).
  public final func unmarkText() {
    endRun()
    commitMarkedText()
    programDidChange()
  }

  /// Drops the marked text and restores the text that it replaced (UND-5).
  public final func cancelMarkedText() {
    endRun()
    cancelMarking()
    programDidChange()
  }

  /// Drops the marked text for a key; the engine notifies composition and input methods.
  package final func cancelMarking() {
    mutate { $0.cancelMarked(into: &$1) }
  }

  /// Ends marking with a final text, by default the marked text; if the delegate refuses it, the
  /// marked text is dropped (IME-1).
  ///
  /// - Parameters:
  ///   - text: the final text.
  ///   - typed: the typed text, if the final text is an automatic capital (UND-4).
  package final func commitMarkedText(as text: String? = nil, capitalizing typed: String? = nil) {
    guard let marked = document.marked else { return }
    let wanted = text
    var text = text
    if filtersText || limits.isActive {
      let final = text ?? storage.substring(marked.range)
      guard let permitted = permitted(final, replacing: marked.range) else {
        return cancelMarking()
      }
      if permitted != final { text = permitted }
    }
    // A delegate that ends editing while it is consulted about the last text agrees to that text.
    if hasDelegate, !isConsultingAboutMarked {
      isConsultingAboutMarked = true
      defer { isConsultingAboutMarked = false }
      let replaced = TextRange(
        marked.range.start, marked.range.start + marked.replaced.utf16.count)
      let final = text ?? storage.substring(marked.range)
      switch consultDelegate(replaced, final) {
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
        document.commit(text, capitalizing: text == wanted ? typed : nil, into: &changes)
      } else {
        document.unmark(into: &changes)
      }
    }
  }
}
