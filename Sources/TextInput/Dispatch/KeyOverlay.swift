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
}

extension TextEngine {
  func offer(_ keystroke: Keystroke, to overlay: any KeyOverlay) -> Disposition? {
    guard overlay.handle(keystroke) else { return nil }
    // What it did may have closed it.
    endTurn()
    // A held key that closed the overlay must not go on in the text.
    if keystroke.event.phase == .press, self.overlay !== overlay { beginSilentPress(keystroke) }
    return .overlay
  }
}
