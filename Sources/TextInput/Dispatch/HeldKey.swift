// SPDX-License-Identifier: Apache-2.0
import Keys

/// A key that is down: which one, on which keyboard.
struct HeldKey: Hashable {
  var code: KeyCode
  var device: DeviceID

  init(_ event: KeyEvent) {
    code = event.code
    device = event.device
  }
}
