// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The stroke that a person is drawing with the pointer of a program, which sends it at its end
/// (F026).
///
/// A program that never sends it would stop the pause for ever, so the stroke counts as dropped
/// after a time.
final class PointerStroke {
  /// How long a stroke is expected after `ink.begin`.
  static let longest: Duration = .seconds(30)

  private let schedule: Schedule
  private var cancelTimer: () -> Void = {}

  init(_ schedule: @escaping Schedule) { self.schedule = schedule }

  /// Expects a stroke, in place of one that is expected already.
  ///
  /// - Parameter drop: called if ``end()`` is not called in time.
  func begin(_ drop: @escaping () -> Void) {
    end()
    cancelTimer = schedule(Self.longest, drop)
  }

  /// Expects no stroke any more, because it was drawn or something else was sent.
  func end() {
    cancelTimer()
    cancelTimer = {}
  }
}
