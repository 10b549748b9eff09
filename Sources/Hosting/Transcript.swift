// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TerminalScreen
import TextInput

/// The rows of a program's screen and those that have left it, as a text in which to move, find and
/// copy; it covers the screen.
final class Transcript: View, CellDrawing {
  /// The text.
  let text = TextView(name: "transcript")
  /// The text to find, above the status row.
  let field = TextField(name: "find")
  private let bar: ExpandingAccessory
  private var isFinding = false

  /// Creates a transcript without text.
  ///
  /// - Parameters:
  ///   - find: called by Return in the field.
  ///   - close: called by ⎋.
  ///   - openField: called by ⌘F.
  init(
    find: @escaping () -> Void, close: @escaping () -> Void, openField: @escaping () -> Void
  ) {
    var traits = TextInputTraits()
    traits.autocapitalizationType = .none
    traits.autocorrectionType = .no
    traits.smartQuotesType = .no
    traits.smartDashesType = .no
    field.traits = traits
    text.isEditable = false
    bar = ExpandingAccessory(name: "find", container: field, maximumRows: 1)
    super.init(name: "transcript")
    addSubview(text)
    func add(
      _ id: String, _ input: KeyInput, _ modifiers: Modifiers, _ title: String,
      to responder: Responder, _ action: @escaping () -> Void
    ) {
      let command = KeyCommand(id: id, input: input, modifiers: modifiers, title: title) {
        $0.group = TerminalCommands.group
        $0.wantsPriority = input != .escape
      }
      responder.addKeyCommand(command) { _ in action() }
    }
    add("terminal.findText", .return, [], "Find", to: field, find)
    add("terminal.find", "f", .command, "Find…", to: self, openField)
    add("terminal.closeTranscript", .escape, [], "Back to the Program", to: self, close)
  }

  override var inputAccessoryView: View? {
    get { isFinding ? bar : nil }
    set {}
  }

  override func sizeDidChange() {
    text.frame = CellRect(width: frame.width, height: frame.height)
  }

  func drawCells(on canvas: inout CellCanvas) { canvas.fill() }

  // MARK: Contents

  /// Takes the rows of a screen, with the caret at the program's cursor, or at the start of the
  /// last row that the view shows if the view is scrolled back.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - scrolledRows: the number of rows by which the view is scrolled back.
  func load(_ screen: ProgramScreen, scrolledRows: Int) {
    let cursor = screen.cursorPlace
    let last = screen.size.rows - 1 - scrolledRows
    // The text in UTF-8, because a million rows are a long string, and the caret in it.
    var (bytes, caret) = ([UInt8](), 0)
    for number in -screen.scrollbackCount..<screen.size.rows {
      let start = bytes.count
      let isWrapped = screen.appendText(ofRow: number, to: &bytes)
      if scrolledRows > 0, number == last { caret = start }
      if scrolledRows == 0, number == cursor.row {
        let before = screen.text(ofRow: number, before: cursor.column)
        caret = min(start + before.utf8.count, bytes.count)
      }
      if !isWrapped { bytes.append(UInt8(ascii: "\n")) }
    }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let before = String(decoding: bytes.prefix(caret), as: UTF8.self)
    text.text = String(decoding: bytes, as: UTF8.self)
    text.select(Selection(caret: before.utf16.count))
  }

  /// Drops the text.
  func clear() {
    text.text = ""
    field.text = ""
  }

  // MARK: Finding

  /// Shows the field, or the text again.
  func showField(_ isShown: Bool) {
    guard isShown != isFinding else { return }
    isFinding = isShown
    text.reloadInputViews()
    (isShown ? field : text).becomeFirstResponder()
  }

  /// Hides the field, and leaves the focus where it is.
  func hideField() { isFinding = false }

  /// Selects the last place before the caret that has the text of the field.
  ///
  /// - Returns: whether there is one.
  func find() -> Bool {
    let search = FindSession(query: field.text)
    guard let place = search.previous(in: text.storage, before: text.selection.range.start) else {
      return false
    }
    // ⌘G and ⇧⌘G go on from there.
    window?.clipboard.searchText = field.text
    text.select(Selection(anchor: place.start, head: place.end))
    text.perform(.scrollToSelection)
    return true
  }
}
