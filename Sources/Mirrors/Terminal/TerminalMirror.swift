// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The terminal mirror: draws the engine's key window, and the keyboard area below it.
///
/// It draws the state of the window, not the updates, at the end of a frame in which that may have
/// changed, and sends only changed rows. Views are read in place, never copied, so invisible ones
/// cost nothing. The mirror does not change the layout; the program sets `screen` of
/// the engine, and frames (FRM-12).
package final class TerminalMirror: UpdateSink {
  private let engine: TextEngine
  private let output: ByteOutput
  /// The terminal's session; nil if the terminal was not taken over.
  package let session: TerminalSession?
  /// Whether nothing is drawn at the end of a frame, because a program will soon draw as well.
  package var isPostponed = false
  private let glyphs: CellRenderer
  /// Whether the terminal can draw text that looks different from the text of the document.
  private let canDim: Bool
  private var screen: Screen
  private var status: StatusRow
  private var scrolls = FieldScrolls()
  private var cursorShape = 0

  /// Creates a mirror of an engine's key window.
  ///
  /// - Parameters:
  ///   - engine: the engine; its windows must not change during the end of a frame.
  ///   - output: a writer to the terminal.
  ///   - session: the terminal's session, ended by ``finish()``; nil if the terminal was not taken
  ///     over.
  ///   - kind: the terminal's capabilities.
  ///   - size: the terminal's size in columns and rows; any size is valid.
  ///   - words: the words of the status row.
  package init(
    engine: TextEngine, output: ByteOutput, session: TerminalSession?, kind: TerminalKind,
    size: (columns: Int, rows: Int), words: StatusWords
  ) {
    self.engine = engine
    self.output = output
    self.session = session
    glyphs = CellRenderer(hasSymbols: kind.hasSymbols, ordersText: kind.ordersText)
    canDim = kind.canDim
    screen = Screen(columns: size.columns, rows: size.rows, kind: kind)
    status = StatusRow(words: words)
  }

  package var interest: SinkInterest { [.updates, .state] }

  /// Returns the row, and the continuation after the caret if the terminal can dim it: otherwise it
  /// would look like typed text.
  package func predictionsShown(for container: ContainerID) -> ShownPredictions {
    canDim ? [.row, .inline] : .row
  }

  package func receive(_ update: Update) {
    switch update {
    case .commandInvoked(_, let title, _, _): status.message = title
    case .deviceAttached(let info): if !info.isScanner { status.keyboards += 1 }
    case .deviceDetached(let info):
      if !info.isScanner { status.keyboards = max(status.keyboards - 1, 0) }
    default: break
    }
  }

  package func receive(_ scan: Scan) {
    let words = status.words
    status.message = scan.isComplete ? scan.text : "\(words.incompleteCode): \(scan.text)"
  }

  /// Shows the locks that are on, from the end of the next frame.
  package func show(locks: LockLEDs) {
    status.locks = locks
  }

  /// Shows a message in the status row until the next message, from the end of the next frame.
  package func show(message: String) {
    status.message = message
  }

  /// Shows whether a text is in front of the program's own, which ⎋ leaves, from the end of the
  /// next frame.
  package func show(canGoBack: Bool) {
    status.canGoBack = canGoBack
  }

  /// Shows a shape of the cursor as in DECSCUSR, from the end of the next frame; 0 is the user's.
  package func show(cursorShape: Int) {
    self.cursorShape = cursorShape
  }

  /// Shows whether the terminal has focus, from the end of the next frame; without focus there is
  /// no caret.
  package func show(isFocused: Bool) {
    status.isFocused = isFocused
  }

  /// Changes the terminal's size and draws everything again.
  ///
  /// - Throws: the failure of the output.
  package func resize(columns: Int, rows: Int) throws(MirrorError) {
    screen.resize(columns: columns, rows: rows)
    try frameEnded()
  }

  package func frameEnded() throws(MirrorError) {
    try output.flush()
    // While the terminal accepts no output nothing is drawn; later it gets the latest state.
    guard !output.hasBacklog, !isPostponed else { return }
    draw()
    try output.flush()
  }

  /// Restores the terminal and prints the text of the window to the shell's screen, so that it is
  /// not lost.
  package func finish() throws(MirrorError) {
    session?.end()
    screen.show(cursorShape: 0, to: output)
    if let window = engine.keyWindow {
      TranscriptPrinter(glyphs: glyphs, output: output).print(window)
    }
    try output.finish()
  }

  private func draw() {
    var drawing = WindowDrawing(
      of: engine, glyphs: glyphs, isFocused: status.isFocused,
      size: CellSize(width: screen.columns, height: screen.rows), scrolls: scrolls)
    if let window = engine.keyWindow { drawing.draw(window) }
    drawing.drawMenu()
    drawing.drawCommandPanel(nothing: status.words.noCommands)
    drawing.drawKeyboardArea(status: status)
    scrolls = drawing.canvas.scrolls
    scrolls.drawingDidEnd()
    screen.show(cursorShape: cursorShape, to: output)
    screen.show(drawing.canvas.lines, cursor: drawing.canvas.cursor, to: output)
  }
}
