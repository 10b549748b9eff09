// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The terminal mirror: what the engine's key window holds, and the keyboard area below it.
///
/// It draws at the end of a frame, and only what changed. Views are read where they stand, never
/// copied: what is not visible costs nothing. The mirror moves nothing either; the program sets
/// `screen` of the engine, and frames (FRM-12).
package final class TerminalMirror: UpdateSink {
  private let engine: TextEngine
  private let output: ByteOutput
  /// The terminal's state; nil where nobody took it.
  package let session: TerminalSession?
  private let glyphs: CellRenderer
  private var screen: Screen
  private var status: StatusRow
  private var scrolls = FieldScrolls()

  /// Makes a mirror of an engine's key window.
  ///
  /// - Parameters:
  ///   - engine: its windows are at rest whenever a frame ends.
  ///   - output: a writer to the terminal.
  ///   - session: the terminal's state, given back in ``finish()``; nil where nobody took it.
  ///   - kind: what the terminal can do.
  ///   - size: the terminal's size in columns and rows; any size is safe.
  ///   - words: what the status row says.
  package init(
    engine: TextEngine, output: ByteOutput, session: TerminalSession?, kind: TerminalKind,
    size: (columns: Int, rows: Int), words: StatusWords
  ) {
    self.engine = engine
    self.output = output
    self.session = session
    glyphs = CellRenderer(hasSymbols: kind.hasSymbols)
    screen = Screen(columns: size.columns, rows: size.rows, kind: kind)
    status = StatusRow(words: words)
  }

  package var interest: SinkInterest { [.updates, .frames] }

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

  /// Shows which locks are on, from the next frame's end.
  package func show(locks: LockLEDs) {
    status.locks = locks
  }

  /// Shows a message in the status row until the next one, from the next frame's end.
  package func show(message: String) {
    status.message = message
  }

  /// Shows whether the terminal has the focus, from the next frame's end; without it there is no caret.
  package func show(isFocused: Bool) {
    status.isFocused = isFocused
  }

  /// Takes the terminal's new size and draws everything again.
  ///
  /// - Throws: what made output fail.
  package func resize(columns: Int, rows: Int) throws(MirrorError) {
    screen.resize(columns: columns, rows: rows)
    try frameEnded()
  }

  package func frameEnded() throws(MirrorError) {
    try output.flush()
    // A terminal that takes nothing is shown the latest state once it does.
    guard !output.hasBacklog else { return }
    draw()
    try output.flush()
  }

  /// Gives the terminal back and prints what was written where the shell goes on, so that it is not
  /// lost.
  package func finish() throws(MirrorError) {
    session?.end()
    if let window = engine.keyWindow { Printout(glyphs: glyphs, output: output).print(window) }
    try output.finish()
  }

  private func draw() {
    var drawing = WindowDrawing(
      of: engine, glyphs: glyphs, isFocused: status.isFocused,
      size: CellSize(width: screen.columns, height: screen.rows), scrolls: scrolls)
    if let window = engine.keyWindow { drawing.draw(window) }
    drawing.drawMenu()
    drawing.drawCommandPanel()
    drawing.drawKeyboardArea(status: status)
    scrolls = drawing.canvas.scrolls
    scrolls.settle()
    screen.show(drawing.canvas.lines, cursor: drawing.canvas.cursor, to: output)
  }
}
