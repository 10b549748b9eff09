// SPDX-License-Identifier: Apache-2.0
package import Forms
package import TextInput

/// A form that was designed in a file: what UIKit's builder is for a screen (F041, F155).
///
/// What a file looks like is in Documentation/FormFile.md. Reading makes the controls, exactly as a
/// program would by setting the same properties and traits; who wants another set of them reads again.
package struct FormFile {
  /// An entry of the form.
  package struct Entry {
    /// What stands beside the control; empty for nothing.
    package var label: String
    /// The control, with its tag.
    package var container: TextContainer
    /// How many rows it takes.
    package var height: Int
    /// Whether the file says what Return is labelled.
    package var labelsReturn = false
  }

  /// What the form's controller is called.
  package var name = ""
  /// Whether labels are shown.
  package var showsLabels = true
  /// The entries, from top to bottom.
  package var entries: [Entry] = []

  /// Reads a form file.
  ///
  /// - Parameters:
  ///   - text: the file's bytes.
  ///   - classes: what `class` may name.
  /// - Throws: every mistake in the text, not just the first.
  package init(
    parsing text: some Collection<UInt8>, classes: FormClasses = FormClasses()
  ) throws(FormFileErrors) {
    var reader = FormFileReader(classes: classes)
    self = try reader.read(text)
  }

  init() {}

  // MARK: Forms

  /// The labels of a table form.
  package var labels: [String] { entries.map(\.label) }

  /// The text fields under their labels, as prototypes of a table form.
  package var prototypes: [String: TextField] {
    var fields: [String: TextField] = [:]
    for entry in entries where fields[entry.label] == nil {
      fields[entry.label] = entry.container as? TextField
    }
    return fields
  }

  /// Puts the controls below each other, their labels beside them.
  ///
  /// - Parameter frame: where the form is, in cells.
  /// - Returns: a form that Return and ⇥ go through by the tags, with Return labelled (FRM-3).
  package func makeForm(frame: CellRect) -> FormController {
    let form = FormController(name: name, frame: frame)
    let rows = entries.map { entry in
      LabelledRow(
        label: Label(showsLabels ? entry.label : ""), view: entry.container, height: entry.height)
    }
    form.add(rows, width: frame.width)
    let types = entries.map(\.container.traits.returnKeyType)
    form.labelReturnKeys()
    for (entry, type) in zip(entries, types) where entry.labelsReturn {
      entry.container.traits.returnKeyType = type
    }
    return form
  }
}

/// What `class` may name in a form file: the three kinds of text containers, and the program's own
/// subclasses (F155).
package struct FormClasses {
  /// Makes a control of a name.
  package typealias Maker = (_ name: String) -> TextContainer

  private var makers: [String: Maker] = [
    "textField": { TextField(name: $0) },
    "textView": { TextView(name: $0) },
    "webField": { WebField(name: $0) },
  ]

  /// Makes the list of the three kinds.
  package init() {}

  /// The names there are, sorted.
  package var names: [String] { makers.keys.sorted() }

  /// What makes controls of a class; nil for an unknown one.
  package subscript(name: String) -> Maker? {
    get { makers[name] }
    set { makers[name] = newValue }
  }
}
