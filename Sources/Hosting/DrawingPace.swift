// SPDX-License-Identifier: Apache-2.0
import Keys

/// The times at which the output of a program is drawn.
///
/// After 16 ms of silence output is drawn at once, and otherwise every 16 ms. An update of the
/// program (mode 2026) is drawn as a whole, unless it takes longer than 150 ms:
///
///     output          update begins      it ends
///     ├── 16 ms ──┤   ├── ≤ 150 ms ──────┤ drawn at once if 16 ms have passed
struct DrawingPace {
  /// The shortest time between two drawings, in microseconds.
  private static let interval: Int64 = 16_000
  /// The time that a program has to show a key before something else is drawn, in microseconds.
  static let echoLimit: Int64 = 2_000
  /// The longest time for which an update can delay drawing, in microseconds.
  private static let updateLimit: Int64 = 150_000

  private var lastDrawing = Timestamp.zero
  /// The start of the current update; nil outside of updates and after the limit.
  private var updateStart: Timestamp?

  /// Notes that the program begins or ends an update.
  ///
  /// - Parameters:
  ///   - begins: whether it begins.
  ///   - now: the current time.
  /// - Returns: whether to draw now, before the next update begins.
  mutating func updateChanged(begins: Bool, at now: Timestamp) -> Bool {
    updateStart = begins ? now : nil
    return !begins && now >= lastDrawing.advanced(byMicroseconds: Self.interval)
  }

  /// Returns when to draw the output that has arrived.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the time; not later than `now` for at once.
  func due(at now: Timestamp) -> Timestamp {
    updateStart?.advanced(byMicroseconds: Self.updateLimit)
      ?? max(lastDrawing.advanced(byMicroseconds: Self.interval), now)
  }

  /// Notes a drawing.
  ///
  /// - Parameter now: the current time.
  mutating func drew(at now: Timestamp) {
    lastDrawing = now
    guard let updateStart else { return }
    if now >= updateStart.advanced(byMicroseconds: Self.updateLimit) { self.updateStart = nil }
  }
}
