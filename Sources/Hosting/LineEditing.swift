// SPDX-License-Identifier: Apache-2.0

/// How the kernel edits a line that it collects for a program (canonical mode).
struct LineEditing: Equatable {
  /// The byte that erases a character; nil if the program has disabled it.
  var eraseByte: UInt8?
  /// Whether it erases all bytes of a character (`IUTF8`), and not only the last one.
  var erasesUTF8: Bool
}
