// SPDX-License-Identifier: Apache-2.0
import Keys

/// Drawing of labels: rows of spans, each in its style (DSP-1, DSP-3).
extension CellCanvas {
  /// Draws a label at the width of its pane.
  mutating func draw(label: Label, in pane: Pane) {
    guard !pane.visible.isEmpty else { return }
    for (y, row) in label.rows(in: pane.rect.size).enumerated() {
      var cells: [Cell] = []
      for span in row.text.spans {
        let text = span.text.map {
          $0 == LabelLayout.truncationMark ? glyphs.sign($0) : $0
        }
        cells += glyphs.cells(for: text, style: span.style)
      }
      let visual = glyphs.order(cells, isRightToLeft: row.isRightToLeft)
      put(visual.cells, x: row.indent, y: y, in: pane)
    }
  }
}
