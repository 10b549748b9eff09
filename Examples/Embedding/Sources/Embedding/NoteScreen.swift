// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// A field for a note, a meter below it, and a command that empties the field.
final class NoteScreen: ViewController, TextFieldDelegate {
  let field = TextField(name: "note", frame: CellRect(x: 1, y: 0, width: 16, height: 1))
  let meter = Meter(frame: CellRect(x: 1, y: 1, width: 16, height: 1))

  init() {
    super.init(name: "note-screen")
    field.placeholder = "Note"
    field.delegate = self
    view.addSubview(field)
    view.addSubview(meter)
    addKeyCommand(
      KeyCommand(id: "new-note", input: "n", modifiers: .command, title: "New Note") {
        $0.group = "Notes"
        $0.wantsPriority = true
      }
    ) { [unowned self] _ in field.text = "" }
  }

  /// Refuses text that does not fit.
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange,
    replacementString string: String
  ) -> Bool {
    field.text.utf16.count - range.length + string.utf16.count <= meter.limit
  }
}
