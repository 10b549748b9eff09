// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Pads

/// One event of a capture, with its device.
package struct CaptureRecord: Hashable, Sendable {
  /// The event as the kernel wrote it.
  package var event: InputEvent
  /// The device's number within the capture.
  package var device: DeviceID

  /// Creates a record from its parts.
  package init(event: InputEvent, device: DeviceID) {
    self.event = event
    self.device = device
  }
}

/// A device as described in a capture.
package struct CaptureDevice: Hashable, Sendable {
  /// The device's names and numbers; `repeatsInKernel` is true if the capture does not say.
  package var info: DeviceInfo
  /// Whether the capture hides its letters as `KEY_A`; may become true while reading.
  package var hidesLetters: Bool
  /// By how many microseconds time stepped back first; nil if it has not, so far.
  package var stepBack: Int64?
  /// The surface of a pad, or why a pad cannot be drawn on; nil for another device.
  package var pad: Result<PadSurface, PadFlaw>?

  /// Creates a description from its parts.
  package init(
    info: DeviceInfo, hidesLetters: Bool = false, stepBack: Int64? = nil,
    pad: Result<PadSurface, PadFlaw>? = nil
  ) {
    self.info = info
    self.pad = pad
    self.hidesLetters = hidesLetters
    self.stepBack = stepBack
  }
}

/// A reader of the records of one format.
protocol RecordReader: AnyObject {
  /// The devices, complete after the first batch.
  var devices: [CaptureDevice] { get }

  /// Replaces the batch with the next records, as many as one block of the file holds.
  ///
  /// - Parameter batch: the array to fill.
  /// - Returns: false at the end of the file; the batch is then empty.
  /// - Throws: all mistakes in the file, after the last record before the first mistake was
  ///   returned.
  func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool
}
