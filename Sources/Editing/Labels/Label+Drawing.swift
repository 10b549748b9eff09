// SPDX-License-Identifier: Apache-2.0
import Keys

/// Drawing of labels: rows of spans, each in its style (DSP-1, DSP-3).
extension CellCanvas {
  /// Draws a label at the width of its pane.
  mutating func draw(label: Label, in pane: Pane) {
    guard !pane.visible.isEmpty else { return }
    for (y, row) in label.rows(in: pane.rect.size).enumerated() {
      var x = row.indent
      for span in row.text.spans {
        let text = span.text.map {
          $0 == LabelLayout.truncationMark ? glyphs.sign($0) : $0
        }
        let cells = glyphs.cells(for: text, style: span.style, from: x)
        put(cells, x: x, y: y, in: pane)
        x += cells.width
      }
    }
  }
}
