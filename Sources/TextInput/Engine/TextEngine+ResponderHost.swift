// SPDX-License-Identifier: Apache-2.0
public import Keys

extension TextEngine {
  /// The size of the screen, in cells; set it when the terminal is resized (NTF-15).
  public var screen: CellSize {
    get { keyboardArea.screen }
    set { keyboardArea.screen = newValue }
  }
}

/// The engine as seen by windows and views.
extension TextEngine: ResponderHost {
  package var keyboardFrame: CellRect? { keyboardArea.isShown ? keyboardArea.frame : nil }

  package func makeKey(_ window: Window) { focusTracker.makeKey(window) }
  package func close(_ window: Window) { focusTracker.close(window) }

  package func focusWillMove() { keyboardArea.focusWillMove() }
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
