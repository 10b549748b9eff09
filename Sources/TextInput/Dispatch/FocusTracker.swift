// SPDX-License-Identifier: Apache-2.0

/// The windows, the focus, and the consequences of moving focus (4.2, RSP-12).
///
/// The requests and notifications of a move are in `Window+Focus`.
final class FocusTracker {
  private let state: EngineState
  private let performer: ActionPerformer
  private let modes: ModeTracker
  private let operations: Operations
  private let link: HostLink
  /// The traits that were last reported, with their container.
  private var reportedTraits: (ContainerID, TextInputTraits)?
  private var containerCount: UInt32 = 0
  private var windowCount: UInt32 = 0

  /// Creates the tracker of an engine without windows.
  init(
    _ performer: ActionPerformer, _ modes: ModeTracker, _ operations: Operations, link: HostLink
  ) {
    state = performer.state
    self.performer = performer
    self.modes = modes
    self.operations = operations
    self.link = link
  }

  private var composition: CompositionStage { performer.stages.composition }
  /// The focused container; nil if no container has focus.
  private var container: TextContainer? { state.container }

  // MARK: Windows

  /// Creates a window at the back of the others; it becomes the key window if there is none.
  func makeWindow(name: String, user: UInt32?) -> Window {
    let window = Window(name: name)
    window.user = user
    adopt(window)
    if state.keyWindow == nil { makeKey(window) }
    return window
  }

  /// Adds the first window, which becomes the key window.
  func begin(with window: Window) {
    adopt(window)
    state.keyWindow = window
  }

  private func adopt(_ window: Window) {
    window.host = link.host
    window.id = WindowID(rawValue: windowCount)
    windowCount += 1
    state.windows.append(window)
  }

  func makeKey(_ window: Window) {
    guard window !== state.keyWindow, window.host === link.host else { return }
    if !state.isInactive { suspend() }
    // A delegate that was notified of the end of editing may have closed the window.
    guard window.host === link.host else { return }
    state.keyWindow = window
    if !state.isInactive { keyWindowDidChange() }
  }

  private func keyWindowDidChange() {
    focusIsMoving()
    focusDidMove()
  }

  func close(_ window: Window) {
    guard window.host === link.host, !window.isClosing else { return }
    window.isClosing = true
    if window.focused != nil {
      window.endFocus()
    } else if state.keyWindow === window {
      finishInput()
    }
    state.windows.removeAll { $0 === window }
    if state.keyWindow === window {
      state.keyWindow = state.windows.last
      if !state.isInactive { keyWindowDidChange() }
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
    guard isActive == state.isInactive else { return }
    if isActive {
      state.isInactive = false
      performer.stages.sequence.end()
      // A dead key pressed in the meantime must not combine with a letter typed here.
      state.compositionAbandoned()
      resume()
    } else {
      suspend()
      state.isInactive = true
      focusIsMoving()
    }
  }

  /// Finishes pending input while keys go elsewhere, but ends no editing.
  private func suspend() {
    finishInput()
    container?.commitMarkedText()
    container?.breakUndoCoalescing()
    if let container { composition.methods.contextDidChange(in: container) }
  }

  /// Resumes with the key window's first responder, which may have changed.
  private func resume() {
    focusIsMoving()
    modes.followFocus()
    if let container, !hasReported(container.traits, of: container) {
      reportTraits(of: container)
      state.candidateRow.reloadFillings()
    } else if state.candidateRow.fillingsOwner != container?.id {
      // Nothing is offered while the engine is inactive, even if focus moves.
      state.candidateRow.reloadFillings()
    }
    state.keyboardArea.focusMayHaveChanged()
  }

  /// Ends everything that a key press began.
  func finishInput() { performer.finishInput() }

  /// Records that focus is now with another responder or with none; nothing is reported yet.
  func focusIsMoving() {
    state.hasFocus = state.firstResponder != nil
    let new = state.firstResponder as? TextContainer
    guard new !== container else { return }
    state.assistance.dropPredictions()
    if let old = container {
      if !state.isInactive { composition.methods.contextDidChange(in: old) }
      operations.cancelRequests(about: old)
    }
    state.container = new
    new?.helpMayBegin()
  }

  /// Updates mode, traits and keyboard area after focus has moved (4.2, RSP-12).
  func focusDidMove() {
    // Done before the traits are reported, so that a key after the one that moved focus finds both
    // up to date (RSP-12).
    modes.followFocus()
    if let container { reportTraits(of: container) }
    state.candidateRow.reloadFillings()
    state.keyboardArea.focusMayHaveChanged()
  }

  /// Reports changed traits of the focused container (TRT-2).
  func reportTraitsChange(of container: TextContainer) {
    modes.followPreference()
    reportTraits(of: container)
    state.candidateRow.reloadFillings()
  }

  private func hasReported(_ traits: TextInputTraits, of container: TextContainer) -> Bool {
    reportedTraits.map { $0 == container.id && $1 == traits } ?? false
  }

  private func reportTraits(of container: TextContainer) {
    reportedTraits = (container.id, container.traits)
    state.queue.append(.traitsDidChange(container.id, container.traits))
  }
}
