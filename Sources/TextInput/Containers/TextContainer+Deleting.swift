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

  /// Whether it types a character.
  var types: Bool {
    switch self {
    case .insertNewline, .insertPlainNewline, .insertLineBreak, .openLine, .insertTab,
      .insertPlainTab, .insertStraightQuote, .insertStraightDoubleQuote:
      true
    default: false
    }
  }
}

extension TextContainer {
  /// Deletes the selection, else what the command names (6.2).
  final func delete(_ command: EditingCommand, continuingKill: Bool) {
    let caret = selection.head
    guard selection.isCaret else {
      if command == .killParagraphEnd {
        kill(selection.range, continuing: continuingKill)
      } else {
        change(selection.range, to: "", as: .other)
      }
      return
    }
    switch command {
    case .deleteBackward:
      delete(from: storage.characterStart(before: caret), to: caret, .deletingBackward)
    case .deleteForward:
      delete(from: caret, to: storage.characterEnd(after: caret), .deletingForward)
    case .deleteWordBackward:
      delete(from: destination(of: .wordBackward, from: caret).offset, to: caret, .other)
    case .deleteWordForward:
      delete(from: caret, to: destination(of: .wordForward, from: caret).offset, .other)
    case .deleteDecomposing: deleteDecomposing()
    case .deleteLineStart:
      var start = lineStart(from: caret).offset
      // BND-8: already there, one character goes.
      if start == caret { start = storage.characterStart(before: caret) }
      delete(from: start, to: caret, .other)
    case .killParagraphEnd:
      var end = storage.paragraphEnd(at: caret)
      if end == caret { end = storage.paragraphEndWithTerminator(at: caret) }
      kill(TextRange(caret, end), continuing: continuingKill)
    default: break
    }
  }

  private func delete(from start: Int, to end: Int, _ kind: UndoStep.Kind) {
    change(TextRange(start, end), to: "", as: kind)
  }

  /// Deletes text and puts it into the kill buffer, behind what the same run put there (BND-9);
  /// a refusal ends the run.
  private func kill(_ range: TextRange, continuing: Bool) {
    // FLD-3: nothing of a secret is taken elsewhere.
    let text = isSecure ? "" : storage.substring(range)
    guard change(range, to: "", as: .other) else {
      isKilling = false
      return
    }
    guard !text.isEmpty else { return }
    take { $0.killBuffer.text = continuing ? $0.killBuffer.text + text : text }
  }

  /// Deletes the last code point before the caret; an accented letter loses its last accent.
  private func deleteDecomposing() {
    let caret = selection.head
    guard let last = storage.scalar(before: caret) else { return }
    if last.value == "\n" {
      // CR LF is one line end, not a composition.
      return delete(
        from: storage.characterStart(before: caret), to: caret, .deletingBackward)
    }
    var rest = ""
    rest.unicodeScalars.append(
      contentsOf: UnicodeTables.decomposition(of: last.value).dropLast())
    change(TextRange(last.start, caret), to: rest, as: .other)
  }

  /// Removes one unit of the composition (INP-6): a character, of a Korean one its last jamo.
  final func deleteBackwardInMarkedText() {
    guard let marked = document.marked?.range else { return }
    let caret = selection.head
    guard caret > marked.start else { return }
    var kept = ""
    var start = max(marked.start, storage.characterStart(before: caret))
    if let last = storage.scalar(before: caret),
      let rest = HangulSyllable.withoutLastJamo(last.value)
    {
      start = max(start, last.start)
      kept = rest
    }
    let before = storage.substring(TextRange(marked.start, start)) + kept
    let text = before + storage.substring(TextRange(caret, marked.end))
    mark(text, selected: TextRange(caret: before.utf16.count))
  }
}
