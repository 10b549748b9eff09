// SPDX-License-Identifier: Apache-2.0

/// A text with equality by code units; `String` compares by canonical equivalence, so that both
/// forms of é are equal.
package struct CodeUnits: Hashable, Comparable {
  /// The text.
  package var text: String

  /// Creates a value from a text.
  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Whether the left text is before the right one in the order of their bytes, as in SQLite.
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    text.utf8.forEach { hasher.combine($0) }
  }
}
