// SPDX-License-Identifier: Apache-2.0
import Keys

/// An open list in front of the text that receives the keys: modes, completions, values to fill in.
///
/// A key without a meaning in the list closes it, and is then processed by the text (AST-23).
final class ListOverlay: KeyOverlay {
  private(set) var list: CandidateList
  private let state: EngineState
  private let text: ContainerID?
  /// Takes the candidate with an index, after the list has closed; returns the effects on stages.
  let choose: (Int) -> [StageAction]

  /// Creates a list.
  ///
  /// A list about the text at the caret closes when the text, the selection or the traits change. A
  /// choice can then not be inserted in a wrong place, and no word of a text that became secret
  /// stays visible.
  ///
  /// - Parameters:
  ///   - list: the candidates.
  ///   - text: the text that the list is about; nil for none.
  ///   - state: the engine's state.
  ///   - choose: called with the index of the choice, after the list has closed.
  init(
    _ list: CandidateList, about text: ContainerID? = nil, in state: EngineState,
    choose: @escaping (Int) -> [StageAction]
  ) {
    self.list = list
    self.text = text
    self.state = state
    self.choose = choose
  }

  func handle(_ keystroke: Keystroke) -> OverlayAnswer {
    switch ListKey(inPages: keystroke) {
    case .move(let move):
      list = list.moved(move)
      state.candidateRow.setNeedsUpdate()
      return .handled
    case .pick(let number): return take(list.index(forSelectionKey: number))
    case .take: return take(list.highlighted)
    case .dismiss: return .close
    case nil: return .closeAndPassOn
    }
  }

  private func take(_ index: Int?) -> OverlayAnswer {
    guard let index else { return .closeAndPassOn }
    return OverlayAnswer(isHandled: true, closes: true, actions: [.choose(index, of: self)])
  }

  func follow(_ update: Update) -> Bool {
    switch update {
    case .textDidChange(let id, _, _, _), .selectionDidChange(let id, _),
      .selectionDidEnd(let id), .markedDidChange(let id, _, _), .traitsDidChange(let id, _):
      id == text
    default: false
    }
  }
}
