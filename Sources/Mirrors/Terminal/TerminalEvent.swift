// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Something that a terminal sends to its program.
package enum TerminalEvent: Hashable, Sendable {
  /// Whether the terminal has the focus.
  case focus(Bool)
  /// One of the terminal's colours.
  case color(TerminalColor, TextStyle.Color)
  /// The kind of terminal, which every terminal reports (DA1).
  case attributes
  /// The flags of the kitty keyboard protocol that are in force; 0 for none.
  case keyboard(flags: Int)
  /// A text that was pasted at the terminal, with newlines between its lines; nil if it is longer
  /// than the limit.
  case paste(String?)
  /// A key.
  case key(TerminalKey)
}
