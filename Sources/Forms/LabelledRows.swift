// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// A row, or several, of a form that is laid out for somebody: a view and what stands beside it.
package struct LabelledRow {
  /// What stands beside the view; nil for a view that takes the whole width.
  package let label: Label?
  package let view: View
  /// How many rows of cells the view takes.
  package var height: Int
  /// How wide the label is, which is not measured again.
  fileprivate let labelWidth: Int

  package init(label: Label?, view: View, height: Int) {
    (self.label, self.view, self.height) = (label, view, height)
    labelWidth = label?.size().width ?? 0
  }
}

extension [LabelledRow] {
  /// Puts the views below each other, their labels beside them in a column as wide as the widest.
  ///
  /// - Parameter width: how many cells labels and views have together.
  /// - Returns: how many rows all of them take.
  package func layOut(width: Int) -> Int {
    let widest = map(\.labelWidth).max() ?? 0
    let column = widest > 0 ? widest + 2 : 0
    var y = 0
    for row in self {
      row.label?.frame = CellRect(y: y, width: widest, height: 1)
      let x = row.label == nil ? 0 : column
      row.view.frame = CellRect(x: x, y: y, width: Swift.max(0, width - x), height: row.height)
      y += row.height
    }
    return y
  }
}
