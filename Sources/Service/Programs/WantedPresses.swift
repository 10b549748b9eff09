// SPDX-License-Identifier: Apache-2.0

/// The key presses that a program receives (CMD-31).
enum WantedPresses: String {
  case no
  /// Those that neither text nor commands handle.
  case unhandled
  /// Those that text would handle, too; the text then does not receive them.
  case all
}
