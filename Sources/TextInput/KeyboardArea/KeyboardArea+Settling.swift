// SPDX-License-Identifier: Apache-2.0
public import Keys

extension TextEngine {
  /// How large the screen is, in cells; setting it is a resized terminal (NTF-15).
  public var screen: CellSize {
    get { keyboardArea.screen }
    set { keyboardArea.screen = newValue }
  }
}

/// When the keyboard area changes, and what is told of it (NTF-4).
extension KeyboardArea {
  /// Asks the focus what it wants to have shown; the turn's end shows it.
  final func focusMayHaveChanged() {
    guard let engine else { return }
    let old = inputViews.shown
    inputViews = InputViews(for: engine.keyWindow?.focused)
    // Before the turn ends, so that what is inside can have the focus at once.
    for supplied in inputViews.shown { supplied.host(in: engine) }
    leaving += old
    needsUpdate = true
  }

  /// Has accessory and input view asked for anew, at once (CIV-6).
  ///
  /// While the focus is on its way it is the turn's end that shows where it went (NTF-5).
  final func reload() {
    focusMayHaveChanged()
    if !isFocusMoving { settle() }
  }

  /// Announces the area before a text view's editing begins (FLD-6).
  final func announce(for view: TextView) {
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
    tell([.willChangeFrame, .willShow], change)
  }

  /// Brings the area in line with the focus and tells of it.
  final func settle() {
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
      tell([.didChangeFrame, .didShow], change)
    }
    tellOfChange(in: engine)
    lastText = (engine.keyWindow?.focused as? TextContainer)?.id
  }

  /// Takes what is not on show any more out of the chain.
  private func releaseInputViews(of engine: TextEngine) {
    (engine.stages.overlay.current as? AccessoryFocus)?.leaveIfGone()
    guard !leaving.isEmpty else { return }
    let shown = inputViews.shown
    for old in leaving
    where !shown.contains(where: { $0.view === old.view && $0.owner === old.owner }) {
      // A window that is not in front keeps the focus inside: it comes back with its accessory.
      let isNeeded = engine.windows.contains {
        ($0.focused as? View)?.isDescendant(of: old.view) ?? false
      }
      if !isNeeded { old.release() }
    }
    leaving = []
    // One view may be another responder's now: its old place in the chain kept it from the new one.
    for supplied in shown { supplied.host(in: engine) }
  }

  private func tellOfChange(in engine: TextEngine) {
    let goal = goal
    if rows.total > 0, let window = engine.keyWindow { owner = window.id }
    let old = (frame: frame, isShown: isShown)
    if old.isShown, goal.isShown, isLegacyMove(in: engine) {
      let hide = change(to: vacantFrame)
      frame = vacantFrame
      let show = change(to: goal.frame)
      frame = goal.frame
      tell([.willChangeFrame, .willHide, .didChangeFrame, .didHide], hide)
      tell([.willChangeFrame, .willShow, .didChangeFrame, .didShow], show)
      return
    }
    let change = change(to: goal.frame)
    (frame, isShown) = goal
    if goal.isShown != old.isShown {
      tell(
        goal.isShown
          ? [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
          : [.willChangeFrame, .willHide, .didChangeFrame, .didHide], change)
    } else if goal.frame != old.frame, !goal.frame.isEmpty || !old.frame.isEmpty {
      tell([.willChangeFrame, .didChangeFrame], change)
    }
  }

  /// Whether the focus went from one text to another, and old programs expect two series (NTF-6).
  private func isLegacyMove(in engine: TextEngine) -> Bool {
    guard engine.settings.legacyHideShow, let last = lastText,
      let now = engine.keyWindow?.focused as? TextContainer
    else { return false }
    return now.id != last
  }

  private func tell(_ events: [KeyboardEvent], _ change: KeyboardChange) {
    for event in events {
      engine?.queue.append(.keyboard(event, change))
      for body in observers.bodies(for: event) { body(change) }
    }
  }
}
