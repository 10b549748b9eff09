// SPDX-License-Identifier: Apache-2.0
import ExampleSupport
import KeyCommands
import Keys
import TextInput

/// A field for the name of a colour, and an area that shows this colour.
final class ColourScreen: ViewController, ExampleScreen, TextFieldDelegate {
  private let field = TextField(name: "colour")
  private let area = Label(name: "area")
  private let answer = Label("Name a colour, then press Return.", name: "answer")
  private(set) var report: [String] = []

  init() {
    super.init(name: "colours")
    configure(field)
    for view in [field, area, answer] { self.view.addSubview(view) }
    field.delegate = self
    // While the field does not have the focus, this controller has it, so that it receives the
    // keys.
    let again = KeyCommand(id: "another-colour", input: KeyInput.return, title: "Another Colour") {
      $0.isRepeating = false
    }
    addKeyCommand(again) { [field] _ in field.becomeFirstResponder() }
  }

  /// Sets the traits, which the engine needs before the first key: the field expects a name in
  /// small letters, exactly as it is typed.
  private func configure(_ field: TextField) {
    field.placeholder = "Color"
    field.borderStyle = .bezel
    field.clearButtonMode = .whileEditing
    field.clearsOnBeginEditing = true
    field.traits.autocorrectionType = .no
    field.traits.autocapitalizationType = .none
    field.traits.enablesReturnKeyAutomatically = true
    field.traits.returnKeyType = .go
  }

  override var canBecomeFirstResponder: Bool { true }

  func begin() { field.becomeFirstResponder() }

  func layOut(in size: CellSize) {
    view.frame = CellRect(width: size.width, height: size.height)
    field.frame = CellRect(x: 1, y: 1, width: min(24, max(0, size.width - 2)), height: 1)
    area.frame = CellRect(x: 1, y: 3, width: field.frame.width, height: 3)
    answer.frame = CellRect(x: 1, y: 7, width: max(0, size.width - 2), height: 1)
    area.numberOfLines = 3
  }

  // MARK: The field's delegate

  /// Resigns on Return, because the field does not resign on its own (FLD-15).
  func textFieldShouldReturn(_ textField: TextField) -> Bool {
    textField.resignFirstResponder()
    becomeFirstResponder()
    return true
  }

  /// Reads the text when editing has ended, for whatever reason.
  func textFieldDidEndEditing(_ textField: TextField) {
    show(textField.text)
  }

  private func show(_ name: String) {
    guard let colour = TextStyle.Color(name: name) else {
      say("I know no colour \"\(name)\".")
      return
    }
    let row = String(repeating: "█", count: area.frame.width)
    let rows = Array(repeating: row, count: area.frame.height).joined(separator: "\n")
    area.styledText = StyledText(rows, style: TextStyle(foreground: colour))
    say("The area is \(name).")
  }

  private func say(_ sentence: String) {
    answer.text = sentence + " Return asks for another."
    report.append(sentence)
  }
}
