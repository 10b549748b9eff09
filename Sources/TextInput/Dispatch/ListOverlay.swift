// SPDX-License-Identifier: Apache-2.0
import Keys

/// An open list in front of the text that receives the keys: modes, completions, values to fill in.
///
/// A key without a meaning in the list closes it, and is then processed by the text (AST-23).
final class ListOverlay: KeyOverlay {
  private(set) var list: CandidateList
  private unowned let engine: TextEngine
  private let text: ContainerID?
  private let choose: (Int) -> Void

  /// Opens a list; `choose` is called with the chosen index after the list has closed.
  ///
  /// A list about the text at the caret closes when the text, the selection or the traits change. A
  /// choice can then not be inserted in a wrong place, and no word of a text that became secret
  /// stays visible.
  init(
    _ list: CandidateList, about text: ContainerID?, in engine: TextEngine,
    choose: @escaping (Int) -> Void
  ) {
    self.list = list
    self.text = text
    self.engine = engine
    self.choose = choose
  }

  func handle(_ keystroke: Keystroke) -> Bool {
    guard let key = ListKey(inPages: keystroke) else {
      close()
      return false
    }
    switch key {
    case .move(let move):
      list = list.moved(move)
      engine.candidateRow.setNeedsUpdate()
    case .pick(let number):
      guard let index = list.index(forSelectionKey: number) else {
        close()
        return false
      }
      take(index)
    case .take:
      guard let index = list.highlighted else {
        close()
        return false
      }
      take(index)
    case .dismiss:
      close()
    }
    return true
  }

  func focusWillMove() {
    close()
  }

  func textDidBecome(_ fact: Update) {
    switch fact {
    case .textDidChange(let id, _, _, _), .selectionDidChange(let id, _),
      .selectionDidEnd(let id), .markedDidChange(let id, _, _), .traitsDidChange(let id, _):
      if id == text { close() }
    default: break
    }
  }

  func close() {
    engine.stages.overlay.didClose(self)
  }

  func take(_ index: Int) {
    close()
    choose(index)
  }
}
