// SPDX-License-Identifier: Apache-2.0

/// When the keyboard area changes, and what is told of it (NTF-4).
extension TextEngine {
  /// How large the screen is, in cells; setting it is a resized terminal (NTF-15).
  public var screen: CellSize {
    get { keyboardArea.screen }
    set { keyboardArea.screen = newValue }
  }

  /// Asks the focus what it wants to have shown; the turn's end shows it.
  func keyboardMayHaveChanged() {
    let area = keyboardArea
    let old = area.inputViews.shown
    area.inputViews = InputViews(for: keyWindow?.focused)
    // Before the turn ends, so that what is inside can have the focus at once.
    for supplied in area.inputViews.shown { supplied.host(in: self) }
    area.leaving += old
    area.needsUpdate = true
  }

  /// Has accessory and input view asked for anew, at once (CIV-6).
  ///
  /// While the focus is on its way it is the turn's end that shows where it went (NTF-5).
  func reloadInputViews() {
    keyboardMayHaveChanged()
    if !keyboardArea.isFocusMoving { settleKeyboardArea() }
  }

  /// A turn is over: nobody moves the focus on any more.
  @inline(__always)
  func endTurn() {
    if overlay != nil { settleMenu() }
    if keyboardArea.needsUpdate || keyboardArea.isFollowing { settleKeyboardArea() }
  }

  /// Announces the area before a text view's editing begins (FLD-6).
  func announceKeyboard(for container: TextContainer) {
    let area = keyboardArea
    guard settings.viewShowsBeforeBegin, container is TextView, !area.isShown,
      area.announced == nil
    else { return }
    keyboardMayHaveChanged()
    let goal = area.goal
    guard goal.isShown, let window = keyWindow else { return }
    area.owner = window.id
    let change = area.change(to: goal.frame)
    (area.frame, area.isShown) = goal
    area.announced = change
    tell([.willChangeFrame, .willShow], change)
  }

  /// Brings the area in line with the focus and tells of it.
  func settleKeyboardArea() {
    let area = keyboardArea
    guard !area.isSettling else { return }
    area.isSettling = true
    defer { area.isSettling = false }
    area.needsUpdate = false
    area.isFocusMoving = false
    for supplied in area.inputViews.shown {
      supplied.view.forEachView {
        $0.turnWillEnd(focused: textContainer, columns: area.vacantFrame.width)
      }
    }
    releaseInputViews()
    if let change = area.announced {
      area.announced = nil
      tell([.didChangeFrame, .didShow], change)
    }
    tellOfChange()
    area.lastText = (keyWindow?.focused as? TextContainer)?.id
  }

  /// Takes what is not on show any more out of the chain.
  private func releaseInputViews() {
    (overlay as? AccessoryFocus)?.leaveIfGone()
    guard !keyboardArea.leaving.isEmpty else { return }
    let shown = keyboardArea.inputViews.shown
    for old in keyboardArea.leaving
    where !shown.contains(where: { $0.view === old.view && $0.owner === old.owner }) {
      // A window that is not in front keeps the focus inside: it comes back with its accessory.
      let isNeeded = windows.contains { ($0.focused as? View)?.isDescendant(of: old.view) ?? false }
      if !isNeeded { old.release() }
    }
    keyboardArea.leaving = []
    // One view may be another responder's now: its old place in the chain kept it from the new one.
    for supplied in shown { supplied.host(in: self) }
  }

  private func tellOfChange() {
    let area = keyboardArea
    let goal = area.goal
    if area.rows.total > 0, let window = keyWindow { area.owner = window.id }
    let old = (frame: area.frame, isShown: area.isShown)
    if old.isShown, goal.isShown, isLegacyMove {
      let hide = area.change(to: area.vacantFrame)
      area.frame = area.vacantFrame
      let show = area.change(to: goal.frame)
      area.frame = goal.frame
      tell([.willChangeFrame, .willHide, .didChangeFrame, .didHide], hide)
      tell([.willChangeFrame, .willShow, .didChangeFrame, .didShow], show)
      return
    }
    let change = area.change(to: goal.frame)
    (area.frame, area.isShown) = goal
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
  private var isLegacyMove: Bool {
    guard settings.legacyHideShow, let last = keyboardArea.lastText,
      let now = keyWindow?.focused as? TextContainer
    else { return false }
    return now.id != last
  }

  private func tell(_ events: [KeyboardEvent], _ change: KeyboardChange) {
    for event in events {
      queue.append(.keyboard(event, change))
      for body in keyboardArea.observers.bodies(for: event) { body(change) }
    }
  }
}

extension KeyboardArea {
  /// Whether views in the area follow the text.
  final var isFollowing: Bool { inputViews.accessory != nil || inputViews.input != nil }
}
