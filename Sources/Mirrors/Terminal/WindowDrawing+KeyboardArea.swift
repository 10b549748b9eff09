// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The keyboard area: accessory, then an input view, or candidates and status.
extension WindowDrawing {
  /// Draws the area where the engine says that it is.
  ///
  /// - Parameters:
  ///   - candidates: what there is to choose from; nil for nothing.
  ///   - status: what the status rows say.
  mutating func drawKeyboardArea(candidates: CandidateList? = nil, status: StatusRow) {
    let area = engine.keyboardArea
    guard !area.frame.isEmpty else { return }
    let focused = engine.keyWindow?.firstResponder as? TextContainer
    let theme = AreaTheme(focused?.traits.keyboardAppearance ?? .default)
    let whole = Pane(
      rect: area.frame, clip: canvas.bounds.intersection(area.frame), base: theme.base)
    fill(whole, with: .blank)
    for (part, view) in [
      (KeyboardPart.accessory, area.accessoryView), (.inputView, area.inputView),
    ] {
      guard let view, !view.isHidden else { continue }
      draw(view, in: self.pane(of: part, theme))
    }
    if let candidates {
      let pane = pane(of: .candidates, theme)
      let drawing = CandidateDrawing(list: candidates, glyphs: glyphs, columns: pane.rect.width)
      for (y, row) in drawing.rows(pane.rect.height).enumerated() { put(row, y: y, in: pane) }
    }
    let pane = pane(of: .status, theme)
    let rows = status.rows(
      pane.rect.height, columns: pane.rect.width, label: focused.flatMap(StatusLabel.init),
      glyphs: glyphs)
    for (y, row) in rows.enumerated() { put(row, y: y, in: pane) }
  }

  private func pane(of part: KeyboardPart, _ theme: AreaTheme) -> Pane {
    let rect = engine.keyboardArea.frame(of: part)
    return Pane(rect: rect, clip: rect.intersection(canvas.bounds), base: theme.base)
  }
}

/// The colours of the keyboard area; the text keeps its own (F010).
struct AreaTheme {
  /// What everything in the area lies on.
  let base: TextStyle

  /// The colours of a wish: light, and what the mirror has by itself, is reverse video.
  init(_ appearance: KeyboardAppearance) {
    switch appearance {
    case .default, .light: base = TextStyle(.reverse)
    case .dark: base = TextStyle(foreground: .indexed(252), background: .indexed(235))
    }
  }
}
