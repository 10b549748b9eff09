// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys that went down while something was so, for as long as they are down.
struct PressedKeys {
  private struct Key: Hashable {
    let device: DeviceID
    let code: KeyCode
  }

  private var keys: Set<Key> = []

  /// Takes the next event of any keyboard.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - isWanted: whether it is so now.
  /// - Returns: whether it is so, or was when the key went down.
  mutating func observe(_ event: KeyEvent, isWanted: Bool) -> Bool {
    let key = Key(device: event.device, code: event.code)
    switch event.phase {
    case .press, .found:
      if isWanted { keys.insert(key) } else { keys.remove(key) }
      return isWanted
    case .repeat: return isWanted || keys.contains(key)
    case .release, .cancel:
      let wasWanted = keys.remove(key) != nil
      return isWanted || wasWanted
    }
  }
}
