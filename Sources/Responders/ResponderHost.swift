// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The owner of windows: the engine, as seen by windows.
package protocol ResponderHost: ViewHost {
  /// The size of the screen, in cells.
  var screen: CellSize { get }
  /// The window whose first responder receives keys; nil once all windows are closed.
  var keyWindow: Window? { get }

  /// Makes a window the key window.
  func makeKey(_ window: Window)
  /// Closes a window.
  func close(_ window: Window)

  /// Called before the focus of the key window moves.
  func focusWillMove()
  /// Ends everything that a key press began, such as an open list.
  func finishInput()
  /// Called when focus has moved to another responder or to none, before it is reported.
  func focusIsMoving()
  /// Called before a text of the key window is notified that its editing begins.
  func editingIsBeginning(in text: any EditingResponder)
  /// Called after focus has moved and the move was reported.
  func focusDidMove()
  /// Called when the first responder's input views changed.
  func reloadInputViews()
}
