// SPDX-License-Identifier: Apache-2.0
import Keys

/// Something open in front of the text that wants keys first: candidates, accents, an accessory.
///
/// The text keeps the focus meanwhile.
protocol KeyOverlay: AnyObject {
  /// Is offered a press or an autorepeat.
  ///
  /// - Returns: whether it took the key; what it leaves goes to the text as ever.
  func handle(_ keystroke: Keystroke) -> Bool

  /// Learns that the focus is about to go elsewhere, or that something else opens; it closes.
  func focusWillMove()

  /// Learns what became of a text while it is open, whoever changed it; whatever it is about may not
  /// be there any more.
  func textDidBecome(_ fact: Update)
}

extension KeyOverlay {
  func textDidBecome(_ fact: Update) {}
}

/// Step 2 of the offer order, first part: what is open in front of the text.
final class OverlayStage: EnginePart {
  /// What is open; nil for nothing.
  private(set) var current: (any KeyOverlay)?

  func offer(_ press: OfferedPress) -> Disposition? {
    guard let overlay = current, overlay.handle(press.keystroke) else { return nil }
    // What it did may have closed it.
    engine.endTurn()
    // A held key that closed the overlay must not go on in the text.
    if press.keystroke.event.phase == .press, current !== overlay {
      engine.stages.rawPresses.beginSilent(press.keystroke)
    }
    return .overlay
  }

  /// Opens something in the place of what is open.
  func open(_ overlay: any KeyOverlay) {
    close()
    current = overlay
  }

  /// Closes what is open.
  func close() {
    current?.focusWillMove()
  }

  /// An overlay has closed itself.
  func didClose(_ overlay: any KeyOverlay) {
    if current === overlay { current = nil }
  }

  /// Tells what is open of what became of a text.
  func tell(_ facts: some Sequence<Update>) {
    for fact in facts { current?.textDidBecome(fact) }
  }

  /// Opens a list of candidates; it has the keys until it closes.
  ///
  /// - Parameters:
  ///   - list: what to choose from.
  ///   - container: the text that the list is about; where that changes, the list closes.
  ///   - choose: gets the index of what is chosen, after the list has closed.
  func open(
    _ list: CandidateList, about container: TextContainer? = nil, choose: @escaping (Int) -> Void
  ) {
    open(ListOverlay(list, about: container?.id, in: engine, choose: choose))
    engine.candidateRow.mayHaveChanged()
  }
}
