// SPDX-License-Identifier: Apache-2.0
package import Keys

/// One event of a capture, and the device it came from.
package struct CaptureRecord: Hashable, Sendable {
  /// The event as the kernel wrote it.
  package var event: InputEvent
  /// The device; its number counts the devices of the capture.
  package var device: DeviceID

  /// Makes a record from its parts.
  package init(event: InputEvent, device: DeviceID) {
    self.event = event
    self.device = device
  }
}

/// What a capture tells of one of its devices.
package struct CaptureDevice: Hashable, Sendable {
  /// Names and numbers; `repeatsInKernel` is true where the capture does not say.
  package var info: DeviceInfo
  /// Whether the capture was made with its letters hidden as `KEY_A`; may turn true while reading.
  package var hidesLetters: Bool

  /// Makes a description from its parts.
  package init(info: DeviceInfo, hidesLetters: Bool = false) {
    self.info = info
    self.hidesLetters = hidesLetters
  }
}

/// One format's way of getting records out of bytes.
protocol RecordReader: AnyObject {
  /// The devices, complete once the first batch is there.
  var devices: [CaptureDevice] { get }

  /// Replaces the batch by the next records, as many as one block of the file holds.
  ///
  /// - Returns: false at the end of the file; the batch is empty then.
  /// - Throws: after the last good record, everything that is wrong with the file.
  func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool
}
