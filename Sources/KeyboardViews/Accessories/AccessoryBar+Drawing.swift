// SPDX-License-Identifier: Apache-2.0
import Keys

/// Drawing of accessory bars: buttons above or in place of the keyboard area (CIV-9).
extension CellCanvas {
  /// Draws the items of a bar one after the other, row by row, scrolled to the highlighted item.
  mutating func draw(bar: AccessoryBar, in pane: Pane) {
    guard !pane.visible.isEmpty else { return }
    let items = bar.items.filter { !$0.isHidden }
    var rows: [[(x: Int, item: AccessoryItem)]] = [[]]
    var x = 0
    for item in items {
      let width = min(cells(of: item).width, pane.rect.width)
      if x > 0, x + width > pane.rect.width {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append((x, item))
      x += width + 1
    }
    let highlighted = rows.firstIndex { row in
      row.contains { $0.item === bar.highlightedItem }
    }
    let first = max(0, (highlighted ?? 0) - max(0, pane.rect.height - 1))
    for (y, row) in rows.dropFirst(first).prefix(pane.rect.height).enumerated() {
      for (x, item) in row {
        let width = min(cells(of: item).width, pane.rect.width - x)
        var place = pane.part(CellRect(x: x, y: y, width: width, height: 1))
        place.clip = pane.visible
        draw(item, in: place)
      }
    }
    for view in bar.subviews where !(view is AccessoryItem) { draw(view, inside: pane) }
  }

  /// Draws an item.
  mutating func draw(item: AccessoryItem, in pane: Pane) {
    put(cells(of: item), in: pane)
  }

  private func cells(of item: AccessoryItem) -> [Cell] {
    let isHighlighted = (item.superview as? AccessoryBar)?.highlightedItem === item
    let style = isHighlighted ? .chosen : TextStyle(item.isEnabled ? [] : .dim)
    return glyphs.cells(for: " \(item.title) ", style: style)
  }
}
