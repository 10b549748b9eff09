// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TerminalScreen
import TextInput

/// The view that shows a program's screen, and receives the keys that are not text.
///
/// It shows a copy of the screen, so that what is drawn between two updates of the program is never
/// half of one. Text that is being composed is drawn at the cursor; the rest of the row moves right
/// on the view only.
final class ProgramView: View, CellDrawing {
  /// The text that was typed since the program last did something else; it is never drawn itself.
  let tail = TextView(name: "program")
  /// Called with a key that is not text; returns whether the program receives it.
  var pressed: (Keystroke) -> Bool = { _ in false }
  /// Called with a repeat of such a key.
  var repeated: (Keystroke) -> Void = { _ in }
  /// Called at the end of such a key.
  var released: (Keystroke) -> Void = { _ in }
  /// Called when the view's size changes.
  var resized: () -> Void = {}
  /// The number of rows by which the view is scrolled back.
  var scrolledRows = 0 {
    didSet { scrolledRows = min(max(scrolledRows, 0), screen.scrollbackCount) }
  }

  private let screen: TerminalScreen
  private var rows: [[Cell]] = []
  private var cursor: TerminalScreen.Place?

  init(_ screen: TerminalScreen) {
    self.screen = screen
    super.init(name: "screen")
    addSubview(tail)
  }

  override var wantsPresses: Bool { true }
  var drawsSubviews: Bool { true }
  override func sizeDidChange() { resized() }

  override func pressBegan(_ keystroke: Keystroke) -> Bool { pressed(keystroke) }
  override func pressRepeated(_ keystroke: Keystroke) { repeated(keystroke) }
  override func pressEnded(_ keystroke: Keystroke) { released(keystroke) }
  override func pressCancelled(_ keystroke: Keystroke) { released(keystroke) }

  // MARK: Drawing

  /// Copies the screen; the next drawing shows the copy.
  func update() {
    scrolledRows = min(scrolledRows, screen.scrollbackCount)
    rows = (0..<screen.size.rows).map { row in
      screen.glyphs(ofRow: row - scrolledRows).map {
        Cell(text: Self.drawable($0.text), width: $0.width, style: $0.style)
      }
    }
    let place = screen.cursorPlace
    let isVisible = screen.modes.isCursorVisible && place.row + scrolledRows < screen.size.rows
    cursor =
      isVisible ? TerminalScreen.Place(row: place.row + scrolledRows, column: place.column) : nil
  }

  func drawCells(on canvas: inout CellCanvas) {
    let marked = markedCells(canvas.glyphs)
    for (y, row) in rows.enumerated() where y < canvas.bounds.height {
      canvas.put(withMarked(marked, y, row), y: y, in: canvas.pane)
    }
    guard let cursor, canvas.isFocused, tail.isFirstResponder else { return }
    canvas.placeCursor(
      x: min(cursor.column + marked.width, canvas.bounds.width - 1), y: cursor.row)
  }

  private func withMarked(_ marked: [Cell], _ y: Int, _ row: [Cell]) -> [Cell] {
    guard !marked.isEmpty, let cursor, cursor.row == y else { return row }
    var (before, width) = (0, 0)
    while before < row.count, width < cursor.column {
      width += row[before].width
      before += 1
    }
    return row[..<before] + marked + row[before...]
  }

  private func markedCells(_ glyphs: CellRenderer) -> [Cell] {
    guard let range = tail.markedRange, !tail.traits.isSecureTextEntry else { return [] }
    return glyphs.cells(for: tail.storage.substring(range), style: TextStyle(.underline))
  }

  /// Returns a text without the characters that must not reach a terminal.
  private static func drawable(_ text: String) -> String {
    if text.utf8.count == 1 { return text }
    let hasUnsafe = text.unicodeScalars.contains {
      switch $0.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
      default: false
      }
    }
    return hasUnsafe ? "\u{FFFD}" : text
  }
}
