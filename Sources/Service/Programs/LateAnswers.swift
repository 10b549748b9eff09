// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Counts the containers and commands that have opted in to requests.
///
/// Without any, keys cost less.
final class LateAnswers {
  private let engine: TextEngine
  private var count = 0 {
    didSet { engine.allowsLateAnswers = count > 0 }
  }

  init(_ engine: TextEngine) { self.engine = engine }

  /// Allows late answers while it exists.
  final class Need {
    private let answers: LateAnswers

    init(_ answers: LateAnswers) {
      self.answers = answers
      answers.count += 1
    }

    deinit { answers.count -= 1 }
  }
}
