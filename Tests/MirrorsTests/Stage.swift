// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TestSupport
import Testing
import TextInput

/// An engine, its terminal mirror, and the terminal that shows it.
struct Stage {
  let engine: TextEngine
  let mirror: TerminalMirror
  let pipe: PipeReader
  var terminal: VirtualTerminal
  /// The output of the last update.
  var sent = ""

  /// Draws a window that `furnish` has set up.
  init(
    columns: Int = 40, rows: Int = 8, kind: TerminalKind = .window,
    application: Responder = Application(), _ furnish: (TextEngine) throws -> Void = { _ in }
  ) throws {
    engine = TextEngine(application: application)
    engine.screen = CellSize(width: columns, height: rows)
    pipe = try PipeReader()
    mirror = TerminalMirror(
      engine: engine, output: ByteOutput(descriptor: pipe.writer), session: nil, kind: kind,
      size: (columns, rows), words: .english(for: kind))
    terminal = VirtualTerminal(columns: columns, rows: rows)
    try furnish(engine)
    try show()
  }

  mutating func show() throws {
    for update in engine.takeUpdates() { mirror.receive(update) }
    if engine.inputMethodOfMode != nil {
      // Follow-ons of a committed text are shown in the same frame.
      engine.updatesWereDelivered()
      for update in engine.takeUpdates() { mirror.receive(update) }
    }
    try mirror.frameEnded()
    sent = pipe.read()
    terminal.drawn = 0
    terminal.feed(sent)
  }

  /// Redraws everything on a terminal of this size.
  mutating func resize(_ columns: Int, _ rows: Int) throws {
    engine.screen = CellSize(width: columns, height: rows)
    for update in engine.takeUpdates() { mirror.receive(update) }
    terminal = VirtualTerminal(columns: columns, rows: rows)
    try mirror.resize(columns: columns, rows: rows)
    sent = pipe.read()
    terminal.feed(sent)
  }

  /// Types text, one key for each character, and shows the result.
  mutating func type(_ text: String) throws {
    for character in text { engine.handle(keystroke(keysym: 0x61, text: String(character))) }
    try show()
  }

  /// Presses keys, named by their unmodified meaning.
  mutating func press(_ keys: KeyInput..., modifiers: Modifiers = []) throws {
    for key in keys {
      engine.handle(
        Keystroke(
          event: keystroke().event, text: key == .return ? "\r" : "", modifiers: modifiers,
          charactersIgnoringModifiers: key))
    }
    try show()
  }

  /// The rows without the keyboard area, with reverse video and underlining marked.
  var content: [String] {
    Array(terminal.marked.prefix(engine.keyboardArea.isShown ? area.y : terminal.rows))
  }

  /// The frame of the keyboard area.
  var area: CellRect { engine.keyboardArea.frame }

  /// The text of the status row.
  var status: String { terminal.lines.last ?? "" }
}

extension TextEngine {
  /// Creates a focused text view that fills the rows above the keyboard area, as the program's
  /// does.
  func fill(with view: TextView) {
    keyboardArea.statusRows = screen.height > 1 ? 1 : 0
    if view.superview == nil {
      window.addSubview(view)
      view.becomeFirstResponder()
    }
    window.frame = CellRect(width: screen.width, height: screen.height)
    // The end of the turn places the keyboard area.
    advance(to: .zero)
    view.frame = CellRect(width: screen.width, height: window.keyboardLayoutGuide.y)
    view.layout.wrapWidth = screen.width
    follow(view)
  }

  /// Scrolls so that the caret is visible and no row stays empty.
  func follow(_ view: TextView) {
    view.scroll(toTop: view.topOffset)
    view.scrollToVisible(view.selection.head)
  }
}
