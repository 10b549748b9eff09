// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys that went down while something was so, for as long as they are down.
struct PressedKeys {
  private var keys: Set<PhysicalKey> = []

  /// Takes the next event of any keyboard.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - isWanted: whether it is so now.
  /// - Returns: whether it is so, or was when the key went down.
  mutating func observe(_ event: KeyEvent, isWanted: Bool) -> Bool {
    switch event.phase {
    case .press, .found:
      if isWanted { keys.insert(event.key) } else { keys.remove(event.key) }
      return isWanted
    case .repeat: return isWanted || keys.contains(event.key)
    case .release, .cancel:
      let wasWanted = keys.remove(event.key) != nil
      return isWanted || wasWanted
    }
  }
}
