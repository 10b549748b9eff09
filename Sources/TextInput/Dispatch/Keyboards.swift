// SPDX-License-Identifier: Apache-2.0
public import Keys

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

  /// The locks that are on.
  public var locks: LockLEDs { keyboards.locks }

  /// The layouts that the attached keyboards type with, as far as they were reported.
  public var activeLayouts: [DeviceID: ActiveLayout] { keyboards.layouts }

  /// The time of the last key event, by the clock of the keystrokes; zero before the first.
  package var lastKeyTime: Timestamp { keyboards.typedAt }

  /// Records the locks that are on; a change is reported as `locks.didChange` (NTF-18).
  ///
  /// - Parameter locks: the locks, as the component that makes the keystrokes knows them.
  public func locksDidChange(to locks: LockLEDs) {
    guard locks != keyboards.locks else { return }
    keyboards.locks = locks
    queue.append(.locksDidChange(locks, in: textContainer?.id))
  }

  /// Records the layout that a keyboard types with; a change is reported as `layout.didChange`
  /// (NTF-19).
  ///
  /// The first layout of a keyboard is not a change.
  ///
  /// - Parameters:
  ///   - layout: the layout.
  ///   - device: the keyboard.
  public func layoutDidChange(to layout: ActiveLayout, on device: DeviceID) {
    let old = keyboards.layouts.updateValue(layout, forKey: device)
    if let old, old != layout { queue.append(.layoutDidChange(layout, on: device)) }
  }
}
