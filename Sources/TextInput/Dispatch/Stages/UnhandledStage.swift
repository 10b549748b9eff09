// SPDX-License-Identifier: Apache-2.0
import Keys

/// Step 9 of the dispatch order: reports an unhandled key press.
final class UnhandledStage: EnginePart {

  func offer(_ press: OfferedPress) -> Disposition {
    if press.keystroke.event.phase == .press {
      engine.queue.append(.pressUnhandled(press.keystroke, in: press.container?.id))
    }
    return .unhandled
  }
}
