// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The attached keyboards, their locks and layouts.
extension TextEngine {
  /// Whether a keyboard is attached; the UIKit counterpart is `GCKeyboard.coalesced`.
  public var isKeyboardAttached: Bool { !state.keyboards.isEmpty }

  /// The keyboard used last; nil if it is not attached.
  ///
  /// The target of a command can read the command's keyboard here.
  public var keyboard: DeviceInfo? { state.keyboards.current }

  /// Adds a keyboard; the first one is reported as `device.connected`.
  ///
  /// - Parameter device: the keyboard.
  public func keyboardAttached(_ device: DeviceInfo) {
    if state.keyboards.attach(device) { state.queue.append(.deviceConnected(device)) }
  }

  /// Removes a keyboard; the last one is reported as `device.disconnected`.
  ///
  /// Its held keys are ended by keystrokes that its source synthesizes.
  ///
  /// - Parameter device: the keyboard.
  public func keyboardDetached(_ device: DeviceInfo) {
    if state.keyboards.detach(device) { state.queue.append(.deviceDisconnected(device)) }
  }

  /// The locks that are on.
  public var locks: LockLEDs { state.keyboards.locks }

  /// The layouts that the attached keyboards type with, as far as they were reported.
  public var activeLayouts: [DeviceID: ActiveLayout] { state.keyboards.layouts }

  /// The time of the last key event, by the clock of the keystrokes; zero before the first.
  package var lastKeyTime: Timestamp { state.keyboards.typedAt }

  /// Records the locks that are on; a change is reported as `locks.didChange` (NTF-18).
  ///
  /// - Parameter locks: the locks, as the component that makes the keystrokes knows them.
  public func locksDidChange(to locks: LockLEDs) {
    guard locks != state.keyboards.locks else { return }
    state.keyboards.locks = locks
    state.queue.append(.locksDidChange(locks, in: state.container?.id))
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
    let old = state.keyboards.layouts.updateValue(layout, forKey: device)
    if let old, old != layout { state.queue.append(.layoutDidChange(layout, on: device)) }
  }
}
