// SPDX-License-Identifier: Apache-2.0

/// A place for text between cutting and pasting.
///
/// A ``Clipboard`` has two: the pasteboard of ⌘X ⌘C ⌘V and the kill buffer of ⌃K ⌃Y.
public final class Pasteboard {
  /// What is there; empty for nothing.
  public var text = ""

  /// Makes an empty one.
  public init() {}
}
