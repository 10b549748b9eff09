// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// A form that is a table: a label and a field a row, values in and out under the labels (FRM-7).
///
/// How a field behaves is said by a *prototype*, a field that is configured and then only read. It is
/// never shown, never has the focus, and need not outlive the making of the form (FRM-8).
///
/// ```swift
/// let age = TextField()
/// age.traits.keyboardType = .numberPad
/// let form = TableFormController(
///   labels: ["Name", "Age"], prototypes: ["Age": age], values: ["Name": "Ann"])
/// window.rootViewController = form
/// form.beginEntry()
/// …
/// save(form.values)
/// ```
open class TableFormController: FormController {
  /// What is wrong with what the form was made of; the rest of it counts.
  @nonexhaustive
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// There is a prototype, but no such label (FRM-9); `nearest` is the label most likely meant.
    case unknownLabel(String, nearest: String?)
    /// The label is there already: the second one has no field.
    case duplicateLabel(String)

    /// The warning as a sentence.
    public var description: String {
      switch self {
      case .unknownLabel(let label, let nearest):
        "no label '\(label)' for this prototype" + (nearest.map { "; is it '\($0)'?" } ?? "")
      case .duplicateLabel(let label): "the label '\(label)' stands here twice"
      }
    }
  }

  /// The labels, from top to bottom; each is there once.
  public final let labels: [String]
  /// Whether the labels are shown; values are keyed by them all the same (F117).
  public final let showsLabels: Bool
  /// What was passed over when the form was made.
  public final let warnings: [Warning]
  /// The rows, from top to bottom.
  public final let cells: [TableFormCell]

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - labels: a row each.
  ///   - prototypes: what fields are like, under their labels; a label without one has a field with
  ///     plain defaults.
  ///   - values: the texts to begin with, under their labels.
  ///   - showsLabels: whether the labels are shown beside the fields.
  ///   - name: the controller's name.
  ///   - frame: where the table is, in cells.
  public init(
    labels: [String], prototypes: [String: TextField] = [:], values: [String: String] = [:],
    showsLabels: Bool = true, name: String = "", frame: CellRect = CellRect(width: 80, height: 24)
  ) {
    let (distinct, duplicates) = Self.sorted(labels)
    let unknown = prototypes.keys.filter { !distinct.contains($0) }.sorted()
    self.labels = distinct
    self.showsLabels = showsLabels
    warnings =
      duplicates.map { .duplicateLabel($0) }
      + unknown.map { .unknownLabel($0, nearest: nearest(to: $0, among: distinct)) }
    cells = distinct.enumerated().map { row, label in
      TableFormCell(
        label: label, prototype: prototypes[label], tag: row + 1, isLast: row == distinct.count - 1)
    }
    super.init(name: name, frame: frame)
    for cell in cells {
      cell.field.delegate = self
      cell.label.isHidden = !showsLabels
      view.addSubview(cell)
    }
    self.values = values
    layoutRows()
  }

  /// The labels in order, and those that came a second time.
  private static func sorted(_ labels: [String]) -> (distinct: [String], duplicates: [String]) {
    var known: Set<String> = []
    var duplicates: [String] = []
    let distinct = labels.filter { label in
      let isNew = known.insert(label).inserted
      if !isNew { duplicates.append(label) }
      return isNew
    }
    return (distinct, duplicates)
  }

  // MARK: Values

  /// The texts under their labels, every label included (FRM-7).
  ///
  /// Setting leaves a field alone whose label is not among the keys, and a key that is no label.
  public final var values: [String: String] {
    get { Dictionary(uniqueKeysWithValues: zip(labels, cells).map { ($0, $1.field.text) }) }
    set {
      // By the label it was made with: what is shown may be renamed.
      for (label, cell) in zip(labels, cells) {
        if let text = newValue[label] { cell.field.text = text }
      }
    }
  }

  /// The field beside a label; nil where there is no such label.
  public final func field(labelled label: String) -> TextField? {
    zip(labels, cells).first { $0.0 == label }?.1.field
  }

  // MARK: Rows

  /// Gives every row its place in the width that the table has; a program that changes the frame of
  /// `view` calls it afterwards.
  public final func layoutRows() {
    let column = showsLabels ? (cells.map { $0.label.size().width }.max() ?? 0) + 2 : 0
    for (row, cell) in cells.enumerated() {
      cell.frame = CellRect(y: row, width: scrollView.frame.width, height: 1)
      cell.label.frame = CellRect(width: min(column, cell.frame.width), height: 1)
      cell.field.frame = CellRect(
        x: column, width: max(0, cell.frame.width - column), height: 1)
    }
    scrollView.contentHeight = cells.count
    keyboardDidChange()
  }

  /// Scrolls as little as shows the row above the keyboard area (FRM-11).
  open override func reveal(_ entry: View) {
    let row = row(of: entry)
    scrollView.scrollRowsToVisible(row..<row + max(1, entry.frame.height))
  }
}

/// A row of a ``TableFormController``.
public final class TableFormCell: View {
  /// What the row is called.
  public let label: Label
  /// Where its value is typed; named as the label (F066).
  public let field: TextField

  /// Makes a row; what the prototype says of Return comes before the convention (FRM-3).
  init(label text: String, prototype: TextField?, tag: Int, isLast: Bool) {
    label = Label(text)
    field = prototype is WebField ? WebField(name: text) : TextField(name: text)
    super.init(name: text)
    if let prototype { field.copyProperties(from: prototype) }
    if field.traits.returnKeyType == .default {
      field.traits.returnKeyType = isLast ? .done : .next
    }
    field.tag = tag
    addSubview(label)
    addSubview(field)
  }
}
