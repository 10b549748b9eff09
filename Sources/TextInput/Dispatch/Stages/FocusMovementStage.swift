// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 6 of the offer order: F6 gives the keys to an accessory; ⌃⇥ and ⌃⇧⇥, outside text views also ⇥ and ⇧⇥, outside
/// text the arrows, move the focus.
final class FocusMovementStage: EnginePart {

  func offer(_ press: OfferedPress) -> Disposition? {
    engine.enterAccessory(press.keystroke) ?? moveFocus(press.keystroke)
  }

  private func moveFocus(_ keystroke: Keystroke) -> Disposition? {
    guard let window = engine.keyWindow, let direction = direction(of: keystroke) else {
      return nil
    }
    let order = direction > 0 ? window.focusOrder : window.focusOrder.reversed()
    let next = order.firstIndex { $0 === window.focused }.map { $0 + 1 } ?? 0
    let others = (order[next...] + order[..<next]).filter { $0 !== window.focused }
    switch window.focusFirst(of: others) {
    case .moved, .redirected: return .movedFocus
    case .declined, .kept: return nil
    }
  }

  /// Whether a key would be asked to move the focus, and there is somebody to move it to.
  func mayMoveFocus(_ keystroke: Keystroke) -> Bool {
    guard let window = engine.keyWindow, direction(of: keystroke) != nil else { return false }
    return window.focusOrder.contains { $0 !== window.focused }
  }

  private func direction(of keystroke: Keystroke) -> Int? {
    let chord = Chord(keystroke.charactersIgnoringModifiers, keystroke.modifiers)
    let isInText = engine.textContainer != nil
    switch (chord.input, chord.modifiers) {
    case (.tab, .control), (.tab, []): return 1
    case (.tab, [.control, .shift]), (.tab, .shift): return -1
    case (.downArrow, []), (.rightArrow, []): return isInText ? nil : 1
    case (.upArrow, []), (.leftArrow, []): return isInText ? nil : -1
    default: return nil
    }
  }
}
