// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The keyboards that are attached; they act as one (NTF-16).
///
/// Their coming and going moves no focus, ends no composition and leaves the keyboard area as it is (NTF-17).
final class Keyboards {
  /// The keyboard that the last key was of.
  var typedOn = DeviceID(rawValue: 0)
  private var attached: [DeviceID: DeviceInfo] = [:]

  var isEmpty: Bool { attached.isEmpty }
  /// The keyboard that is typed on, or was last; nil for one that is not attached.
  var current: DeviceInfo? { attached[typedOn] }

  /// - Returns: whether it is the first.
  func attach(_ device: DeviceInfo) -> Bool {
    attached.updateValue(device, forKey: device.id) == nil && attached.count == 1
  }

  /// - Returns: whether it was the last.
  func detach(_ device: DeviceInfo) -> Bool {
    attached.removeValue(forKey: device.id) != nil && attached.isEmpty
  }
}

extension TextEngine {
  /// Whether any keyboard is attached; UIKit's counterpart is `GCKeyboard.coalesced`.
  public var isKeyboardAttached: Bool { !keyboards.isEmpty }

  /// The keyboard that is typed on, or was last; nil for one that is not attached.
  ///
  /// Who performs a command may ask here which keyboard it came from.
  public var keyboard: DeviceInfo? { keyboards.current }

  /// Learns of a keyboard; the first one is reported as `device.connected`.
  public func keyboardAttached(_ device: DeviceInfo) {
    if keyboards.attach(device) { queue.append(.deviceConnected(device)) }
  }

  /// Learns that a keyboard has gone; the last one is reported as `device.disconnected`.
  ///
  /// What was held on it is ended by the keystrokes that its source makes up.
  public func keyboardDetached(_ device: DeviceInfo) {
    if keyboards.detach(device) { queue.append(.deviceDisconnected(device)) }
  }
}
