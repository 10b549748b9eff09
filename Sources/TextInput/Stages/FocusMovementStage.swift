// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 6 of the dispatch order: keys that move focus.
///
/// F6 moves into an accessory. ⌃⇥ and ⌃⇧⇥ move focus, as do ⇥ and ⇧⇥ outside text views, and the
/// arrows outside text.
final class FocusMovementStage {
  private let state: EngineState

  init(_ state: EngineState) { self.state = state }

  func answer(_ keystroke: Keystroke) -> StageAnswer? {
    enterAccessory(keystroke) ?? moveFocus(keystroke)
  }

  /// F6 moves into an accessory bar.
  private func enterAccessory(_ keystroke: Keystroke) -> StageAnswer? {
    guard keystroke.isAccessoryKey,
      let bar = state.accessoryBars.first(where: { !$0.enabledItems.isEmpty })
    else { return nil }
    let isPress = keystroke.event.phase == .press
    return StageAnswer(.movedFocus, isPress ? [.open(AccessoryFocus(on: bar, state))] : [])
  }

  private func moveFocus(_ keystroke: Keystroke) -> StageAnswer? {
    guard let window = state.keyWindow, let direction = direction(of: keystroke) else {
      return nil
    }
    let order = direction > 0 ? window.focusOrder : window.focusOrder.reversed()
    let next = order.firstIndex { $0 === window.focused }.map { $0 + 1 } ?? 0
    let others = (order[next...] + order[..<next]).filter { $0 !== window.focused }
    switch window.focusFirst(of: others) {
    case .moved, .redirected: return StageAnswer(.movedFocus)
    case .declined, .kept: return nil
    }
  }

  /// Whether a key would move focus, and another view can have it.
  func mayMoveFocus(_ keystroke: Keystroke) -> Bool {
    guard let window = state.keyWindow, direction(of: keystroke) != nil else { return false }
    return window.focusOrder.contains { $0 !== window.focused }
  }

  private func direction(of keystroke: Keystroke) -> Int? {
    // A toolkit moves the focus itself (EXT-16).
    if let container = state.container, !container.performsKeys { return nil }
    let chord = Chord(keystroke.charactersIgnoringModifiers, keystroke.modifiers)
    let isInText = state.container != nil
    switch (chord.input, chord.modifiers) {
    case (.tab, .control), (.tab, []): return 1
    case (.tab, [.control, .shift]), (.tab, .shift): return -1
    case (.downArrow, []), (.rightArrow, []): return isInText ? nil : 1
    case (.upArrow, []), (.leftArrow, []): return isInText ? nil : -1
    default: return nil
    }
  }
}
