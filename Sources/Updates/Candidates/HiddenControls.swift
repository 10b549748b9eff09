// SPDX-License-Identifier: Apache-2.0

/// Characters that a person does not see, but that change how the text around them is shown:
/// control characters, line and paragraph separators, and the marks and overrides of direction.
///
/// A candidate with one of them would look different from the text that it inserts (IME-19).
extension String {
  /// Whether the text contains such a character.
  package var hasHiddenControls: Bool {
    // Looking up the properties of each scalar would take longer than the rest of a key.
    var text = self
    return text.withUTF8 { bytes in
      bytes.indices.contains { index in
        let byte = bytes[index]
        if byte < 0x20 || byte == 0x7F { return true }
        guard byte == 0xC2 || byte == 0xD8 || byte == 0xE2, index + 1 < bytes.count else {
          return false
        }
        let next = bytes[index + 1]
        switch byte {
        case 0xC2: return next < 0xA0
        case 0xD8: return next == 0x9C
        default:
          guard index + 2 < bytes.count else { return false }
          let last = bytes[index + 2]
          return next == 0x80 && (0x8E...0x8F ~= last || 0xA8...0xAE ~= last)
            || next == 0x81 && 0xA6...0xA9 ~= last
        }
      }
    }
  }

  /// The text without such characters.
  package var withoutHiddenControls: String {
    guard hasHiddenControls else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !String($0).hasHiddenControls }))
  }
}

extension Candidate {
  /// The candidate, without a note that has hidden controls; nil if its text has some, because the
  /// text that is shown would differ from the text that is inserted.
  package var withoutHiddenControls: Candidate? {
    guard !text.hasHiddenControls else { return nil }
    var candidate = self
    if annotation?.hasHiddenControls == true { candidate.annotation = nil }
    return candidate
  }
}
