// SPDX-License-Identifier: Apache-2.0

/// A view that follows the text with the focus while it stands in the keyboard area.
protocol KeyboardAreaContent: View {
  /// Learns that a turn is over: what text has the focus, and how wide the area is.
  func turnWillEnd(focused: TextContainer?, columns: Int)
}
