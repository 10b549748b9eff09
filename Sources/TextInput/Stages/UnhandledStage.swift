// SPDX-License-Identifier: Apache-2.0
import Keys

/// Step 9 of the dispatch order: reports an unhandled key press.
final class UnhandledStage {
  private let state: EngineState

  init(_ state: EngineState) { self.state = state }

  func offer(_ press: OfferedPress) -> Disposition {
    if press.keystroke.event.phase == .press {
      state.queue.append(.pressUnhandled(press.keystroke, in: press.container?.id))
    }
    return .unhandled
  }
}
