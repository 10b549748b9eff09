// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import TextInput

/// A source whose next key comes after an extension has answered the one before.
final class AnsweredKeys<Source: KeySource>: KeySource {
  private let source: Source
  private let tried: TriedExtension
  /// Called before the source waits for an answer, which may then be changed.
  var willSettle: () -> Void = {}

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - source: the keys.
  ///   - tried: the extension.
  init(_ source: Source, answeredBy tried: TriedExtension) {
    (self.source, self.tried) = (source, tried)
  }

  var willWait: (() -> Void)? {
    get { source.willWait }
    set { source.willWait = newValue }
  }

  func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws -> Occurrence {
    if tried.isAwaited {
      willSettle()
      source.willWait?()
      try tried.settle()
    }
    // If the deadline was that of the answer, nothing is due then.
    return try source.next(before: deadline, into: &frame)
  }

  func light(_ leds: LockLEDs, on device: DeviceID) { source.light(leds, on: device) }
  func setGrabbed(_ isWanted: Bool) { source.setGrabbed(isWanted) }
  func setDrawing(_ isWanted: Bool) { source.setDrawing(isWanted) }
}
