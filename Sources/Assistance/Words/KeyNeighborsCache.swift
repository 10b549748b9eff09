// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The table of the layout in use, computed again only when the layout changes: it takes some 34
/// translations of keys.
package struct KeyNeighborsCache {
  private var last: (layout: AnyHashable, keys: KeyNeighbors)?

  /// Creates an empty cache.
  package init() {}

  /// Returns the table of a keyboard.
  ///
  /// - Parameter map: the keyboard with its layout.
  /// - Returns: the table; that of the last call if the layout is the same.
  package mutating func neighbors(on map: any KeyboardMap) -> KeyNeighbors {
    guard let layout = map.layoutIdentity else { return KeyNeighbors(map) }
    if let last, last.layout == layout { return last.keys }
    let keys = KeyNeighbors(map)
    last = (layout, keys)
    return keys
  }
}
