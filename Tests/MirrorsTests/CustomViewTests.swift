// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

/// Views that an embedder defines, drawn through `CellDrawing`.
@Suite struct CustomViewTests {
  /// A frame of lines around its views, with a title.
  private class Box: View, CellDrawing {
    var title = StyledText("box")
    private(set) var clips: [CellRect] = []

    func drawCells(on canvas: inout CellCanvas) {
      clips.append(canvas.clip)
      let (width, height) = (canvas.bounds.width, canvas.bounds.height)
      canvas.fill(with: ".")
      for y in [0, height - 1] {
        canvas.fill(CellRect(y: y, width: width, height: 1), with: canvas.symbol("─"))
      }
      #expect(canvas.put(title, x: 1) == title.text.count)
    }
  }

  /// A line for one letter.
  private final class Slot: View, CellDrawing {
    override var canBecomeFirstResponder: Bool { true }
    func drawCells(on canvas: inout CellCanvas) {
      canvas.put("_", style: TextStyle(.underline))
      if isFirstResponder, canvas.isFocused { canvas.placeCursor(x: 0) }
    }
  }

  /// Draws its views in reverse order, side by side.
  private final class Mirrored: View, CellDrawing {
    var drawsSubviews: Bool { true }
    func drawCells(on canvas: inout CellCanvas) {
      for (index, view) in subviews.reversed().enumerated() {
        canvas.draw(view, in: CellRect(x: index * 3, width: 2, height: 1))
      }
    }
  }

  /// A field with a sign before its usual drawing.
  private final class PriceField: TextField {
    override func drawCells(on canvas: inout CellCanvas) {
      super.drawCells(on: &canvas)
      canvas.put("$", x: canvas.bounds.width - 1)
    }
  }

  private func label(_ text: String, _ x: Int, _ y: Int, width: Int = 10) -> Label {
    Label(text, frame: CellRect(x: x, y: y, width: width, height: 1))
  }

  @Test("a view that conforms to CellDrawing is drawn, and then its subviews")
  func drawn() throws {
    let box = Box(frame: CellRect(x: 2, y: 1, width: 6, height: 3))
    box.title = StyledText([.init("b"), .init("o", TextStyle(.underline)), .init("x")])
    box.addSubview(label("in", 1, 1, width: 2))
    let stage = try Stage { $0.window.addSubview(box) }
    #expect(stage.terminal.marked.prefix(5) == ["", "  ─b{o}x──", "  .in...", "  ──────", ""])
  }

  @Test("drawing outside of a view's bounds is clipped")
  func bounds() throws {
    final class Wide: View, CellDrawing {
      func drawCells(on canvas: inout CellCanvas) {
        canvas.put("0123456789", x: -2)
        canvas.put("below", y: 1)
        canvas.fill(CellRect(x: 3, y: -3, width: 90, height: 90), with: "#")
        canvas.restyle(CellRect(x: 1, y: -1, width: 1, height: 9)) {
          $0.attributes.insert(.reverse)
        }
      }
    }
    let stage = try Stage {
      $0.window.addSubview(Wide(frame: CellRect(x: 2, y: 1, width: 5, height: 1)))
    }
    #expect(stage.terminal.marked.prefix(3) == ["", "  2«3»4##", ""])
  }

  @Test("a scroll view clips an embedder's view and passes it the visible part")
  func scrolled() throws {
    let scroll = ScrollView(frame: CellRect(x: 1, y: 1, width: 4, height: 2))
    let box = Box(frame: CellRect(y: 1, width: 6, height: 4))
    let hidden = Box(frame: CellRect(y: 6, width: 6, height: 2))
    for view in [box, hidden] { scroll.addSubview(view) }
    var stage = try Stage { $0.window.addSubview(scroll) }
    #expect(stage.terminal.lines.prefix(4) == ["", "", " ─box", ""])
    #expect(box.clips == [CellRect(width: 4, height: 1)])
    scroll.contentOffset = 2
    try stage.show()
    #expect(stage.terminal.lines.prefix(4) == ["", " ....", " ....", ""])
    #expect(box.clips.last == CellRect(y: 1, width: 4, height: 2))
    #expect(hidden.clips == [])
  }

  @Test("a view in front covers the views behind it and their caret")
  func covering() throws {
    let text = TextView()
    let front = Box(frame: CellRect(x: 3, y: 0, width: 5, height: 2))
    var stage = try Stage { engine in
      engine.fill(with: text)
      text.text = "0123456789"
      text.selectedRange = TextRange(caret: 4)
    }
    #expect(stage.cursor == [0, 4])
    stage.engine.window.addSubview(front)
    try stage.show()
    #expect(stage.terminal.lines[0] == "012─box─89")
    #expect(stage.cursor[0] == 7, "without a caret to show, the cursor is at the bottom")
  }

  @Test("an embedder's view with the focus places the cursor while the terminal has the focus")
  func cursor() throws {
    let slot = Slot(frame: CellRect(x: 4, y: 2, width: 1, height: 1))
    var stage = try Stage { engine in
      engine.window.addSubview(slot)
      slot.becomeFirstResponder()
    }
    #expect(stage.cursor == [2, 4])
    stage.mirror.show(isFocused: false)
    try stage.show()
    #expect(stage.cursor[0] == 7)
  }

  @Test("an embedder's view is drawn as an accessory of the keyboard area, in its colours")
  func accessory() throws {
    let field = TextField(frame: CellRect(width: 10, height: 1))
    let box = Box(frame: CellRect(width: 0, height: 1))
    let stage = try Stage { engine in
      field.inputAccessoryView = box
      engine.window.addSubview(field)
      field.becomeFirstResponder()
      engine.advance(to: .zero)
    }
    #expect(stage.terminal.marked[stage.area.y].hasPrefix("«─box───"))
  }

  @Test("a view may draw its own subviews, and a subclass of a field may draw more")
  func placing() throws {
    let row = Mirrored(frame: CellRect(width: 9, height: 1))
    for text in ["one", "two", "six"] { row.addSubview(label(text, 0, 0)) }
    row.subviews[1].isHidden = true
    let price = PriceField(frame: CellRect(y: 1, width: 5, height: 1))
    price.text = "12"
    let stage = try Stage { engine in
      engine.window.addSubview(row)
      engine.window.addSubview(price)
    }
    #expect(stage.terminal.lines.prefix(2) == ["s…    o…", "12  $"])
  }
}

extension Stage {
  /// Row and column of the terminal's cursor.
  fileprivate var cursor: [Int] { [terminal.row, terminal.column] }
}
