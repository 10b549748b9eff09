// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Ink: the strokes and the gestures of pads (F026).
extension TextEngine {
  /// Whether a stroke would be taken now: the mode's input method reads ink, and the focused text
  /// takes it.
  ///
  /// Pads are opened only while this is true; ``wantsInkDidChange`` reports its changes.
  public var wantsInk: Bool { performer.wantsInk }

  /// Called at the end of a turn in which ``wantsInk`` has changed, with its value: the owner of
  /// the pads then opens or frees them.
  public var wantsInkDidChange: (Bool) -> Void {
    get { state.wantsInkDidChange }
    set { state.wantsInkDidChange = newValue }
  }

  /// The strokes of the character that is drawn; nil for none.
  public var ink: Ink? { stages.composition.methods.ink }

  /// Processes a stroke or a gesture of a pad; call it in the order of keys and strokes.
  ///
  /// Updates are queued until ``takeUpdates()``. While a keystroke waits, ink is queued behind it.
  /// A menu or a list in front of the text takes no ink, which is then dropped.
  ///
  /// - Parameter ink: the stroke or the gesture.
  /// - Returns: false if nothing takes it (``wantsInk``).
  @discardableResult
  public func handle(_ ink: InkEvent) -> Bool {
    guard waits else { return take(ink) }
    if !isGoingOn, queued(.ink(ink)) { return true }
    // Inside another operation, the ink is a part of that operation.
    guard mayAnswerLate, operations.isBetweenOperations else { return take(ink) }
    // Stays true if the operation waits.
    var isTaken = true
    operations.run(mayWait: true, isKey: true) { [self] in isTaken = take(ink) }
    return isTaken
  }

  private func take(_ ink: InkEvent) -> Bool {
    state.timers.advance(to: ink.time)
    if isHelpDue { assistance.requestWhatIsDue() }
    guard wantsInk, !stages.overlay.isOpen, let container = state.container else { return false }
    stages.composition.take(ink, in: container)
    endTurn()
    return true
  }
}
