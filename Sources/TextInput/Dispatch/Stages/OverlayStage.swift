// SPDX-License-Identifier: Apache-2.0
import Keys

/// Something open in front of the text that receives keys first: candidates, accents, an accessory.
///
/// The text keeps focus.
protocol KeyOverlay: AnyObject {
  /// Processes a press or a repeat.
  ///
  /// - Returns: whether the key was handled; if not, it is processed by the text as usual.
  func handle(_ keystroke: Keystroke) -> Bool

  /// Called before focus moves or something else opens; the overlay must close.
  func focusWillMove()

  /// Called after any change of a text while the overlay is open; its subject may no longer exist.
  func textDidBecome(_ fact: Update)
}

extension KeyOverlay {
  func textDidBecome(_ fact: Update) {}
}

/// Step 2 of the dispatch order, first part: overlays in front of the text.
final class OverlayStage: EnginePart {
  /// The open overlay; nil for none.
  private(set) var current: (any KeyOverlay)? {
    didSet {
      let queue = engine.queue
      queue.observeChanges(
        current == nil ? nil : { [unowned self] in current?.textDidBecome($0) })
      engine.candidateRow.setNeedsUpdate()
    }
  }

  func offer(_ press: OfferedPress) -> Disposition? {
    guard let overlay = current, overlay.handle(press.keystroke) else { return nil }
    // The overlay may have been closed by its own action.
    engine.endTurn()
    // A held key that closed the overlay must not type into the text.
    if press.keystroke.event.phase == .press, current !== overlay {
      engine.stages.rawPresses.beginSilent(press.keystroke)
    }
    return .overlay
  }

  /// Opens an overlay in place of the open one.
  func open(_ overlay: any KeyOverlay) {
    close()
    current = overlay
  }

  /// Closes the open overlay.
  func close() {
    current?.focusWillMove()
  }

  /// Called after an overlay has closed itself.
  func didClose(_ overlay: any KeyOverlay) {
    if current === overlay { current = nil }
  }

  /// Opens a list of candidates, which receives the keys until it closes.
  ///
  /// - Parameters:
  ///   - list: the candidates.
  ///   - container: the container that the list is about; the list closes when it changes.
  ///   - choose: called with the index of the choice, after the list has closed.
  func open(
    _ list: CandidateList, about container: TextContainer? = nil, choose: @escaping (Int) -> Void
  ) {
    open(ListOverlay(list, about: container?.id, in: engine, choose: choose))
  }
}

extension OverlayStage: CandidateSource {
  var candidates: CandidateList? { (current as? ListOverlay)?.list }
  var choosesAtOnce: Bool { false }
  func choose(_ index: Int) { (current as? ListOverlay)?.take(index) }
}
