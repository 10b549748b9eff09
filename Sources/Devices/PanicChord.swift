// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Backspace, Escape and Enter held together: the exit that no layout, mapping or mode can disable.
///
/// The chord is detected on physical keys, before they have a meaning, in any order and across
/// keyboards, because one hand may be on the laptop and one on an external keyboard. The keypad's
/// Enter is not part of it, so that a keypad alone never triggers it.
package struct PanicChord: Hashable, Sendable {
  private var held: [PhysicalKey] = []

  /// The keys of the chord.
  package static let keys: [KeyCode] = [.backspace, .escape, .enter]

  /// Creates a chord with no key held.
  package init() {}

  /// Processes the next event, and reports whether it completes the chord.
  ///
  /// Only a press can complete it; keys found down count as held.
  package mutating func observe(_ event: KeyEvent) -> Bool {
    guard event.code == .backspace || event.code == .escape || event.code == .enter else {
      return false
    }
    guard event.isDown else {
      held.removeAll { $0 == event.key }
      return false
    }
    if !held.contains(event.key) { held.append(event.key) }
    return event.phase == .press
      && Self.keys.allSatisfy { code in held.contains { $0.code == code } }
  }

  /// Drops the keys of a device that was unplugged or cancelled.
  package mutating func forget(_ device: DeviceID) {
    held.removeAll { $0.device == device }
  }
}
