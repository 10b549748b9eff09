// SPDX-License-Identifier: Apache-2.0

/// The units of a text; the raw values are those of UIKit's `UITextGranularity` (INP-14).
public enum TextGranularity: Int, Hashable, Sendable, CaseIterable {
  /// A user-visible character.
  case character = 0
  /// A word; spaces and punctuation between words belong to no word.
  case word = 1
  /// A sentence, with the white space after it.
  case sentence = 2
  /// A paragraph, with its terminator.
  case paragraph = 3
  /// A visual line; the last one of a paragraph has its terminator.
  case line = 4
  /// The whole text.
  case document = 5
}

/// A direction in a text; the raw values are those of UIKit's `UITextDirection` (INP-14).
public enum TextDirection: Int, Hashable, Sendable, CaseIterable {
  /// Towards the end of the text; `UITextStorageDirection.forward`.
  case forward = 0
  /// Towards the start of the text; `UITextStorageDirection.backward`.
  case backward = 1
  /// To the right on the screen; `UITextLayoutDirection.right`.
  case right = 2
  /// To the left on the screen; `UITextLayoutDirection.left`.
  case left = 3
  /// To the line above; `UITextLayoutDirection.up`.
  case up = 4
  /// To the line below; `UITextLayoutDirection.down`.
  case down = 5
}
