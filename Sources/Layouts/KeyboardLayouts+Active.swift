// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The locks and the layouts in use.
extension KeyboardLayouts {
  /// Identifies the layout that a keyboard types with; cheaper to compare than its names.
  package struct LayoutIdentity: Hashable {
    private let keymap: ObjectIdentifier
    private let group: UInt32

    init(of keyboard: Keyboard) {
      (keymap, group) = (ObjectIdentifier(keyboard.keymap), keyboard.group)
    }
  }

  /// The locks that are on, whether or not a keyboard has an LED for them.
  public var locks: LockLEDs {
    var locks: LockLEDs = isLocked(RealModifier.lock) ? .capsLock : []
    for keymap in knownKeymaps {
      if isLocked(keymap.numLock) { locks.insert(.numLock) }
      if isLocked(keymap.scrollLock) { locks.insert(.scrollLock) }
    }
    return locks
  }

  /// The identity of a keyboard's present layout; nil for a keyboard that is not connected.
  package func layoutIdentity(of id: DeviceID) -> LayoutIdentity? {
    currentKeyboard(id).map(LayoutIdentity.init)
  }

  /// Returns the layout that a keyboard types with, which may be that of the mode.
  ///
  /// - Parameter id: the keyboard.
  /// - Returns: the layout; nil for a keyboard that is not connected.
  public func activeLayout(of id: DeviceID) -> ActiveLayout? {
    guard let keyboard = currentKeyboard(id) else { return nil }
    let name = keyboard.keymap.name
    func part(_ list: String) -> String {
      let parts = list.split(separator: ",", omittingEmptySubsequences: false)
      return parts.indices.contains(Int(keyboard.group)) ? String(parts[Int(keyboard.group)]) : ""
    }
    // xkb's default is `us`.
    let layout = name.layout.isEmpty ? "us" : part(name.layout)
    return ActiveLayout(
      group: Int(keyboard.group), layout: layout, variant: part(name.variant))
  }
}
