// SPDX-License-Identifier: Apache-2.0

/// The windows and the focus, as programs read them.
extension TextEngine {
  /// The windows, in the order in which they were created.
  public var windows: [Window] { state.windows }
  /// The window whose first responder receives keys (RSP-2); nil once all windows are closed.
  public var keyWindow: Window? { state.keyWindow }
  /// The key window's first responder; nil while the engine is inactive.
  public var firstResponder: Responder? { state.firstResponder }
  /// Whether a responder has focus.
  public var hasFirstResponder: Bool { state.hasFocus }
  /// Whether the engine is active, as set by ``setActive(_:)``.
  public var isActive: Bool { !isInactive }

  /// Whether the engine is inactive, so that keys are for another program.
  var isInactive: Bool { state.isInactive }
  /// The focused container; nil if no container has focus.
  package var textContainer: TextContainer? { state.container }
  /// The first responder of the chain: the focused one, or else the topmost controller, the key
  /// window's root controller, the window, or the application (RSP-11).
  var firstOfChain: Responder {
    state.firstOfChain
  }

  /// Creates a window at the back of the others; it becomes the key window if there is none.
  ///
  /// - Parameters:
  ///   - name: the window's name.
  ///   - user: the user whose program the window belongs to; nil for the user of this process.
  /// - Returns: the window.
  public func makeWindow(name: String, user: UInt32? = nil) -> Window {
    focusTracker.makeWindow(name: name, user: user)
  }

  /// Activates or deactivates the engine, depending on whether the user types into this program.
  ///
  /// While the engine is inactive, presses reach no responder; marked text was committed (IME-5),
  /// and presses were ended (CMD-16). Editing does not end: the focused responder keeps focus until
  /// the engine is active again. A key pressed in the meantime is ignored until it is released.
  ///
  /// - Parameter isActive: whether the engine should be active.
  public func setActive(_ isActive: Bool) {
    focusTracker.setActive(isActive)
    performer.reportInk()
  }
}
