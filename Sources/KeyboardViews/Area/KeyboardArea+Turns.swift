// SPDX-License-Identifier: Apache-2.0
/// Changes of the keyboard area, also after `reloadInputViews()`, and their notifications (NTF-4,
/// CIV-6).
extension KeyboardArea {
  /// Collects the input views of the focused responder; they are shown at the end of the turn.
  package final func focusMayHaveChanged() {
    guard let engine else { return }
    let old = inputViews.shown
    inputViews = InputViews(for: engine.keyWindow?.focused)
    // Done before the end of the turn, so that views inside can have focus immediately.
    for supplied in inputViews.shown { supplied.host(in: engine) }
    leaving += old
    needsUpdate = true
  }

  /// Collects the accessory and the input view again, and shows them immediately (CIV-6).
  ///
  /// While focus is moving, they are shown at the end of the turn (NTF-5).
  package final func reload() {
    focusMayHaveChanged()
    if !isFocusMoving { turnDidEnd() }
  }

  /// Announces the area before a text view begins editing (FLD-6).
  package final func announce(for view: TextView) {
    guard let engine, engine.settings.viewShowsBeforeBegin, !isShown,
      announced == nil
    else { return }
    focusMayHaveChanged()
    guard goal.isShown, let window = engine.keyWindow else { return }
    let goal = goal
    owner = window.id
    let change = change(to: goal.frame)
    (frame, isShown) = goal
    announced = change
    report([.willChangeFrame, .willShow], change)
  }

  /// Updates the area for the current focus, and sends the notifications.
  package final func turnDidEnd() {
    guard let engine, !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    needsUpdate = false
    isFocusMoving = false
    for supplied in inputViews.shown {
      supplied.view.forEachView {
        ($0 as? any KeyboardAreaContent)?.turnWillEnd(
          focused: engine.textContainer, columns: vacantFrame.width)
      }
    }
    releaseInputViews(of: engine)
    if let change = announced {
      announced = nil
      report([.didChangeFrame, .didShow], change)
    }
    reportChange(in: engine)
    lastText = (engine.keyWindow?.focused as? TextContainer)?.id
  }

  /// Removes input views that are no longer visible from the chain.
  private func releaseInputViews(of engine: any KeyboardHost) {
    engine.inputViewsDidChange()
    guard !leaving.isEmpty else { return }
    let shown = inputViews.shown
    for old in leaving
    where !shown.contains(where: { $0.view === old.view && $0.owner === old.owner }) {
      // A window in the background may keep the focus inside the view; when it becomes the key
      // window again, the accessory is shown again.
      let isNeeded = engine.windows.contains {
        ($0.focused as? View)?.isDescendant(of: old.view) ?? false
      }
      if !isNeeded { old.release() }
    }
    leaving = []
    // A view may now be supplied by another responder; it could not be inserted before it was
    // removed from its old position in the chain.
    for supplied in shown { supplied.host(in: engine) }
  }

  private func reportChange(in engine: any KeyboardHost) {
    let goal = goal
    if rows.total > 0, let window = engine.keyWindow { owner = window.id }
    let old = (frame: frame, isShown: isShown)
    if old.isShown, goal.isShown, isLegacyMove(in: engine) {
      let hide = change(to: vacantFrame)
      frame = vacantFrame
      let show = change(to: goal.frame)
      frame = goal.frame
      report([.willChangeFrame, .willHide, .didChangeFrame, .didHide], hide)
      report([.willChangeFrame, .willShow, .didChangeFrame, .didShow], show)
      return
    }
    let change = change(to: goal.frame)
    (frame, isShown) = goal
    if goal.isShown != old.isShown {
      report(
        goal.isShown
          ? [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
          : [.willChangeFrame, .willHide, .didChangeFrame, .didHide], change)
    } else if goal.frame != old.frame, !goal.frame.isEmpty || !old.frame.isEmpty {
      report([.willChangeFrame, .didChangeFrame], change)
    }
  }

  /// Whether focus moved between two texts, and old programs expect separate hide and show
  /// notifications (NTF-6).
  private func isLegacyMove(in engine: any KeyboardHost) -> Bool {
    guard engine.settings.legacyHideShow, let last = lastText,
      let now = engine.keyWindow?.focused as? TextContainer
    else { return false }
    return now.id != last
  }

  private func report(_ events: [KeyboardEvent], _ change: KeyboardChange) {
    for event in events {
      engine?.link.queue.append(.keyboard(event, change))
      for body in observers.bodies(for: event) { body(change) }
    }
  }
}
