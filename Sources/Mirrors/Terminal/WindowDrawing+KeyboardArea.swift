// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The keyboard area: the accessory view, then an input view, or candidates and status.
extension WindowDrawing {
  /// Draws the area in the frame that the engine gives it, and draws candidates even if there is no
  /// area.
  ///
  /// - Parameter status: the contents of the status rows.
  mutating func drawKeyboardArea(status: StatusRow) {
    let area = engine.keyboardArea
    let focused = engine.keyWindow?.firstResponder as? TextContainer
    let theme = AreaTheme(focused?.traits.keyboardAppearance ?? .default)
    if !area.frame.isEmpty { draw(area, status, theme) }
    if let candidates = engine.candidates { draw(candidates, theme) }
  }

  private mutating func draw(_ area: KeyboardArea, _ status: StatusRow, _ theme: AreaTheme) {
    let whole = Pane(
      rect: area.frame, clip: canvas.bounds.intersection(area.frame), base: theme.base)
    fill(whole, with: .blank)
    for (part, view) in [
      (KeyboardPart.accessory, area.accessoryView), (.inputView, area.inputView),
    ] {
      guard let view, !view.isHidden else { continue }
      draw(view, in: self.pane(of: part, theme))
    }
    drawInk(theme)
    var pane = pane(of: .status, theme)
    if area.isFlashing {
      pane.base.attributes.formSymmetricDifference(.reverse)
      fill(pane, with: .blank)
    }
    let rows = status.rows(
      pane.rect.height, columns: pane.rect.width, label: StatusLabel(of: engine), glyphs: glyphs)
    for (y, row) in rows.enumerated() { put(row, y: y, in: pane) }
  }

  /// Draws the paper with the character that is drawn, at the left of its rows.
  private mutating func drawInk(_ theme: AreaTheme) {
    let pane = pane(of: .ink, theme)
    guard !pane.rect.isEmpty else { return }
    let room = CellSize(width: pane.rect.width, height: pane.rect.height)
    let size = InkDrawing.size(for: engine.ink, in: room)
    let drawing = InkDrawing(ink: engine.ink, glyphs: glyphs, size: size)
    for (y, row) in drawing.rows().enumerated() { put(row, y: y, in: pane) }
  }

  /// Draws candidates in their row; the grid of all candidates extends upwards from there, over
  /// other views.
  private mutating func draw(_ candidates: CandidateList, _ theme: AreaTheme) {
    var pane = pane(of: .candidates, theme)
    // There is no row for candidates with an input view, or without focus, when there is no area
    // (RSP-3). They are then drawn over the row above it.
    if pane.rect.isEmpty { pane.rect.y = max(0, engine.keyboardArea.frame.y - 1) }
    let rows = rows(of: candidates, columns: pane.rect.width, count: pane.rect.y + 1)
    pane.rect.y -= rows.count - 1
    pane.rect.height = rows.count
    pane.clip = pane.rect.intersection(canvas.bounds)
    fill(pane, with: .blank)
    for (y, row) in rows.enumerated() { put(row, y: y, in: pane) }
    if let reading = candidates.reading { draw(reading, above: pane) }
  }

  /// Draws the reading of the candidates in a row above them, over other views.
  ///
  /// Rows with the caret or with underlined text, such as marked text, stay visible: the reading is
  /// then above them. It is left out if no row remains.
  private mutating func draw(_ reading: String, above candidates: Pane) {
    let (lines, caret) = (canvas.lines, canvas.cursor?.row)
    let free = lines.indices.last { y in
      y < candidates.rect.y && y != caret
        && !lines[y].contains { $0.style.attributes.contains(.underline) }
    }
    guard let y = free else { return }
    var pane = candidates
    pane.rect.y = y
    pane.rect.height = 1
    pane.clip = pane.rect.intersection(canvas.bounds)
    fill(pane, with: .blank)
    put(glyphs.fit(glyphs.cells(for: reading, style: TextStyle()), to: pane.rect.width), in: pane)
  }

  private func rows(of list: CandidateList, columns: Int, count: Int) -> [[Cell]] {
    if list.kind == .predictions {
      return [PredictionDrawing(list: list, glyphs: glyphs, columns: columns).row()]
    }
    return CandidateDrawing(list: list, glyphs: glyphs, columns: columns).rows(count)
  }

  private func pane(of part: KeyboardPart, _ theme: AreaTheme) -> Pane {
    let rect = engine.keyboardArea.frame(of: part)
    return Pane(rect: rect, clip: rect.intersection(canvas.bounds), base: theme.base)
  }
}

/// The colours of the keyboard area; text keeps its own (F010).
struct AreaTheme {
  /// The background style of everything in the area.
  let base: TextStyle

  /// Creates the colours of an appearance; the default and light ones are reverse video.
  init(_ appearance: KeyboardAppearance) {
    switch appearance {
    case .default, .light: base = TextStyle(.reverse)
    case .dark: base = TextStyle(foreground: .indexed(252), background: .indexed(235))
    }
  }
}
