// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The owner of windows: the engine, as seen by views and controllers.
package protocol ViewHost: AnyObject {
  /// The last responder of the chain.
  var application: Responder { get }
  /// The rectangle of the keyboard area; nil while it is hidden.
  var keyboardFrame: CellRect? { get }
}

/// A view that is notified when its host changes.
package protocol HostedView: View {
  /// Called when the view has been moved to another host; nil for none.
  func hostDidChange(to host: (any ViewHost)?)
}

/// A window, as seen by the views and controllers in it.
///
/// They do not name the class, so that views and the focus within a window do not depend on each
/// other.
protocol ViewRoot: View {
  /// The owner of the window; nil once the window is closed.
  var viewHost: (any ViewHost)? { get }
  /// The controllers presented in the window, the topmost last.
  var presented: [ViewController] { get set }

  /// Reports whether the responder with focus is a view, is inside it, or is the controller of a
  /// view inside it.
  func hasFocus(inside view: View) -> Bool
  /// Asks the responder with focus to give it up; returns whether no responder has focus now.
  func resignFocus() -> Bool
  /// Removes focus without asking (RSP-5).
  func endFocus()
}

extension Responder {
  /// The window that this responder's chain goes through, as seen by views; nil if it goes through
  /// none.
  final var root: (any ViewRoot)? {
    var candidate: Responder? = self
    while let responder = candidate {
      if let root = responder.asRoot { return root }
      candidate = responder.next
    }
    return nil
  }
}
