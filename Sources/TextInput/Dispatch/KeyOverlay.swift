// SPDX-License-Identifier: Apache-2.0
import Keys

/// Something open in front of the text that wants keys first: candidates, accents, an accessory.
///
/// It is step 2 of reference 8.3; the text keeps the focus meanwhile.
protocol KeyOverlay: AnyObject {
  /// Is offered a press or an autorepeat.
  ///
  /// - Returns: whether it took the key; what it leaves goes to the text as ever.
  func handle(_ keystroke: Keystroke) -> Bool

  /// Learns that the focus is about to go elsewhere; it closes.
  func focusWillMove()

  /// Learns what became of a text while it is open, whoever changed it; whatever it is about may not
  /// be there any more.
  func textDidBecome(_ fact: Update)
}

extension KeyOverlay {
  func textDidBecome(_ fact: Update) {}
}

extension TextEngine {
  /// Tells what is open in front of a text of the facts that wait since an index.
  func tellOverlay(since start: Int) {
    guard let overlay else { return }
    for fact in Array(queue.updates[start...]) { overlay.textDidBecome(fact) }
  }

  func offer(_ keystroke: Keystroke, to overlay: any KeyOverlay) -> Disposition? {
    guard overlay.handle(keystroke) else { return nil }
    // What it did may have closed it.
    endTurn()
    // A held key that closed the overlay must not go on in the text.
    if keystroke.event.phase == .press, self.overlay !== overlay { beginSilentPress(keystroke) }
    return .overlay
  }
}
