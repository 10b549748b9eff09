// SPDX-License-Identifier: Apache-2.0
package import Keys

/// What windows belong to: the engine, as responders see it.
package protocol ResponderHost: AnyObject {
  /// The end of the chain.
  var application: Responder { get }
  /// How large the screen is, in cells.
  var screen: CellSize { get }
  /// Where the keyboard area stands; nil while it is hidden.
  var keyboardFrame: CellRect? { get }
  /// The window whose first responder gets keys; nil once all are closed.
  var keyWindow: Window? { get }

  /// Makes a window the one that gets keys.
  func makeKey(_ window: Window)
  /// Takes a window away.
  func close(_ window: Window)

  /// The key window's focus is about to move.
  func focusWillMove()
  /// Ends what a key press began and did not finish.
  func finishInput()
  /// Somebody else has the focus, or nobody; nothing is reported yet.
  func focusIsMoving()
  /// A text of the key window is about to hear that its editing begins.
  func editingIsBeginning(in text: any EditingResponder)
  /// The focus is where it is to be.
  func focusDidMove()
  /// The first responder has other input views now.
  func reloadInputViews()
}

/// A view that needs to know whose it is.
package protocol HostedView: View {
  /// Learns which host it belongs to now; nil for none.
  func hostDidChange(to host: (any ResponderHost)?)
}
