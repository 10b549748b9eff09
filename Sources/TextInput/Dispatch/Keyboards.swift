// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The attached keyboards, which act as one (NTF-16).
///
/// Connecting and disconnecting keyboards moves no focus, ends no composition and does not change
/// the keyboard area (NTF-17).
final class Keyboards {
  /// The keyboard of the last key.
  var typedOn = DeviceID(rawValue: 0)
  private var attached: [DeviceID: DeviceInfo] = [:]

  var isEmpty: Bool { attached.isEmpty }
  /// The keyboard used last; nil if it is not attached.
  var current: DeviceInfo? { attached[typedOn] }

  /// Adds a keyboard.
  ///
  /// - Returns: whether it is the first.
  func attach(_ device: DeviceInfo) -> Bool {
    attached.updateValue(device, forKey: device.id) == nil && attached.count == 1
  }

  /// Removes a keyboard.
  ///
  /// - Returns: whether it was the last.
  func detach(_ device: DeviceInfo) -> Bool {
    attached.removeValue(forKey: device.id) != nil && attached.isEmpty
  }
}

extension TextEngine {
  /// Whether a keyboard is attached; the UIKit counterpart is `GCKeyboard.coalesced`.
  public var isKeyboardAttached: Bool { !keyboards.isEmpty }

  /// The keyboard used last; nil if it is not attached.
  ///
  /// The target of a command can read the command's keyboard here.
  public var keyboard: DeviceInfo? { keyboards.current }

  /// Adds a keyboard; the first one is reported as `device.connected`.
  ///
  /// - Parameter device: the keyboard.
  public func keyboardAttached(_ device: DeviceInfo) {
    if keyboards.attach(device) { queue.append(.deviceConnected(device)) }
  }

  /// Removes a keyboard; the last one is reported as `device.disconnected`.
  ///
  /// Its held keys are ended by keystrokes that its source synthesizes.
  ///
  /// - Parameter device: the keyboard.
  public func keyboardDetached(_ device: DeviceInfo) {
    if keyboards.detach(device) { queue.append(.deviceDisconnected(device)) }
  }
}
