// SPDX-License-Identifier: Apache-2.0
import Forms
import ExampleSupport
import TextInput

/// Name, age, homepage and password of a person; Return goes on, and on the last row it is Done.
final class PersonForm: TableFormController, ExampleScreen {
  private(set) var report: [String] = []
  private(set) var isFinished = false

  /// Makes the form, by default with prototypes that are made here.
  init(
    labels: [String] = ["Name", "Age", "Homepage", "Password"],
    prototypes: [String: TextField] = PersonForm.prototypes
  ) {
    super.init(labels: labels, prototypes: prototypes, name: "person")
    report = warnings.map { "warning: \($0)" }
  }

  /// What the fields are like; a prototype is never shown, but read and thrown away.
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
    // The table goes behind the keyboard area too: it keeps its last row above that by itself (FRM-11).
    view.frame = CellRect(width: size.width, height: window?.screen.height ?? size.height)
    layoutRows()
  }

  /// Done was pressed.
  override func entryDidFinish() {
    for label in labels {
      guard let field = field(labelled: label) else { continue }
      report.append("\(label): \(shown(field))")
    }
    isFinished = true
  }

  /// A password is for the program alone; a person sees how long it is.
  private func shown(_ field: TextField) -> String {
    field.traits.isSecureTextEntry ? "\(field.text.count) characters" : field.text
  }
}
