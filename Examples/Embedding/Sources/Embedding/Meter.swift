// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A custom view that shows how full a text is.
final class Meter: View, CellDrawing {
  var limit = 10
  var count = 0

  func drawCells(on canvas: inout CellCanvas) {
    let width = canvas.bounds.width
    let taken = min(width, width * count / limit)
    canvas.fill(with: canvas.symbol("░"))
    canvas.fill(CellRect(width: taken, height: 1), with: "#", style: TextStyle(.bold))
    canvas.put(" \(count)/\(limit) ", x: 1)
  }
}
