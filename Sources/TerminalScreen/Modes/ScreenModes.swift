// SPDX-License-Identifier: Apache-2.0

/// The modes that a program switches with SM, RM, DECSET and DECRST.
package struct ScreenModes: Equatable, Sendable {
  /// Whether cursor keys send `SS3` sequences (DECCKM).
  package var hasApplicationCursorKeys = false
  /// Whether the keypad sends `SS3` sequences (DECKPAM, DECNKM).
  package var hasApplicationKeypad = false
  /// Whether Backspace sends `BS` (DECBKM).
  package var backspaceSendsBackspace = false
  /// Whether Return sends a carriage return with a line feed, and a line feed returns (LNM).
  package var hasNewLineMode = false
  /// Whether a paste is enclosed in brackets (2004).
  package var hasBracketedPaste = false
  /// Whether the program wants reports of the focus (1004).
  package var reportsFocus = false
  /// Whether the program is in the middle of an update that should be drawn as a whole (2026).
  package var isSynchronized = false
  /// Whether the cursor is shown (DECTCEM).
  package var isCursorVisible = true
  /// Whether all colours are exchanged (DECSCNM).
  package var isReversed = false
  /// Whether text moves the rest of the row to the right (IRM).
  var inserts = false
  /// Whether text continues in the next row (DECAWM).
  var wraps = true

  /// Whether the program sets left and right margins (DECLRMM).
  var hasSideMargins = false

  /// The modes with a number of DECSET that are only stored.
  static let stored: [Int: any WritableKeyPath<ScreenModes, Bool> & Sendable] = [
    1: \.hasApplicationCursorKeys, 5: \.isReversed, 7: \.wraps, 25: \.isCursorVisible,
    66: \.hasApplicationKeypad, 67: \.backspaceSendsBackspace, 1004: \.reportsFocus,
    2004: \.hasBracketedPaste, 2026: \.isSynchronized,
  ]
  /// The modes with a number of SM.
  static let standard: [Int: any WritableKeyPath<ScreenModes, Bool> & Sendable] = [
    4: \.inserts, 20: \.hasNewLineMode,
  ]
}
