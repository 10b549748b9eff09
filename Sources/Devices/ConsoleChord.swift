// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Control+Alt+F1…F12: the kernel's way from one virtual console to another, which a grabbed
/// keyboard no longer has.
///
/// It is looked for among physical keys, as ``PanicChord`` is, and across keyboards.
package struct ConsoleChord: Hashable, Sendable {
  private var held: [PhysicalKey] = []

  /// Makes a chord of which nothing is held.
  package init() {}

  /// Takes the next event.
  ///
  /// - Returns: the number of the console that the event asks for; nil for none.
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
        // The right one is AltGr, which the kernel's own tables take as well.
        held.contains(where: { $0.code == .leftAlt || $0.code == .rightAlt })
      else { return nil }
      return number
    }
  }

  /// Forgets the keys of a device that went away or was cancelled.
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
