// SPDX-License-Identifier: Apache-2.0

/// Which windows there are, who has the focus, and what follows when it moves (4.2, RSP-12).
///
/// `Window+Focus` asks and tells those whom a move concerns.
final class FocusTracker: EnginePart {
  /// The windows, in the order in which they were made.
  private(set) var windows: [Window] = []
  /// The window whose first responder gets keys (RSP-2); nil once all are closed.
  private(set) var keyWindow: Window?
  /// Whether keys are for somebody outside the engine.
  private(set) var isAway = false
  /// Whether anybody has the focus: asked after every frame.
  private(set) var hasFocus = false
  /// Who has the focus, where it is a container.
  private(set) var container: TextContainer?
  /// The last traits that were reported, and whose they are.
  private var toldTraits: (ContainerID, TextInputTraits)?
  private var containerCount: UInt32 = 0
  private var windowCount: UInt32 = 0

  /// Begins with the engine's own window as the key window.
  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    adopt(engine.window)
    keyWindow = engine.window
  }

  /// Who has the focus: the key window's first responder; nobody while the engine is not active.
  var firstResponder: Responder? { isAway ? nil : keyWindow?.focused }

  // MARK: Windows

  /// Makes a window behind the others; it becomes the key window where there is none.
  func makeWindow(name: String) -> Window {
    let window = Window(name: name)
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
    if !isAway { suspend() }
    // Who was told of what ended may have closed it.
    guard window.host === engine else { return }
    keyWindow = window
    if !isAway { keyWindowDidChange() }
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
      if !isAway { keyWindowDidChange() }
    }
    window.host = nil
    window.forEachView { $0.attach(to: nil) }
  }

  func numberContainer() -> ContainerID {
    defer { containerCount += 1 }
    return ContainerID(rawValue: containerCount)
  }

  // MARK: Whether the person looks here

  func setActive(_ isActive: Bool) {
    guard isActive == isAway else { return }
    if isActive {
      isAway = false
      engine.stages.sequence.end()
      // A dead key pressed meanwhile must not wait for a letter typed here.
      engine.compositionAbandoned()
      resume()
    } else {
      suspend()
      isAway = true
      focusIsMoving()
    }
  }

  /// Keys go elsewhere: ends what is under way, but nobody's editing.
  private func suspend() {
    finishInput()
    container?.commitMarkedText()
    container?.breakUndoCoalescing()
    if let container { engine.stages.composition.methods.contextDidChange(in: container) }
  }

  /// Keys are for the key window again, and who has the focus may be another one by now.
  private func resume() {
    focusIsMoving()
    engine.modeTracker.followFocus()
    if let container, !hasTold(container.traits, of: container) {
      tellTraits(of: container)
      engine.candidateRow.reloadFillings()
    } else if engine.candidateRow.fillingsOwner != container?.id {
      // Nothing is offered while nobody looks, wherever the focus goes meanwhile.
      engine.candidateRow.reloadFillings()
    }
    engine.keyboardArea.focusMayHaveChanged()
  }

  /// Ends what a key press began and did not finish: presses are cancelled, a sequence is kept.
  func finishInput() {
    let stages = engine.stages
    stages.overlay.close()
    stages.sequence.end()
    stages.heldKeys.cancel()
    stages.rawPresses.cancelAll()
    container?.endRun()
    stages.composition.finish()
  }

  /// Somebody else has the focus, or nobody; nothing is reported yet.
  func focusIsMoving() {
    hasFocus = firstResponder != nil
    let new = firstResponder as? TextContainer
    guard new !== container else { return }
    if let old = container {
      if !isAway { engine.stages.composition.methods.contextDidChange(in: old) }
      engine.cancelRequests(about: old)
    }
    container = new
  }

  /// The focus is where it is to be: traits and keyboard area follow (4.2, RSP-12).
  func focusDidMove() {
    // Before the traits are told, so that a key behind the one that moved finds both (RSP-12).
    engine.modeTracker.followFocus()
    if let container { tellTraits(of: container) }
    engine.candidateRow.reloadFillings()
    engine.keyboardArea.focusMayHaveChanged()
  }

  /// Reports what the focused container says of its text (TRT-2).
  func traitsDidChange(of container: TextContainer) {
    engine.modeTracker.followPreference()
    tellTraits(of: container)
    engine.candidateRow.reloadFillings()
  }

  private func hasTold(_ traits: TextInputTraits, of container: TextContainer) -> Bool {
    toldTraits.map { $0 == container.id && $1 == traits } ?? false
  }

  private func tellTraits(of container: TextContainer) {
    toldTraits = (container.id, container.traits)
    engine.queue.append(.traitsDidChange(container.id, container.traits))
  }
}

extension TextEngine {
  /// The windows, in the order in which they were made.
  public var windows: [Window] { focusTracker.windows }
  /// The window whose first responder gets keys (RSP-2); nil once all are closed.
  public var keyWindow: Window? { focusTracker.keyWindow }
  /// Who has the focus: the key window's first responder; nobody while the engine is not active.
  public var firstResponder: Responder? { focusTracker.firstResponder }
  /// Whether anybody has the focus.
  public var hasFirstResponder: Bool { focusTracker.hasFocus }
  /// Whether the person looks here; ``setActive(_:)`` says so.
  public var isActive: Bool { !isAway }

  /// Whether keys are for somebody outside the engine.
  var isAway: Bool { focusTracker.isAway }
  /// Who has the focus, where it is a container.
  var textContainer: TextContainer? { focusTracker.container }
  /// Where the chain begins: the first responder, else what is in front of all, the key window's
  /// root controller, the window, the application (RSP-11).
  var firstOfChain: Responder {
    keyWindow.map { $0.focused ?? $0.rootResponder } ?? application
  }

  /// Makes a window behind the others; it becomes the key window where there is none.
  public func makeWindow(name: String) -> Window { focusTracker.makeWindow(name: name) }

  /// Says whether the person looks here.
  ///
  /// While not, no press reaches anybody; what is composed is committed (IME-5) and presses end
  /// (CMD-16). Nobody's editing ends: whoever has the focus still has it when the person looks here
  /// again. A key pressed meanwhile stays silent until it comes up.
  public func setActive(_ isActive: Bool) { focusTracker.setActive(isActive) }
}
