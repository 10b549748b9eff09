// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The line for an event of the keyboard area.
struct KeyboardLine: Encodable {
  private let event: String?
  private let curve: String
  private let duration: Double
  private let frameBegin: [Int]
  private let frameEnd: [Int]
  private let isLocal: Bool

  init(event: String?, change: KeyboardChange, isLocal: Bool) {
    self.event = event
    self.isLocal = isLocal
    curve = change.curve.wireWord
    let (seconds, attoseconds) = change.duration.components
    duration = Double(seconds) + Double(attoseconds) / 1e18
    frameBegin = change.frameBegin.numbers
    frameEnd = change.frameEnd.numbers
  }
}

extension CellRect {
  /// The rectangle on the wire.
  fileprivate var numbers: [Int] { [x, y, width, height] }
}
