// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// A labelled view in a form with automatic layout, one or more rows high.
package struct LabelledRow {
  /// The label next to the view; nil for a view with the whole width.
  package let label: Label?
  package let view: View
  /// The height of the view in rows.
  package var height: Int
  /// The first row of the view; nil for the row below the view before it.
  package var top: Int?
  /// The width of the label, which is measured only once.
  fileprivate let labelWidth: Int

  package init(label: Label?, view: View, height: Int) {
    (self.label, self.view, self.height) = (label, view, height)
    labelWidth = label?.size().width ?? 0
  }
}

/// The automatic layout of a form's rows: labels at the left, controls at the right.
extension [LabelledRow] {
  /// Stacks the views, with their labels in a column as wide as the widest.
  ///
  /// - Parameter width: the width of labels and views together, in cells.
  /// - Returns: the total height in rows.
  package func layOut(width: Int) -> Int {
    let widest = map(\.labelWidth).max() ?? 0
    let column = widest > 0 ? widest + 2 : 0
    var y = 0
    for row in self {
      y = row.top ?? y
      row.label?.frame = CellRect(y: y, width: widest, height: 1)
      let x = row.label == nil ? 0 : column
      row.view.frame = CellRect(x: x, y: y, width: Swift.max(0, width - x), height: row.height)
      y += row.height
    }
    return y
  }
}
