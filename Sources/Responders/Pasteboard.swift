// SPDX-License-Identifier: Apache-2.0

/// A buffer for text that was cut or copied.
///
/// A ``Clipboard`` has two: the pasteboard of ⌘X ⌘C ⌘V and the kill buffer of ⌃K ⌃Y.
public final class Pasteboard {
  /// The stored text; empty if nothing is stored.
  public var text = ""

  /// Creates an empty pasteboard.
  public init() {}
}
