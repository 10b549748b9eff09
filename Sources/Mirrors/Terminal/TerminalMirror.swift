// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The terminal mirror: the document with caret, selection and marked text, above a status row.
///
/// It draws at the end of a frame, and only what changed. The document is read, never copied: what
/// is not visible costs nothing.
package final class TerminalMirror: UpdateSink {
  private let container: ContainerID
  private let text: any MirroredText
  private let output: ByteOutput
  /// The terminal's state; nil where nobody took it.
  package let session: TerminalSession?
  private let glyphs: GlyphTable
  private var screen: Screen
  private var status: StatusRow
  private var selection = Selection(caret: 0)
  private var marked: TextRange?
  /// An offset on the first visible row.
  private var top = 0
  private var needsDrawing = true

  /// Makes a mirror of one container.
  ///
  /// - Parameters:
  ///   - container: whose updates count.
  ///   - text: its document, at rest whenever a frame ends.
  ///   - output: a writer to the terminal.
  ///   - session: the terminal's state, given back in ``finish()``; nil where nobody took it.
  ///   - kind: what the terminal can do.
  ///   - size: the terminal's size in columns and rows; any size is safe.
  ///   - words: what the status row says.
  package init(
    container: ContainerID, text: any MirroredText, output: ByteOutput, session: TerminalSession?,
    kind: TerminalKind, size: (columns: Int, rows: Int), words: StatusWords
  ) {
    self.container = container
    self.text = text
    self.output = output
    self.session = session
    glyphs = GlyphTable(kind: kind)
    screen = Screen(columns: size.columns, rows: size.rows, kind: kind)
    status = StatusRow(words: words)
  }

  package var interest: SinkInterest { [.updates, .frames] }

  package func receive(_ update: Update) {
    switch update {
    case .textDidChange(container, let range, let string, _):
      // What stands above the first row moves it along; the view stays where it is.
      if range.start < top {
        top = range.end <= top ? top + string.utf16.count - range.length : range.start
      }
    case .selectionDidChange(container, let selection):
      self.selection = selection
    case .markedDidChange(container, let range, _):
      marked = range
    case .commandInvoked(_, let title, _):
      status.message = title
    case .deviceConnected:
      status.keyboards += 1
    case .deviceDisconnected:
      status.keyboards = max(status.keyboards - 1, 0)
    default: return
    }
    needsDrawing = true
  }

  /// Shows which locks are on, from the next frame's end.
  package func show(locks: LockLEDs) {
    status.locks = locks
    needsDrawing = true
  }

  /// Shows a message in the status row until the next one, from the next frame's end.
  package func show(message: String) {
    status.message = message
    needsDrawing = true
  }

  /// Shows whether the terminal has the focus, from the next frame's end; without it there is no caret.
  package func show(isFocused: Bool) {
    guard isFocused != status.isFocused else { return }
    status.isFocused = isFocused
    needsDrawing = true
  }

  /// Takes the terminal's new size and draws everything again.
  ///
  /// - Throws: what made output fail.
  package func resize(columns: Int, rows: Int) throws(MirrorError) {
    screen.resize(columns: columns, rows: rows)
    needsDrawing = true
    try frameEnded()
  }

  package func frameEnded() throws(MirrorError) {
    try output.flush()
    // A terminal that takes nothing is shown the latest state once it does.
    guard needsDrawing, !output.hasBacklog else { return }
    needsDrawing = false
    draw()
    try output.flush()
  }

  /// Gives the terminal back and prints the document where the shell goes on, so that it is not lost.
  package func finish() throws(MirrorError) {
    session?.end()
    printDocument()
    try output.finish()
  }

  // MARK: Drawing

  private func draw() {
    guard screen.columns > 0, screen.rows > 0 else { return }
    // A terminal of one row shows the document, not the status.
    let height = screen.rows > 1 ? screen.rows - 1 : 1
    let caret = min(max(selection.head, 0), text.length)
    let layout = RowLayout(text: text, columns: screen.columns)
    let visible = visibleRows(layout, height: height, caret: caret)
    top = visible.first?.range.start ?? 0
    var cursor = (row: 0, column: 0)
    var rows: [[Cell]] = []
    for row in visible {
      let (cells, caretColumn) = cells(of: row, caret: caret)
      if let caretColumn, row.holds(caret: caret) { cursor = (rows.count, caretColumn) }
      rows.append(cells)
    }
    if screen.rows > 1 {
      rows += Array(repeating: [], count: height - rows.count)
      rows.append(status.cells(columns: screen.columns, glyphs: glyphs))
    }
    screen.show(rows, cursor: cursor, to: output)
  }

  /// The rows to show: from the old first row on, moved as little as shows the caret and leaves no
  /// room empty that the document could fill.
  private func visibleRows(_ layout: RowLayout, height: Int, caret: Int) -> [LayoutRow] {
    let start = min(max(top, 0), caret)
    let rows = layout.rows(from: start, count: height, caret: caret)
    let isCaretVisible = rows.contains { $0.holds(caret: caret) }
    if isCaretVisible, rows.count == height || start == 0 { return rows }
    let last = isCaretVisible ? text.length : caret
    let lower = layout.top(ofRowsEndingAt: last, count: height)
    return layout.rows(from: lower, count: height, caret: caret)
  }

  /// A row's cells, and the column of the caret if it stands here.
  private func cells(of row: LayoutRow, caret: Int) -> (cells: [Cell], caretColumn: Int?) {
    let selected = selection.isCaret ? nil : selection.range
    var cells: [Cell] = []
    var column = 0
    var offset = row.range.start
    var caretColumn: Int?
    for character in text.substring(row.range) {
      let end = offset + character.utf16.count
      var style: CellStyle = []
      if let marked, marked.start < end, offset < marked.end { style.insert(.underline) }
      if let selected, selected.start < end, offset < selected.end { style.insert(.reverse) }
      let isCaret = offset <= caret && caret < end
      if isCaret { caretColumn = column }
      let showsCaret = isCaret && selected == nil && status.isFocused
      if character == "\u{2028}" {
        // It ends the row as a newline does, and shows only as caret or selection.
        if column < screen.columns, showsCaret || style.contains(.reverse) {
          cells.append(Cell(text: " ", width: 1, style: .reverse))
        }
        break
      }
      for var cell in glyphs.cells(for: character, column: column, columns: screen.columns) {
        cell.style = style
        // Only the first column of a tab or picture bears the caret.
        if showsCaret, column == caretColumn { cell.style.insert(.reverse) }
        cells.append(cell)
        column += cell.width
      }
      offset = end
    }
    guard row.endsParagraph, column < screen.columns else { return (cells, caretColumn) }
    let holdsCaret = caret == row.range.end
    if holdsCaret { caretColumn = column }
    // Behind the last character: the caret, or a newline that is selected.
    let isNewlineSelected =
      selected.map { $0.start <= row.range.end && row.range.end < $0.end && row.next != nil }
    if isNewlineSelected ?? (holdsCaret && status.isFocused) {
      cells.append(Cell(text: " ", width: 1, style: .reverse))
    }
    return (cells, caretColumn)
  }

  // MARK: Printing

  /// Prints the document, pictures in the place of control characters.
  private func printDocument() {
    guard text.length > 0 else { return }
    var next: Int? = 0
    while let start = next {
      let paragraph = text.paragraph(at: start)
      for character in text.substring(paragraph.content) {
        if character == "\t" {
          output.append("\t")
        } else {
          for cell in glyphs.cells(for: character, column: 0, columns: 2) {
            output.append(cell.text)
          }
        }
      }
      next = paragraph.next
      // The shell's prompt belongs on a row of its own, also behind an unfinished line.
      if next != nil || !paragraph.content.isEmpty { output.append("\n") }
    }
  }
}
