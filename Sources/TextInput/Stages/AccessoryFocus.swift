// SPDX-License-Identifier: Apache-2.0
import Keys

/// An overlay that passes the keys to a bar while the text keeps focus (CIV-9).
final class AccessoryFocus: KeyOverlay {
  private let state: EngineState
  private(set) var bar: AccessoryBar

  init(on bar: AccessoryBar, _ state: EngineState) {
    self.state = state
    self.bar = bar
    bar.beginHighlighting()
  }

  func handle(_ keystroke: Keystroke) -> OverlayAnswer {
    if keystroke.isAccessoryKey {
      return keystroke.event.phase == .press && !moveOn() ? .close : .handled
    }
    let isPlain = keystroke.modifiers.isDisjoint(with: .chord)
    if isPlain, keystroke.charactersIgnoringModifiers == .escape { return .close }
    return OverlayAnswer(isHandled: bar.handle(keystroke))
  }

  func didClose() { bar.endHighlighting() }

  /// Whether the bar is visible and has enabled items.
  var isUsable: Bool {
    state.accessoryBars.contains { $0 === bar } && !bar.enabledItems.isEmpty
  }

  /// Moves to the next bar with F6.
  ///
  /// - Returns: false from the last bar, after which the text receives the keys again.
  private func moveOn() -> Bool {
    let bars = state.accessoryBars.filter { !$0.enabledItems.isEmpty }
    guard let index = bars.firstIndex(where: { $0 === bar }), index + 1 < bars.count else {
      return false
    }
    bar.endHighlighting()
    bar = bars[index + 1]
    bar.beginHighlighting()
    return true
  }
}

extension Keystroke {
  /// Whether the key is F6 without modifiers, which moves into a bar and on to the next.
  var isAccessoryKey: Bool {
    charactersIgnoringModifiers == Self.accessoryKey && modifiers.isDisjoint(with: .chord)
  }

  private static let accessoryKey = KeyInput.function(6)
}
