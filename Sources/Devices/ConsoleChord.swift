// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The chord Control+Alt+F1…F12.
///
/// With it the kernel switches between virtual consoles, but not on a grabbed keyboard.
///
/// Like ``PanicChord``, it is detected on physical keys, and its keys may be on several keyboards.
package struct ConsoleChord: Hashable, Sendable {
  private var held: [PhysicalKey] = []

  /// Creates a chord with no key held.
  package init() {}

  /// Processes the next event.
  ///
  /// - Returns: the number of the console to switch to; nil if the event does not complete the
  ///   chord.
  package mutating func observe(_ event: KeyEvent) -> Int? {
    switch event.code {
    case .leftControl, .rightControl, .leftAlt, .rightAlt:
      if !event.isDown {
        held.removeAll { $0 == event.key }
      } else if !held.contains(event.key) {
        held.append(event.key)
      }
      return nil
    default:
      guard !held.isEmpty, event.phase == .press, let number = Self.console(of: event.code),
        held.contains(where: { $0.code == .leftControl || $0.code == .rightControl }),
        // The right Alt key is AltGr; the kernel's own tables accept it too.
        held.contains(where: { $0.code == .leftAlt || $0.code == .rightAlt })
      else { return nil }
      return number
    }
  }

  /// Drops the keys of a device that was unplugged or cancelled.
  package mutating func forget(_ device: DeviceID) {
    held.removeAll { $0.device == device }
  }

  private static func console(of code: KeyCode) -> Int? {
    switch code.rawValue {
    case 59...68: Int(code.rawValue) - 58
    case 87, 88: Int(code.rawValue) - 76
    default: nil
    }
  }
}
