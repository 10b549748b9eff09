// SPDX-License-Identifier: Apache-2.0
import Keys

/// Step 2 of the dispatch order, first part: overlays in front of the text.
final class OverlayStage {
  private let state: EngineState
  /// Whether an overlay is open; stored, because it is read several times for each key.
  private(set) var isOpen = false
  /// The open overlay; nil for none.
  private(set) var current: (any KeyOverlay)? {
    didSet {
      isOpen = current != nil
      state.queue.observeChanges(current == nil ? nil : { [unowned self] in textDidBecome($0) })
      state.candidateRow.setNeedsUpdate()
    }
  }

  init(_ state: EngineState) { self.state = state }

  func answer(_ keystroke: Keystroke) -> StageAnswer? {
    guard let overlay = current else { return nil }
    let answer = overlay.handle(keystroke)
    if answer.closes { close(overlay) }
    return answer.isHandled ? StageAnswer(.overlay, answer.actions) : nil
  }

  /// Opens an overlay in place of the open one.
  func open(_ overlay: any KeyOverlay) {
    close()
    current = overlay
    overlay.didOpen()
  }

  /// Closes the open overlay, because focus moves or something else opens.
  func close() {
    if let current { close(current) }
  }

  /// Closes an overlay, if it is still open.
  func close(_ overlay: any KeyOverlay) {
    guard current === overlay else { return }
    current = nil
    overlay.didClose()
  }

  /// Closes an open list, because composition ends.
  func closeList() {
    if let list { close(list) }
  }

  /// The open list; nil for none.
  private var list: ListOverlay? { current as? ListOverlay }

  private func textDidBecome(_ update: Update) {
    if let overlay = current, overlay.follow(update) { close(overlay) }
  }
}

extension OverlayStage: ChoiceStage {
  var candidates: CandidateList? { list?.list }
  var choosesAtOnce: Bool { false }

  func choose(_ index: Int) -> [StageAction] {
    guard let list else { return [] }
    close(list)
    return [.choose(index, of: list)]
  }
}
