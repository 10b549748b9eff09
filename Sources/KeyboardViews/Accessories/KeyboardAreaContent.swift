// SPDX-License-Identifier: Apache-2.0

/// A view that follows the focused text while it is in the keyboard area.
protocol KeyboardAreaContent: View {
  /// Called at the end of a turn, with the focused container and the width of the area.
  func turnWillEnd(focused: TextContainer?, columns: Int)
}

extension TextView: KeyboardAreaContent {
  func turnWillEnd(focused: TextContainer?, columns: Int) { areaDidChange(toColumns: columns) }
}
