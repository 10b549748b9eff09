// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The strokes of a character, `h s p n z`, with `*` for any stroke; or its code point, `U+4E2D` or
/// `4e2d` (IME-18).
package struct StrokeEntry: ReadingEntry, Hashable, Sendable {
  private var strokes = ""
  private var codePoint = CodePointEntry()

  /// Starts empty.
  package init() {}

  package var text: String { strokes + codePoint.text }
  package var reading: String { text }
  package var parts: [String] { text.isEmpty ? [] : [text] }

  package mutating func type(_ keystroke: Keystroke) -> Bool {
    guard let character = keystroke.typedCharacter else { return false }
    if codePoint.isEmpty, "hspnz*".contains(character) {
      strokes.append(character)
      return true
    }
    return strokes.isEmpty && codePoint.type(character)
  }

  /// Whether a stroke follows the digits of a number, and so begins a character.
  package func restarts(with character: Character) -> Bool { "hspnz".contains(character) }

  package mutating func deleteBackward() {
    if codePoint.isEmpty { _ = strokes.popLast() } else { codePoint.deleteBackward() }
  }

  package mutating func removeFirst(_ length: Int) {
    strokes.removeFirst(min(length, strokes.count))
    codePoint = CodePointEntry()
  }
}
