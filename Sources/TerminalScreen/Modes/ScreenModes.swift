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

  /// Whether the cursor moves from the left margin to the end of the row above (45 and 1045).
  var wrapsBackward = false
  /// Whether a tab after a full row goes to the next row (41).
  var wrapsAtTabs = false
  /// Whether the program sets left and right margins (DECLRMM).
  var hasSideMargins = false

  /// The modes with a number of DECSET that are only stored.
  static let stored: [Int: any WritableKeyPath<ScreenModes, Bool> & Sendable] = [
    1: \.hasApplicationCursorKeys, 5: \.isReversed, 7: \.wraps, 25: \.isCursorVisible,
    41: \.wrapsAtTabs, 45: \.wrapsBackward, 66: \.hasApplicationKeypad,
    67: \.backspaceSendsBackspace, 1004: \.reportsFocus, 1045: \.wrapsBackward,
    2004: \.hasBracketedPaste, 2026: \.isSynchronized,
  ]
  /// The modes with a number of SM.
  static let standard: [Int: any WritableKeyPath<ScreenModes, Bool> & Sendable] = [
    4: \.inserts, 20: \.hasNewLineMode,
  ]

  /// The modes with a number of SM that exist and never change: the keyboard is not locked (KAM),
  /// the terminal does not echo (SRM), and the modes of ECMA-48 for forms are off.
  static let permanent: [Int: Bool] = [
    1: false, 2: false, 5: false, 7: false, 10: false, 11: false, 12: true, 13: false, 14: false,
    15: false, 16: false, 17: false, 18: false, 19: false,
  ]
  /// The modes with a number of DECSET that exist and never change: sequences are those of ANSI
  /// (DECANM), keys repeat (DECARM), and the modes of columns, printing, scrolling, languages and
  /// their character sets are off.
  static let privatePermanent: [Int: Bool] = [
    2: true, 3: false, 4: false, 8: true, 18: false, 19: false, 34: false, 35: false, 36: false,
    40: false, 42: false, 57: false, 60: false, 61: false, 64: false, 68: false, 73: false,
    81: false, 95: false,
  ]
}
