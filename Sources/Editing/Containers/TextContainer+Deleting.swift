// SPDX-License-Identifier: Apache-2.0
import KeyCommands

extension EditingCommand {
  /// Whether the command deletes, and thus deletes the selection if there is one (BND-7).
  package var deletes: Bool {
    switch self {
    case .deleteBackward, .deleteForward, .deleteWordBackward, .deleteWordForward,
      .deleteDecomposing, .deleteLineStart, .killParagraphEnd:
      true
    default: false
    }
  }

  /// Whether the command types a character.
  package var types: Bool {
    switch self {
    case .insertNewline, .insertPlainNewline, .insertLineBreak, .openLine, .insertTab,
      .insertPlainTab, .insertStraightQuote, .insertStraightDoubleQuote:
      true
    default: false
    }
  }
}

/// Deleting and killing by characters, words, lines and selections.
extension TextContainer {
  /// Deletes the selection, or else the command's range (6.2).
  final func delete(_ command: EditingCommand, continuingKill: Bool) {
    let caret = selection.head
    guard selection.isCaret else {
      if command == .killParagraphEnd {
        kill(selection.range, continuing: continuingKill)
      } else {
        change(rangeToDelete, to: "", as: .other)
      }
      return
    }
    switch command {
    case .deleteBackward:
      delete(from: deletionStart, to: caret, .deletingBackward)
      support?.characterWasDeleted()
    case .deleteForward:
      delete(from: caret, to: storage.characterEnd(after: caret), .deletingForward)
    case .deleteWordBackward:
      delete(from: destination(of: .wordBackward, from: caret).offset, to: caret, .other)
    case .deleteWordForward:
      delete(from: caret, to: destination(of: .wordForward, from: caret).offset, .other)
    case .deleteDecomposing: deleteDecomposing()
    case .deleteLineStart:
      var start = lineStart(from: caret).offset
      // At the start of the line, one character is deleted (BND-8).
      if start == caret { start = storage.characterStart(before: caret) }
      delete(from: start, to: caret, .other)
    case .killParagraphEnd:
      var end = storage.paragraphEnd(at: caret)
      if end == caret { end = storage.paragraphEndWithTerminator(at: caret) }
      kill(TextRange(caret, end), continuing: continuingKill)
    default: break
    }
  }

  /// The range to delete for the selection, with the spaces around it that help with typing adjusts
  /// (reference 10.8).
  final var rangeToDelete: TextRange { support?.rangeToDelete ?? selection.range }

  /// The start of what ⌫ deletes before the caret: one character, or all that one key typed.
  private var deletionStart: Int {
    support?.deletionStart ?? storage.characterStart(before: selection.head)
  }

  private func delete(from start: Int, to end: Int, _ kind: UndoStep.Kind) {
    change(TextRange(start, end), to: "", as: kind)
  }

  /// Deletes text into the kill buffer; a command of the same run appends to it (BND-9), and a
  /// refusal ends the run.
  private func kill(_ range: TextRange, continuing: Bool) {
    // Secret text is not copied (FLD-3).
    let text = isSecure ? "" : storage.substring(range)
    guard change(range, to: "", as: .other) else {
      isKilling = false
      return
    }
    guard !text.isEmpty else { return }
    take { $0.killBuffer.text = continuing ? $0.killBuffer.text + text : text }
  }

  /// Deletes the last code point before the caret, so that an accented letter loses its last
  /// accent.
  private func deleteDecomposing() {
    let caret = selection.head
    guard let last = storage.scalar(before: caret) else { return }
    if last.value == "\n" {
      // CR LF is one line end, which cannot be decomposed.
      return delete(
        from: storage.characterStart(before: caret), to: caret, .deletingBackward)
    }
    var rest = ""
    rest.unicodeScalars.append(
      contentsOf: UnicodeTables.decomposition(of: last.value).dropLast())
    change(TextRange(last.start, caret), to: rest, as: .other)
  }

  /// Removes one unit of the composition (INP-6): a character, or the last jamo of a Korean one.
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
