// SPDX-License-Identifier: Apache-2.0

/// A text that equals another only if the code units do; `String` finds both spellings of é equal.
package struct CodeUnits: Hashable {
  /// The text.
  package var text: String

  /// Makes one of a text.
  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    text.utf8.forEach { hasher.combine($0) }
  }
}
