// SPDX-License-Identifier: Apache-2.0
import Keys

/// Step 9 of the dispatch order: reports an unhandled key press.
final class UnhandledStage {
  private let state: EngineState

  init(_ state: EngineState) { self.state = state }

  func answer(_ keystroke: Keystroke, _ survey: PressSurvey) -> Disposition {
    if keystroke.event.phase == .press {
      state.queue.append(.pressUnhandled(keystroke, in: survey.container?.id))
    }
    return .unhandled
  }
}
