// SPDX-License-Identifier: Apache-2.0
import Keys

/// An overlay that passes the keys to a bar while the text keeps focus (CIV-9).
final class AccessoryFocus: KeyOverlay {
  private unowned let engine: TextEngine
  private(set) var bar: AccessoryBar

  init(on bar: AccessoryBar, of engine: TextEngine) {
    self.engine = engine
    self.bar = bar
    bar.beginHighlighting()
  }

  func handle(_ keystroke: Keystroke) -> Bool {
    if keystroke.isAccessoryKey {
      if keystroke.event.phase == .press { moveOn() }
      return true
    }
    let isPlain = keystroke.modifiers.isDisjoint(with: .chord)
    if isPlain, keystroke.charactersIgnoringModifiers == .escape {
      leave()
      return true
    }
    return bar.handle(keystroke)
  }

  func focusWillMove() {
    leave()
  }

  /// Returns the keys to the text if the bar is no longer visible, or has no enabled items.
  func leaveIfHidden() {
    let isVisible = engine.accessoryBars.contains { $0 === bar } && !bar.enabledItems.isEmpty
    if !isVisible { leave() }
  }

  /// Moves to the next bar with F6, and from the last one back to the text.
  private func moveOn() {
    let bars = engine.accessoryBars.filter { !$0.enabledItems.isEmpty }
    guard let index = bars.firstIndex(where: { $0 === bar }), index + 1 < bars.count else {
      return leave()
    }
    bar.endHighlighting()
    bar = bars[index + 1]
    bar.beginHighlighting()
  }

  private func leave() {
    bar.endHighlighting()
    engine.stages.overlay.didClose(self)
  }
}

extension TextEngine {
  /// The visible bars, from top to bottom.
  var accessoryBars: [AccessoryBar] { keyboardArea.bars }

  /// Performs step 6 of the dispatch order: F6 moves into an accessory bar.
  func enterAccessory(_ keystroke: Keystroke) -> Disposition? {
    guard keystroke.isAccessoryKey,
      let bar = accessoryBars.first(where: { !$0.enabledItems.isEmpty })
    else { return nil }
    if keystroke.event.phase == .press {
      stages.overlay.open(AccessoryFocus(on: bar, of: self))
    }
    return .movedFocus
  }
}

extension Keystroke {
  /// Whether the key is F6 without modifiers.
  fileprivate var isAccessoryKey: Bool {
    charactersIgnoringModifiers == Self.accessoryKey && modifiers.isDisjoint(with: .chord)
  }

  private static let accessoryKey = KeyInput.function(6)
}
