// SPDX-License-Identifier: Apache-2.0

/// The position at which the program writes, with everything that DECSC saves.
struct ScreenCursor: Equatable {
  var row = 0
  var column = 0
  /// Whether the last column was just written: the next character goes to the next row.
  var isWrapPending = false
  /// The style of new cells; its character is blank.
  var pen = ScreenCell()
  var characterSets = CharacterSets()
  /// Whether rows are counted from the top margin (DECOM).
  var isOriginRelative = false
}
