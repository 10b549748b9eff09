// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A program's form: Return and ⇥ go through its fields in order, and Return in the last ends it
/// (reference 14).
final class ProgramForm: FormController {
  /// Its fields, in order.
  var fields: [ProgramContainer] = []
  /// Told when Return was pressed in the last field.
  var didFinish: () -> Void = {}

  override func entryDidFinish() { didFinish() }

  private func field(of textField: TextField) -> ProgramContainer? {
    fields.first { $0.text === textField }
  }

  override func textFieldShouldReturn(_ textField: TextField) -> Bool {
    guard field(of: textField)?.answer(.shouldReturn) ?? true else { return false }
    return super.textFieldShouldReturn(textField)
  }

  override func textFieldShouldBeginEditing(_ textField: TextField) -> Bool {
    field(of: textField)?.answer(.shouldBegin) ?? true
  }

  override func textFieldShouldEndEditing(_ textField: TextField) -> Bool {
    field(of: textField)?.answer(.shouldEnd) ?? true
  }

  override func textFieldShouldClear(_ textField: TextField) -> Bool {
    field(of: textField)?.answer(.shouldClear) ?? true
  }

  override func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool {
    field(of: textField)?.mayChange(range, to: replacementString) ?? true
  }
}
