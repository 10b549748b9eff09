// SPDX-License-Identifier: Apache-2.0
import Keys

/// Step 9 of the offer order: nobody wanted the key, and that is reported.
final class UnhandledStage: EnginePart {

  func offer(_ press: OfferedPress) -> Disposition {
    if press.keystroke.event.phase == .press {
      engine.queue.append(.pressUnhandled(press.keystroke, in: press.container?.id))
    }
    return .unhandled
  }
}
