// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

extension TextContainer {
  /// Performs an editing command by program, as its key would; those who compose are told (INP-12).
  ///
  /// Cutting, copying and searching for the selection do nothing where
  /// ``canPerform(_:)-(EditingCommand)`` denies them (FLD-3).
  public final func perform(_ command: EditingCommand) {
    carryOut(command)
    engine?.programChanged(self)
  }

  /// Performs an editing command; the engine tells those who compose.
  final func carryOut(_ command: EditingCommand) {
    if !allowsNewlines, command == .insertNewline || command == .insertLineBreak {
      settleCorrection()
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
    edit(command)
  }

  /// What a command does to marked text; the commands left over act after it is committed.
  private func performWhileMarked(_ command: EditingCommand) -> Bool {
    switch command {
    case .undo, .cancel:
      cancelMarking()
      return true
    case .deleteBackward where selection.isCaret:
      deleteBackwardInMarkedText()
      return true
    case .insertNewline, .insertPlainNewline, .insertLineBreak:
      // IME-3: while text is marked, Return commits it and does nothing else.
      commitMarkedText()
      return true
    default:
      // A movement that stays inside keeps the marking (INP-9).
      if command.movement(pageLength: pageLength) == nil { commitMarkedText() }
      return false
    }
  }

  private func edit(_ command: EditingCommand) {
    let range = selection.range
    switch command {
    // FLD-3: a program can have no more of a text than the keys.
    case .cut, .copy, .useSelectionForFind: if canPerform(command) { takeAlong(range, command) }
    case .insertNewline: type("\n", as: .other)
    case .insertLineBreak: type("\u{2028}", as: .other)
    // A field has one line and refuses them.
    case .insertPlainNewline: if allowsNewlines { type("\n", as: .other) }
    case .openLine: if allowsNewlines { change(range, to: "\n", as: .other, caret: range.start) }
    case .insertTab, .insertPlainTab: type("\t")
    case .insertStraightQuote: change(range, to: "'", as: .typing)
    case .insertStraightDoubleQuote: change(range, to: "\"", as: .typing)
    case .yank:
      let killed = clipboardInUse.killBuffer.text
      // Nothing to yank is nothing to put in the place of a selection.
      if !killed.isEmpty { change(range, to: fitting(killed), as: .other) }
    case .transpose: transpose()
    case .selectAll:
      let all = Selection(anchor: 0, head: storage.count)
      mutate { $0.select(all, into: &$1) }
    case .deselect:
      let caret = Selection(caret: selection.head)
      mutate { $0.select(caret, into: &$1) }
    case .paste, .pastePlain:
      change(range, to: fitting(clipboardInUse.pasteboard.text), as: .other)
    case .undo:
      var correction: TextCorrection?
      mutate { correction = $0.undo(into: &$1) }
      if let correction { report(correction, .reverted) }
    case .redo:
      var correction: TextCorrection?
      mutate { correction = $0.redo(into: &$1) }
      if let correction { report(correction, .applied) }
    case .findNext: select(findSession.next(in: storage, from: range.end))
    case .findPrevious: select(findSession.previous(in: storage, before: range.start))
    default: break
    }
  }

  private func takeAlong(_ range: TextRange, _ command: EditingCommand) {
    let text = storage.substring(range)
    switch command {
    case .useSelectionForFind: take { $0.searchText = text }
    // FLD-10: what was refused is not cut.
    case .cut: if change(range, to: "", as: .other) { take { $0.pasteboard.text = text } }
    default: take { $0.pasteboard.text = text }
    }
  }

  private var findSession: FindSession { FindSession(query: clipboardInUse.searchText) }

  private func select(_ match: TextRange?) {
    guard let match else { return }
    mutate { $0.select(Selection(anchor: match.start, head: match.end), into: &$1) }
  }

  /// Swaps the characters around the caret, at the end of a line the two before it (6.2).
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
