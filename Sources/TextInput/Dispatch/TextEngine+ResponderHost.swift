// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The engine as seen by windows and views.
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
  /// The engine of the window; nil once the window is closed.
  var engine: TextEngine? { host as? TextEngine }

  /// The keyboard area of the window's screen.
  package var keyboardArea: KeyboardArea? { engine?.keyboardArea }
}
