// SPDX-License-Identifier: Apache-2.0
import Keys

/// A list that is open in front of the text and has the keys: modes, completions, fillings.
///
/// Every key that is none of the list's closes it and goes on to the text (AST-23).
final class ListOverlay: KeyOverlay {
  private(set) var list: CandidateList
  private unowned let engine: TextEngine
  private let text: ContainerID?
  private let choose: (Int) -> Void

  /// Opens a list; `choose` gets the index of what is chosen, after the list has closed.
  ///
  /// One that is about what stands at a text's caret closes when the text, the selection or what the
  /// text expects changes: what is chosen cannot come in a wrong place, and no word of a text that
  /// has become a secret stays on show.
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
      engine.candidateRow.mayHaveChanged()
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
    engine.candidateRow.mayHaveChanged()
  }

  private func take(_ index: Int) {
    close()
    choose(index)
  }
}
