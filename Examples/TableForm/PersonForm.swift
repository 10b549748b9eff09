// SPDX-License-Identifier: Apache-2.0
import Forms
import ExampleSupport
import TextInput

/// A form for name, age, homepage and password.
///
/// Return moves to the next field; on the last row it is Done.
final class PersonForm: TableFormController, ExampleScreen {
  private(set) var report: [String] = []
  private(set) var isFinished = false

  /// Creates the form, by default with the prototypes below.
  init(
    labels: [String] = ["Name", "Age", "Homepage", "Password"],
    prototypes: [String: TextField] = PersonForm.prototypes
  ) {
    super.init(labels: labels, prototypes: prototypes, name: "person")
    report = warnings.map { "warning: \($0)" }
  }

  /// The prototypes, from which the fields are created; a prototype itself is never shown.
  private static var prototypes: [String: TextField] {
    let name = TextField()
    name.placeholder = "first and last"
    name.traits.autocorrectionType = .no
    name.traits.autocapitalizationType = .words
    name.adjustsFontSizeToFitWidth = true
    name.minimumFontSize = 7
    let age = TextField()
    age.traits.keyboardType = .numberPad
    let homepage = TextField()
    homepage.traits.keyboardType = .url
    homepage.traits.autocorrectionType = .no
    homepage.traits.autocapitalizationType = .none
    homepage.clearButtonMode = .always
    let password = TextField()
    password.traits.isSecureTextEntry = true
    return ["Name": name, "Age": age, "Homepage": homepage, "Password": password]
  }

  func begin() { beginEntry() }

  func layOut(in size: CellSize) {
    // The table extends below the keyboard area; it keeps the focused row visible on its own
    // (FRM-11).
    view.frame = CellRect(width: size.width, height: window?.screen.height ?? size.height)
    layoutRows()
  }

  /// Reports the values when Done is pressed.
  override func entryDidFinish() {
    for label in labels {
      guard let field = field(labelled: label) else { continue }
      report.append("\(label): \(shown(field))")
    }
    isFinished = true
  }

  /// Returns the text to report; only the length for a password.
  private func shown(_ field: TextField) -> String {
    field.traits.isSecureTextEntry ? "\(field.text.count) characters" : field.text
  }
}
