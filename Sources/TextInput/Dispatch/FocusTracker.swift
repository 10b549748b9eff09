// SPDX-License-Identifier: Apache-2.0

/// The windows, the focus, and the consequences of moving focus (4.2, RSP-12).
///
/// The requests and notifications of a move are in `Window+Focus`.
final class FocusTracker: EnginePart {
  /// The windows, in the order in which they were created.
  private(set) var windows: [Window] = []
  /// The window whose first responder receives keys (RSP-2); nil once all windows are closed.
  private(set) var keyWindow: Window? {
    didSet {
      guard oldValue?.buildsMainMenu != nil || keyWindow?.buildsMainMenu != nil else { return }
      engine.mainMenu.setNeedsRebuild()
    }
  }
  /// Whether the engine is inactive, so that keys are for another program.
  private(set) var isInactive = false
  /// Whether a responder has focus; read after every frame.
  private(set) var hasFocus = false
  /// The focused container; nil if no container has focus.
  private(set) var container: TextContainer?
  /// The traits that were last reported, with their container.
  private var reportedTraits: (ContainerID, TextInputTraits)?
  private var containerCount: UInt32 = 0
  private var windowCount: UInt32 = 0

  /// Connects to the engine, whose own window becomes the key window.
  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    adopt(engine.window)
    keyWindow = engine.window
  }

  /// The key window's first responder; nil while the engine is inactive.
  var firstResponder: Responder? { isInactive ? nil : keyWindow?.focused }

  // MARK: Windows

  /// Creates a window at the back of the others; it becomes the key window if there is none.
  func makeWindow(name: String, user: UInt32?) -> Window {
    let window = Window(name: name)
    window.user = user
    adopt(window)
    if keyWindow == nil { makeKey(window) }
    return window
  }

  private func adopt(_ window: Window) {
    window.host = engine
    window.id = WindowID(rawValue: windowCount)
    windowCount += 1
    windows.append(window)
  }

  func makeKey(_ window: Window) {
    guard window !== keyWindow, window.host === engine else { return }
    if !isInactive { suspend() }
    // A delegate that was notified of the end of editing may have closed the window.
    guard window.host === engine else { return }
    keyWindow = window
    if !isInactive { keyWindowDidChange() }
  }

  private func keyWindowDidChange() {
    focusIsMoving()
    focusDidMove()
  }

  func close(_ window: Window) {
    guard window.host === engine, !window.isClosing else { return }
    window.isClosing = true
    if window.focused != nil {
      window.endFocus()
    } else if keyWindow === window {
      finishInput()
    }
    windows.removeAll { $0 === window }
    if keyWindow === window {
      keyWindow = windows.last
      if !isInactive { keyWindowDidChange() }
    }
    window.host = nil
    window.forEachView { $0.attach(to: nil) }
  }

  func numberText() -> ContainerID {
    defer { containerCount += 1 }
    return ContainerID(rawValue: containerCount)
  }

  // MARK: Activity

  func setActive(_ isActive: Bool) {
    guard isActive == isInactive else { return }
    if isActive {
      isInactive = false
      engine.stages.sequence.end()
      // A dead key pressed in the meantime must not combine with a letter typed here.
      engine.compositionAbandoned()
      resume()
    } else {
      suspend()
      isInactive = true
      focusIsMoving()
    }
  }

  /// Finishes pending input while keys go elsewhere, but ends no editing.
  private func suspend() {
    finishInput()
    container?.commitMarkedText()
    container?.breakUndoCoalescing()
    if let container { engine.stages.composition.methods.contextDidChange(in: container) }
  }

  /// Resumes with the key window's first responder, which may have changed.
  private func resume() {
    focusIsMoving()
    engine.modeTracker.followFocus()
    if let container, !hasReported(container.traits, of: container) {
      reportTraits(of: container)
      engine.candidateRow.reloadFillings()
    } else if engine.candidateRow.fillingsOwner != container?.id {
      // Nothing is offered while the engine is inactive, even if focus moves.
      engine.candidateRow.reloadFillings()
    }
    engine.keyboardArea.focusMayHaveChanged()
  }

  /// Ends everything that a key press began: cancels presses, commits composition, closes overlays
  /// and ends sequences.
  func finishInput() {
    let stages = engine.stages
    stages.overlay.close()
    stages.sequence.end()
    stages.heldKeys.cancel()
    stages.rawPresses.cancelAll()
    container?.endRun()
    stages.composition.finish()
  }

  /// Records that focus is now with another responder or with none; nothing is reported yet.
  func focusIsMoving() {
    hasFocus = firstResponder != nil
    let new = firstResponder as? TextContainer
    guard new !== container else { return }
    engine.assistance.dropPredictions()
    if let old = container {
      if !isInactive { engine.stages.composition.methods.contextDidChange(in: old) }
      engine.cancelRequests(about: old)
    }
    container = new
    new?.helpMayBegin()
  }

  /// Updates mode, traits and keyboard area after focus has moved (4.2, RSP-12).
  func focusDidMove() {
    // Done before the traits are reported, so that a key after the one that moved focus finds both
    // up to date (RSP-12).
    engine.modeTracker.followFocus()
    if let container { reportTraits(of: container) }
    engine.candidateRow.reloadFillings()
    engine.keyboardArea.focusMayHaveChanged()
  }

  /// Reports changed traits of the focused container (TRT-2).
  func reportTraitsChange(of container: TextContainer) {
    engine.modeTracker.followPreference()
    reportTraits(of: container)
    engine.candidateRow.reloadFillings()
  }

  private func hasReported(_ traits: TextInputTraits, of container: TextContainer) -> Bool {
    reportedTraits.map { $0 == container.id && $1 == traits } ?? false
  }

  private func reportTraits(of container: TextContainer) {
    reportedTraits = (container.id, container.traits)
    engine.queue.append(.traitsDidChange(container.id, container.traits))
  }
}

extension TextEngine {
  /// The windows, in the order in which they were created.
  public var windows: [Window] { focusTracker.windows }
  /// The window whose first responder receives keys (RSP-2); nil once all windows are closed.
  public var keyWindow: Window? { focusTracker.keyWindow }
  /// The key window's first responder; nil while the engine is inactive.
  public var firstResponder: Responder? { focusTracker.firstResponder }
  /// Whether a responder has focus.
  public var hasFirstResponder: Bool { focusTracker.hasFocus }
  /// Whether the engine is active, as set by ``setActive(_:)``.
  public var isActive: Bool { !isInactive }

  /// Whether the engine is inactive, so that keys are for another program.
  var isInactive: Bool { focusTracker.isInactive }
  /// The focused container; nil if no container has focus.
  package var textContainer: TextContainer? { focusTracker.container }
  /// The first responder of the chain: the focused one, or else the topmost controller, the key
  /// window's root controller, the window, or the application (RSP-11).
  var firstOfChain: Responder {
    keyWindow.map { $0.focused ?? $0.rootResponder } ?? application
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
  public func setActive(_ isActive: Bool) { focusTracker.setActive(isActive) }
}
