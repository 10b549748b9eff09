// SPDX-License-Identifier: Apache-2.0
import KeyCommands

extension EditingCommand {
  /// Whether it deletes, and so deletes the selection where there is one (BND-7).
  var deletes: Bool {
    switch self {
    case .deleteBackward, .deleteForward, .deleteWordBackward, .deleteWordForward,
      .deleteDecomposing, .deleteLineStart, .killParagraphEnd:
      true
    default: false
    }
  }
}

extension TextView {
  /// Deletes the selection, else what the command names (6.2).
  func delete(
    _ command: EditingCommand, continuingKill: Bool, into updates: inout [Update]
  ) {
    let caret = selection.head
    guard selection.isCaret else {
      if command == .killParagraphEnd { kill(selection.range, continuing: continuingKill) }
      return document.edit(selection.range, with: "", as: .other, into: &updates)
    }
    switch command {
    case .deleteBackward:
      delete(from: storage.characterStart(before: caret), to: caret, .deletingBackward, &updates)
    case .deleteForward:
      delete(from: caret, to: storage.characterEnd(after: caret), .deletingForward, &updates)
    case .deleteWordBackward:
      delete(from: storage.wordStart(before: caret), to: caret, .other, &updates)
    case .deleteWordForward:
      delete(from: caret, to: storage.wordEnd(after: caret), .other, &updates)
    case .deleteDecomposing: deleteDecomposing(into: &updates)
    case .deleteLineStart:
      var start = lineStart(from: caret).offset
      // BND-8: already there, one character goes.
      if start == caret { start = storage.characterStart(before: caret) }
      delete(from: start, to: caret, .other, &updates)
    case .killParagraphEnd:
      var end = storage.paragraphEnd(at: caret)
      if end == caret { end = storage.paragraphEndWithTerminator(at: caret) }
      kill(TextRange(caret, end), continuing: continuingKill)
      delete(from: caret, to: end, .other, &updates)
    default: break
    }
  }

  private func delete(
    from start: Int, to end: Int, _ kind: UndoStep.Kind, _ updates: inout [Update]
  ) {
    document.edit(TextRange(start, end), with: "", as: kind, into: &updates)
  }

  /// Puts text into the kill buffer, behind what the same run put there (BND-9).
  private func kill(_ range: TextRange, continuing: Bool) {
    let text = storage.substring(range)
    guard !text.isEmpty else { return }
    killBuffer.text = continuing ? killBuffer.text + text : text
  }

  /// Deletes the last code point before the caret; an accented letter loses its last accent.
  private func deleteDecomposing(into updates: inout [Update]) {
    let caret = selection.head
    guard let last = storage.scalar(before: caret) else { return }
    if last.value == "\n" {
      // CR LF is one line end, not a composition.
      return delete(
        from: storage.characterStart(before: caret), to: caret, .deletingBackward, &updates)
    }
    var rest = ""
    rest.unicodeScalars.append(
      contentsOf: UnicodeTables.decomposition(of: last.value).dropLast())
    document.edit(TextRange(last.start, caret), with: rest, as: .other, into: &updates)
  }

  /// Removes one character of the composition (INP-6).
  func deleteBackwardInMarkedText(into updates: inout [Update]) {
    guard let marked = document.marked?.range else { return }
    let caret = selection.head
    guard caret > marked.start else { return }
    let start = max(marked.start, storage.characterStart(before: caret))
    let text =
      storage.substring(TextRange(marked.start, start))
      + storage.substring(TextRange(caret, marked.end))
    document.setMarked(
      text, selected: TextRange(caret: start - marked.start), into: &updates)
  }
}
