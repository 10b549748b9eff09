// SPDX-License-Identifier: Apache-2.0
import Keys

/// The attached keyboards, which act as one (NTF-16).
///
/// Connecting and disconnecting keyboards moves no focus, ends no composition and does not change
/// the keyboard area (NTF-17).
final class Keyboards {
  /// The keyboard of the last key.
  var typedOn = DeviceID(rawValue: 0)
  /// The time of the last key.
  var typedAt = Timestamp.zero
  /// The locks that are on.
  var locks: LockLEDs = []
  /// The layouts that the attached keyboards type with.
  var layouts: [DeviceID: ActiveLayout] = [:]
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
    layouts[device.id] = nil
    return attached.removeValue(forKey: device.id) != nil && attached.isEmpty
  }

  /// The press of a digit on the keyboard used last, for a method that has no other way to choose.
  func digit(_ number: Int, at time: Timestamp) -> Keystroke {
    Keystroke(
      event: KeyEvent(
        time: time, device: typedOn, code: KeyCode(rawValue: UInt16(number + 1)), phase: .press),
      keysym: Keysym(rawValue: UInt32(0x30 + number)), text: "\(number)",
      charactersIgnoringModifiers: KeyInput("\(number)"))
  }
}
