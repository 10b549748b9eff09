// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// A form that is a table with a label and a field in each row.
///
/// Values are set and read by label (FRM-7).
///
/// A *prototype* specifies how a field behaves. It is a configured field that is only read: it is
/// never displayed, never has the focus, and can be released after the form is created (FRM-8).
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
  /// An error in the arguments of a form, which is created without the invalid parts.
  @nonexhaustive
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// A prototype has an unknown label (FRM-9); `nearest` is the label that was probably meant.
    case unknownLabel(String, nearest: String?)
    /// The label occurs twice; the second one has no field.
    case duplicateLabel(String)

    /// The warning as a sentence.
    public var description: String {
      switch self {
      case .unknownLabel(let label, let nearest):
        "unknown label '\(label)' of a prototype"
          + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      case .duplicateLabel(let label): "duplicate label '\(label)'"
      }
    }
  }

  /// The labels without duplicates, from top to bottom.
  public final let labels: [String]
  /// Whether the labels are displayed; values are keyed by them in any case (F117).
  public final let showsLabels: Bool
  /// The errors in the arguments of the initializer.
  public final let warnings: [Warning]
  /// The rows, from top to bottom.
  public final let cells: [TableFormCell]

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - labels: the label of each row.
  ///   - prototypes: the prototypes of fields, by label; other fields have default properties.
  ///   - values: the initial texts, by label.
  ///   - showsLabels: whether the labels are displayed next to the fields.
  ///   - name: the controller's name.
  ///   - frame: the frame of the table, in cells.
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

  /// Returns the labels without duplicates, and the duplicates.
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

  /// The texts by label, including empty ones (FRM-7).
  ///
  /// Setting ignores keys that are not labels, and leaves fields unchanged whose labels are not
  /// among the keys.
  public final var values: [String: String] {
    get { Dictionary(uniqueKeysWithValues: zip(labels, cells).map { ($0, $1.field.text) }) }
    set {
      // By the label at creation, because the displayed label may be changed.
      for (label, cell) in zip(labels, cells) {
        if let text = newValue[label] { cell.field.text = text }
      }
    }
  }

  /// Returns the field with a label.
  ///
  /// - Parameter label: the label at the creation of the form, even if another one is displayed
  ///   now.
  /// - Returns: the field; nil if there is none.
  public final func field(labelled label: String) -> TextField? {
    zip(labels, cells).first { $0.0 == label }?.1.field
  }

  // MARK: Rows

  /// Lays out all rows in the current width.
  ///
  /// Call it after changing the frame of `view`.
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

  /// Scrolls by the smallest distance that makes the row visible above the keyboard area (FRM-11).
  open override func reveal(_ entry: View) {
    let row = row(of: entry)
    scrollView.scrollRowsToVisible(row..<row + max(1, entry.frame.height))
  }
}

/// A row of a ``TableFormController``.
public final class TableFormCell: View {
  /// The row's label.
  public let label: Label
  /// The field for the row's value, with the label as its name (F066).
  public let field: TextField

  /// Creates a row.
  ///
  /// The prototype's label for Return takes precedence over the convention (FRM-3).
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
