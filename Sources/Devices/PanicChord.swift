// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Backspace, Escape and Enter held together: the way out that no layout, mapping or mode can take.
///
/// It is looked for among physical keys, before anything gives them a meaning, in any order, and
/// across keyboards: one hand may be on the laptop and one on the desk. The keypad's Enter is not
/// part of it, so that a keypad alone never sets it off.
package struct PanicChord: Hashable, Sendable {
  private var held: [PhysicalKey] = []

  /// The keys of the chord.
  package static let keys: [KeyCode] = [.backspace, .escape, .enter]

  /// Makes a chord of which nothing is held.
  package init() {}

  /// Takes the next event and tells whether it completes the chord.
  ///
  /// Only a press does; keys found down count as held.
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

  /// Forgets the keys of a device that went away or was cancelled.
  package mutating func forget(_ device: DeviceID) {
    held.removeAll { $0.device == device }
  }
}
