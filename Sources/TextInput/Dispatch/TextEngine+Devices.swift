// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Attached keyboards act as one (NTF-16). Their coming and going moves no focus, ends no
/// composition and leaves the keyboard area as it is (NTF-17).
extension TextEngine {
  /// Whether any keyboard is attached; UIKit's counterpart is `GCKeyboard.coalesced`.
  public var isKeyboardAttached: Bool { !keyboards.isEmpty }

  /// Learns of a keyboard; the first one is reported as `device.connected`.
  public func keyboardAttached(_ device: DeviceInfo) {
    guard keyboards.updateValue(device, forKey: device.id) == nil, keyboards.count == 1 else {
      return
    }
    queue.append(.deviceConnected(device))
  }

  /// Learns that a keyboard has gone; the last one is reported as `device.disconnected`.
  ///
  /// What was held on it is ended by the keystrokes that its source makes up.
  public func keyboardDetached(_ device: DeviceInfo) {
    guard keyboards.removeValue(forKey: device.id) != nil, keyboards.isEmpty else { return }
    queue.append(.deviceDisconnected(device))
  }
}
