// SPDX-License-Identifier: Apache-2.0

/// One key of one keyboard, from its press to its release.
///
/// The same key code on another keyboard is a different key.
package struct PhysicalKey: Hashable, Sendable {
  /// The keyboard.
  package var device: DeviceID
  /// The key's number.
  package var code: KeyCode

  /// Creates a key from its parts.
  package init(device: DeviceID, code: KeyCode) {
    self.device = device
    self.code = code
  }
}

extension KeyEvent {
  /// The key of the event.
  package var key: PhysicalKey { PhysicalKey(device: device, code: code) }
}
