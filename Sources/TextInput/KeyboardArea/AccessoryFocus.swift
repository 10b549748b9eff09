// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys are a bar's while the text keeps the focus (CIV-9).
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
      if keystroke.event.phase == .press { goOn() }
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

  /// Gives the keys back where the bar is not on show any more, or has nothing left to activate.
  func leaveIfGone() {
    let isThere = engine.accessoryBars.contains { $0 === bar } && !bar.enabledItems.isEmpty
    if !isThere { leave() }
  }

  /// F6 goes through the bars and back to the text.
  private func goOn() {
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
  /// The bars on show, from top to bottom.
  var accessoryBars: [AccessoryBar] {
    guard keyboardArea.isFollowing else { return [] }
    var bars: [AccessoryBar] = []
    for supplied in keyboardArea.inputViews.shown {
      supplied.view.forEachView { view in
        if let bar = view as? AccessoryBar, bar.isShown { bars.append(bar) }
      }
    }
    return bars
  }

  /// Step 6 of the offer order: F6 gives the keys to an accessory.
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
  /// F6 without modifiers.
  fileprivate var isAccessoryKey: Bool {
    charactersIgnoringModifiers == Self.accessoryKey && modifiers.isDisjoint(with: .chord)
  }

  private static let accessoryKey = KeyInput.function(6)
}
