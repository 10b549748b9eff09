// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys that were pressed while a condition held and are still down.
struct PressedKeys {
  private var keys: Set<PhysicalKey> = []

  /// Observes the next event of any keyboard.
  ///
  /// - Parameters:
  ///   - event: the next event.
  ///   - isWanted: whether the condition holds now.
  /// - Returns: whether the condition holds, or held when the key was pressed.
  mutating func observe(_ event: KeyEvent, isWanted: Bool) -> Bool {
    switch event.phase {
    case .press, .found:
      if isWanted { keys.insert(event.key) } else { keys.remove(event.key) }
      return isWanted
    case .repeat: return isWanted || keys.contains(event.key)
    case .release, .cancel:
      let heldAtPress = keys.remove(event.key) != nil
      return isWanted || heldAtPress
    }
  }
}
