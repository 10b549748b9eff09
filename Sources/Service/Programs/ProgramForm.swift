// SPDX-License-Identifier: Apache-2.0
import Forms
import KeyCommands
import TextInput

/// A program's form: Return and ⇥ move through its fields in order, and Return in the last one
/// finishes it (reference 14).
final class ProgramForm: FormController {
  /// How many fields a form may have.
  ///
  /// The limit exists because they are created by one request.
  static let fieldLimit = 100

  /// The commands of the form: active while a modal form is the topmost, or while another form has
  /// the focus in it.
  let declared = ProgramCommands()
  /// Called when the form performs one of its commands.
  var didPerform: (_ id: String, _ target: String) -> Void = { _, _ in }
  /// Its fields, in order.
  let fields: [ProgramContainer]
  /// Called when Return is pressed in the last field.
  var didFinish: () -> Void = {}

  private let rows: [LabelledRow]

  /// Creates a form of fields that are in no other form; `tags` are their positions in the order of
  /// Return (FRM-1).
  init(name: String, fields: [ProgramContainer], tags: [Int]) {
    self.fields = fields
    rows = fields.map {
      LabelledRow(label: Label($0.label), view: $0.text, height: $0.rows ?? 1)
    }
    super.init(name: name)
    notesChanges = true
    commandRegistry = declared.registry
    for field in fields { field.form = self }
    for (field, tag) in zip(fields, tags) { field.text.tag = tag }
    add(rows, width: 0)
    labelReturnKeys()
  }

  /// Whether the form is presented above everything else of its program.
  var isModal: Bool { presentingViewController != nil }

  /// The responder that gets the focus with the form: the first field that can have it.
  var firstResponder: Responder {
    let fields = entries + self.fields.map(\.text)
    return fields.first(where: \.canBecomeFirstResponder) ?? view
  }

  /// Stacks the fields, each next to its label.
  func layOut(width: Int) {
    _ = rows.layOut(width: width)
  }

  override func entryDidFinish() { didFinish() }

  // MARK: Commands

  override func canPerform(_ command: KeyCommand) -> Bool {
    declared[command.id] != nil || super.canPerform(command)
  }

  override func validate(_ command: inout KeyCommand) { declared.validate(&command) }

  override func perform(_ command: KeyCommand) {
    guard declared[command.id] != nil else { return super.perform(command) }
    didPerform(command.id, name)
  }

  // MARK: Fields

  private func field(of textField: TextField) -> ProgramContainer? {
    fields.first { $0.text === textField }
  }

  override func textFieldShouldReturn(_ textField: TextField) -> Bool {
    guard field(of: textField)?.textFieldShouldReturn(textField) ?? true else { return false }
    return super.textFieldShouldReturn(textField)
  }

  override func textFieldShouldBeginEditing(_ textField: TextField) -> Bool {
    field(of: textField)?.textFieldShouldBeginEditing(textField) ?? true
  }

  override func textFieldShouldEndEditing(_ textField: TextField) -> Bool {
    field(of: textField)?.textFieldShouldEndEditing(textField) ?? true
  }

  override func textFieldShouldClear(_ textField: TextField) -> Bool {
    field(of: textField)?.textFieldShouldClear(textField) ?? true
  }

  override func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision {
    field(of: textField)?.textField(
      textField, decideAboutCharactersIn: range, replacementString: replacementString) ?? .accept
  }
}
