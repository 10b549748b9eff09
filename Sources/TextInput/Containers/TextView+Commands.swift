// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

extension TextView {
  /// Whether an editing command would take its key now.
  ///
  /// Movements and deletions always do, also where nothing is left to move or delete.
  public func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .cut, .copy: !selection.isCaret && !traits.isSecureTextEntry
    case .paste, .pastePlain: !pasteboard.text.isEmpty
    case .undo: document.canUndo || document.marked != nil
    case .redo: document.canRedo && document.marked == nil
    case .cancel: document.marked != nil
    default: true
    }
  }

  /// Performs an editing command.
  public func perform(_ command: EditingCommand, into updates: inout [Update]) {
    let runsOn = isKilling && command == .killParagraphEnd
    if !command.isVertical { goalColumn = nil }
    isKilling = command == .killParagraphEnd
    if document.marked != nil, performWhileMarked(command, into: &updates) { return }
    if let movement = command.movement(pageLength: pageLength) {
      return move(movement, into: &updates)
    }
    if let extension_ = command.extending(pageLength: pageLength) {
      return extend(extension_.movement, growing: extension_.grows, into: &updates)
    }
    if command.deletes {
      return delete(command, continuingKill: runsOn, into: &updates)
    }
    edit(command, into: &updates)
  }

  /// What a command does to marked text; the commands left over act after it is committed.
  private func performWhileMarked(
    _ command: EditingCommand, into updates: inout [Update]
  ) -> Bool {
    switch command {
    case .undo, .cancel:
      document.cancelMarked(into: &updates)
      return true
    case .deleteBackward where selection.isCaret:
      deleteBackwardInMarkedText(into: &updates)
      return true
    case .insertNewline:
      // IME-3: while text is marked, Return commits it and does nothing else.
      document.unmark(into: &updates)
      return true
    default:
      // A movement that stays inside keeps the marking (INP-9).
      if command.movement(pageLength: pageLength) == nil { document.unmark(into: &updates) }
      return false
    }
  }

  private func edit(_ command: EditingCommand, into updates: inout [Update]) {
    let range = selection.range
    switch command {
    case .insertNewline: document.edit(range, with: "\n", as: .other, into: &updates)
    case .insertLineBreak: document.edit(range, with: "\u{2028}", as: .other, into: &updates)
    case .insertTab: document.edit(range, with: "\t", as: .typing, into: &updates)
    case .insertStraightQuote: document.edit(range, with: "'", as: .typing, into: &updates)
    case .insertStraightDoubleQuote: document.edit(range, with: "\"", as: .typing, into: &updates)
    case .openLine:
      document.edit(range, with: "\n", as: .other, caret: range.start, into: &updates)
    case .yank: document.edit(range, with: killBuffer.text, as: .other, into: &updates)
    case .transpose: transpose(into: &updates)
    case .selectAll:
      document.select(Selection(anchor: 0, head: storage.count), into: &updates)
    case .deselect: document.select(Selection(caret: selection.head), into: &updates)
    case .copy: pasteboard.text = storage.substring(range)
    case .cut:
      pasteboard.text = storage.substring(range)
      document.edit(range, with: "", as: .other, into: &updates)
    case .paste, .pastePlain:
      document.edit(range, with: pasteboard.text, as: .other, into: &updates)
    case .undo: document.undo(into: &updates)
    case .redo: document.redo(into: &updates)
    default: break
    }
  }

  /// Swaps the characters around the caret, at the end of a line the two before it (6.2).
  private func transpose(into updates: inout [Update]) {
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
    document.edit(TextRange(left, right), with: swapped, as: .other, into: &updates)
  }
}
