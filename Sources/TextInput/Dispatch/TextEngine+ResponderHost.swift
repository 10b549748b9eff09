// SPDX-License-Identifier: Apache-2.0
package import Keys

/// What windows and views ask of the engine.
extension TextEngine: ResponderHost {
  package var keyboardFrame: CellRect? { keyboardArea.isShown ? keyboardArea.frame : nil }

  package func makeKey(_ window: Window) { focusTracker.makeKey(window) }
  package func close(_ window: Window) { focusTracker.close(window) }

  package func focusWillMove() { keyboardArea.isFocusMoving = true }
  package func finishInput() { focusTracker.finishInput() }
  package func focusIsMoving() { focusTracker.focusIsMoving() }
  package func focusDidMove() { focusTracker.focusDidMove() }
  package func reloadInputViews() { keyboardArea.reload() }

  package func editingIsBeginning(in text: any EditingResponder) {
    if let view = text as? TextView { keyboardArea.announce(for: view) }
  }
}

extension Window {
  /// The engine it belongs to; nil once it is closed.
  var engine: TextEngine? { host as? TextEngine }

  /// What stands at the bottom of its screen.
  package var keyboardArea: KeyboardArea? { engine?.keyboardArea }
}
