// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The effect of each editing command on the text, also while text is marked.
extension TextContainer {
  /// Performs an editing command on behalf of the program, as its key would.
  ///
  /// Composition and input methods are notified (INP-12). Cutting, copying and searching for the
  /// selection have no effect if ``canPerform(_:)-(EditingCommand)`` returns false (FLD-3).
  ///
  /// - Parameter command: the command to perform.
  public final func perform(_ command: EditingCommand) {
    carryOut(command)
    programDidChange()
  }

  /// Pastes a text on behalf of the program, as ⌘V pastes that of the clipboard, which stays as it
  /// is.
  ///
  /// - Parameter text: the text.
  package final func paste(_ text: String) {
    carryOut(.paste, pasting: text)
    programDidChange()
  }

  /// Performs an editing command; the engine notifies composition and input methods.
  ///
  /// - Parameters:
  ///   - command: the command to perform.
  ///   - pasted: the text to paste; nil for that of the clipboard.
  package final func carryOut(_ command: EditingCommand, pasting pasted: String? = nil) {
    if !allowsNewlines, command == .insertNewline || command == .insertLineBreak {
      support?.makePendingCorrections()
    }
    if intercept(command) { return }
    let runsOn = isKilling && command == .killParagraphEnd
    if !command.isVertical { goalColumn = nil }
    isKilling = command == .killParagraphEnd
    if document.marked != nil, performWhileMarked(command) { return }
    if performInState(command) { return }
    if let movement = command.movement(pageLength: pageLength) {
      return move(movement)
    }
    if let extension_ = command.extending(pageLength: pageLength) {
      return extend(extension_.movement, growing: extension_.grows)
    }
    if command.deletes {
      return delete(command, continuingKill: runsOn)
    }
    edit(command, pasting: pasted)
  }

  /// Performs a command on marked text, and reports whether it is done; other commands continue
  /// after the text is committed.
  private func performWhileMarked(_ command: EditingCommand) -> Bool {
    switch command {
    case .undo, .cancel:
      cancelMarking()
      return true
    case .deleteBackward where selection.isCaret:
      deleteBackwardInMarkedText()
      return true
    case .insertNewline, .insertPlainNewline, .insertLineBreak:
      // While text is marked, Return only commits it (IME-3).
      commitMarkedText()
      return true
    default:
      // A movement within the marked text keeps the marking (INP-9).
      if command.movement(pageLength: pageLength) == nil { commitMarkedText() }
      return false
    }
  }

  private func edit(_ command: EditingCommand, pasting pasted: String?) {
    let range = selection.range
    switch command {
    // A program may not read more of a text than the keys can copy (FLD-3).
    case .cut, .copy, .useSelectionForFind: if canPerform(command) { takeAlong(range, command) }
    case .insertNewline: type("\n", as: .other)
    case .insertLineBreak: type("\u{2028}", as: .other)
    // A field has only one line, so it refuses these commands.
    case .insertPlainNewline: if allowsNewlines { type("\n", as: .other) }
    case .openLine: if allowsNewlines { change(range, to: "\n", as: .other, caret: range.start) }
    case .insertTab, .insertPlainTab: type("\t")
    case .insertStraightQuote: change(range, to: "'", as: .typing)
    case .insertStraightDoubleQuote: change(range, to: "\"", as: .typing)
    case .yank:
      let killed = clipboardInUse.killBuffer.text
      // If nothing was killed, there is nothing to insert, and the selection is kept.
      if !killed.isEmpty { change(range, to: fitting(killed), as: .other) }
    case .transpose: transpose()
    case .selectAll:
      let all = Selection(anchor: 0, head: storage.count)
      mutate { $0.select(all, into: &$1) }
    case .deselect:
      let caret = Selection(caret: selection.head)
      mutate { $0.select(caret, into: &$1) }
    case .paste, .pastePlain:
      let text = pasted ?? clipboardInUse.pasteboard.text
      let fitting = fitting(text)
      change(range, to: support?.textToPaste(fitting) ?? fitting, as: .other)
    case .undo: undo()
    case .redo: redo()
    case .findNext: select(findSession.next(in: storage, from: range.end))
    case .findPrevious: select(findSession.previous(in: storage, before: range.start))
    case .nextMisspelling: selectNextMisspelling()
    case .showSpelling: support?.showSpelling()
    default: break
    }
  }

  private func takeAlong(_ range: TextRange, _ command: EditingCommand) {
    let text = storage.substring(range)
    switch command {
    case .useSelectionForFind: take { $0.searchText = text }
    // If the delegate refuses to delete the text, it is not cut either (FLD-10).
    case .cut: if change(rangeToDelete, to: "", as: .other) { take { $0.pasteboard.text = text } }
    default: take { $0.pasteboard.text = text }
    }
  }

  private var findSession: FindSession { FindSession(query: clipboardInUse.searchText) }

  /// Selects the next misspelled word after the selection, or else the first one (6.4, AST-53).
  private func selectNextMisspelling() {
    let words = misspelledRanges
    select(words.first { $0.start >= selection.range.end } ?? words.first)
  }

  private func select(_ match: TextRange?) {
    guard let match else { return }
    mutate { $0.select(Selection(anchor: match.start, head: match.end), into: &$1) }
  }

  /// Swaps the characters around the caret; at the end of a line, the two before it (6.2).
  private func transpose() {
    guard selection.isCaret else { return }
    var middle = selection.head
    if middle == storage.paragraphEnd(at: middle) {
      middle = storage.characterStart(before: middle)
    }
    guard middle > storage.paragraphStart(at: middle), middle < storage.count else { return }
    let left = storage.characterStart(before: middle)
    let right = storage.characterEnd(after: middle)
    let swapped =
      storage.substring(TextRange(middle, right)) + storage.substring(TextRange(left, middle))
    change(TextRange(left, right), to: swapped, as: .other)
  }
}
