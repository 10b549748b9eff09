// SPDX-License-Identifier: Apache-2.0

/// A correction that one key refuses: the offered one, or the last one right after it was applied.
package struct RefusableCorrection: Hashable {
  /// The typed word.
  package let word: String
  /// Whether it was applied, so that ⌘Z reverts it; ⎋ rejects an offered one.
  package let isApplied: Bool
}

extension TextContainer {
  /// The correction that the next key may refuse; nil for none.
  package var refusableCorrection: RefusableCorrection? {
    (typing as? TypingHelp)?.refusable
  }
}

extension TypingHelp {
  var refusable: RefusableCorrection? {
    if let correction = pendingCorrection {
      return RefusableCorrection(word: correction.typed, isApplied: false)
    }
    // After more letters ⌘Z takes these back first.
    guard let applied = help.applied, container.selection.isCaret,
      container.selection.head == applied.range.end + 1
    else { return nil }
    return RefusableCorrection(word: applied.correction.typed, isApplied: true)
  }
}
