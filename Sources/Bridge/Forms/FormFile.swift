// SPDX-License-Identifier: Apache-2.0
package import Forms
package import TextInput

/// A form that is designed in a file, as with UIKit's Interface Builder (F041, F155).
///
/// Documentation/FormFile.md describes the format. Reading creates the controls and sets their
/// properties and traits as a program would; read the file again to create another set.
package struct FormFile {
  /// An entry of the form.
  package struct Entry {
    /// The label next to the control; empty for none.
    package var label: String
    /// The control, with its tag.
    package var container: TextContainer
    /// The height in rows.
    package var height: Int
    /// Whether the file specifies the label of Return.
    package var labelsReturn = false
  }

  /// The name of the form's controller.
  package var name = ""
  /// Whether labels are shown.
  package var showsLabels = true
  /// The entries, from top to bottom.
  package var entries: [Entry] = []

  /// Reads a form file.
  ///
  /// - Parameters:
  ///   - text: the file's contents.
  ///   - classes: the names that `class` may have.
  /// - Throws: all errors in the text, not just the first.
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

  /// The text fields by label, as prototypes of a table form.
  package var prototypes: [String: TextField] {
    var fields: [String: TextField] = [:]
    for entry in entries where fields[entry.label] == nil {
      fields[entry.label] = entry.container as? TextField
    }
    return fields
  }

  /// Creates a form with the controls below each other, each next to its label.
  ///
  /// - Parameter frame: the form's frame, in cells.
  /// - Returns: the form, in which Return and ⇥ follow the tags and Return is labelled accordingly
  ///   (FRM-3).
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

/// The classes that a form file may name: the three kinds of text containers, and the program's own
/// subclasses (F155).
package struct FormClasses {
  /// Creates a control with a name.
  package typealias Maker = (_ name: String) -> TextContainer

  private var makers: [String: Maker] = [
    "textField": { TextField(name: $0) },
    "textView": { TextView(name: $0) },
    "webField": { WebField(name: $0) },
  ]

  /// Creates the list of the three kinds.
  package init() {}

  /// The class names, sorted.
  package var names: [String] { makers.keys.sorted() }

  /// The function that creates controls of a class; nil for an unknown class.
  package subscript(name: String) -> Maker? {
    get { makers[name] }
    set { makers[name] = newValue }
  }
}
