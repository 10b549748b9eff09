// SPDX-License-Identifier: Apache-2.0
import Forms
import Keys
import Mirrors
import Testing

@testable import TextInput

/// Reference 14: a table of labels, each next to a field.
@Suite struct TableFormTests {
  /// The form of the seed: four labels, four prototypes.
  private static func seedForm(showsLabels: Bool = true) -> TableFormController {
    let name = TextField()
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
    return TableFormController(
      labels: ["Name", "Age", "Homepage", "Password"],
      prototypes: ["Name": name, "Age": age, "Homepage": homepage, "Password": password],
      showsLabels: showsLabels)
  }

  private static func press(_ keys: String, in engine: TextEngine) {
    for key in keys.split(separator: " ") {
      let keystroke = Typist.keystroke(String(key))
      engine.handle(keystroke)
      engine.handle(keystroke.phase(.release))
    }
  }

  @Test("FRM-7, F116 four labels give four fields, and values are keyed by the labels")
  func values() {
    let form = TableFormController(
      labels: ["Name", "Age", "City", "Note"], values: ["Age": "42", "Nobody": "x"])
    #expect(form.cells.map(\.field.name) == ["Name", "Age", "City", "Note"])
    #expect(form.entries.map(\.tag) == [1, 2, 3, 4])
    #expect(form.values == ["Name": "", "Age": "42", "City": "", "Note": ""])
    // The displayed labels may be translated, and two of them may become the same word.
    form.cells[2].label.text = "Ort"
    form.cells[3].label.text = "Ort"
    #expect(form.values == ["Name": "", "Age": "42", "City": "", "Note": ""])
    form.values = ["Name": "Ann", "Stranger": "y"]
    #expect(form.values == ["Name": "Ann", "Age": "42", "City": "", "Note": ""])
    form.values = ["Age": ""]
    #expect(form.values["Age"]?.isEmpty == true)
    #expect(form.field(labelled: "City") === form.cells[2].field)
    #expect(form.field(labelled: "Stranger") == nil)
  }

  @Test("FRM-7, F117 a label that is not shown still keys its value")
  func hiddenLabels() {
    let engine = TextEngine()
    let form = Self.seedForm(showsLabels: false)
    engine.window.rootViewController = form
    form.beginEntry()
    Self.press("a ⏎ 4", in: engine)
    #expect(form.values["Name"] == "a" && form.values["Age"] == "4")
    #expect(form.cells.allSatisfy { $0.label.isHidden && $0.field.frame.x == 0 })
    #expect(form.cells.allSatisfy { $0.field.frame.width == form.scrollView.frame.width })
  }

  @Test("Labels form a column as wide as the widest, and fields fill the rest")
  func columns() {
    let form = TableFormController(
      labels: ["日本", "Homepage"], frame: CellRect(width: 30, height: 5))
    #expect(
      form.cells.map(\.field.frame)
        == Array(repeating: CellRect(x: 10, width: 20, height: 1), count: 2))
    #expect(form.cells.map(\.frame.y) == [0, 1])
    form.view.frame.width = 8
    form.layoutRows()
    #expect(form.cells.map(\.field.frame.width) == [0, 0])
    #expect(form.cells.map(\.label.frame.width) == [8, 8])
  }

  @Test("FRM-8, F118 a prototype is never in the focus order and may be deallocated")
  func prototypeIsRead() {
    weak var kept: TextField?
    let engine = TextEngine()
    let form: TableFormController
    do {
      let prototype = TextField(name: "prototype")
      prototype.placeholder = "years"
      kept = prototype
      form = TableFormController(labels: ["Age"], prototypes: ["Age": prototype])
      prototype.placeholder = "changed later"
      #expect(prototype.window == nil && !prototype.becomeFirstResponder())
    }
    #expect(kept == nil)
    engine.window.rootViewController = form
    #expect(engine.window.focusOrder.map(\.name) == ["Age"])
    #expect(form.cells[0].field.placeholder == "years")
  }

  @Test("FRM-9 a label without a prototype has plain defaults, except for Return's label")
  func plain() {
    let form = TableFormController(labels: ["Name", "Note"])
    var traits = TextInputTraits()
    traits.returnKeyType = .next
    #expect(form.cells[0].field.traits == traits)
    for property in ContainerProperty.allCases {
      #expect(
        Sample.shown(property, of: form.cells[0].field) == Sample.shown(property, of: TextField()))
    }
    #expect(form.warnings.isEmpty)
  }

  @Test("FRM-9 a prototype with an unknown or repeated label is skipped with a warning")
  func warnings() {
    let form = TableFormController(
      labels: ["Name", "Age", "Name"],
      prototypes: ["Aeg": TextField(), "Quite another": TextField(), "Age": TextField()])
    #expect(
      form.warnings == [
        .duplicateLabel("Name"), .unknownLabel("Aeg", nearest: "Age"),
        .unknownLabel("Quite another", nearest: nil),
      ])
    #expect(
      form.warnings.map(\.description) == [
        "duplicate label 'Name'", "unknown label 'Aeg' of a prototype; did you mean 'Age'?",
        "unknown label 'Quite another' of a prototype",
      ])
    #expect(form.labels == ["Name", "Age"] && form.cells.count == 2)
  }

  @Test(
    "FRM-10 every property of 4.1 is copied except the text",
    arguments: ContainerKind.textField.properties.sorted { $0.rawValue < $1.rawValue })
  func copied(_ property: ContainerProperty) throws {
    let prototype = TextField()
    let plain = Sample.shown(property, of: prototype)
    Sample.change(property, of: prototype)
    let wanted = Sample.shown(property, of: prototype)
    #expect(wanted != plain, "the sample must differ from the default")
    let form = TableFormController(labels: ["Label"], prototypes: ["Label": prototype])
    let copy = form.cells[0].field
    #expect(Sample.shown(property, of: copy) == (property == .text ? plain : wanted))
    if let view = copy.leftView ?? copy.rightView { #expect(view.superview === copy) }
  }

  @Test("FRM-10 all traits are copied")
  func copiedTraits() throws {
    let prototype = TextField()
    for (name, value) in Sample.traits { try prototype.traits.set(name, to: value) }
    #expect(prototype.traits.changes(from: TextInputTraits()) == TextInputTraits.names)
    let form = TableFormController(labels: ["Label"], prototypes: ["Label": prototype])
    #expect(form.cells[0].field.traits == prototype.traits)
  }

  /// A new property of a field must be added here, as copied from the prototype or not.
  @Test("FRM-10 all stored properties of a field are copied, but not delegate and focus")
  func nothingForgotten() {
    let own = Mirror(reflecting: TextField()).children.compactMap(\.label)
    #expect(
      Set(own).subtracting(["delegate"]).isSubset(of: ContainerProperty.allCases.map(\.rawValue)))
    final class Delegate: TextFieldDelegate {}
    let (engine, prototype, delegate) = (TextEngine(), TextField(name: "prototype"), Delegate())
    prototype.delegate = delegate
    engine.window.addSubview(prototype)
    prototype.becomeFirstResponder()
    let form = TableFormController(labels: ["Label"], prototypes: ["Label": prototype])
    engine.window.addSubview(form.view)
    #expect(form.cells[0].field.delegate === form)
    #expect(prototype.isFirstResponder && !form.cells[0].field.isFirstResponder)
  }

  @Test("A web field as a prototype gives a web field")
  func webField() {
    let prototype = WebField()
    prototype.autocorrectionType = .no
    let form = TableFormController(labels: ["Search"], prototypes: ["Search": prototype])
    #expect(form.cells[0].field.kind == .webField)
    #expect(form.cells[0].field.traits.autocorrectionType == .no)
  }

  @Test("FRM-3 Return is labelled Next, and Done in the last row, unless the prototype sets it")
  func returnKeys() {
    let go = TextField()
    go.traits.returnKeyType = .go
    let form = TableFormController(labels: ["A", "B", "C"], prototypes: ["B": go])
    #expect(form.cells.map(\.field.traits.returnKeyType) == [.next, .go, .done])
  }

  // MARK: The seed form

  @Test("F120, F121, F122 the seed form keeps the typed text, and hides the password")
  func seed() {
    let engine = TextEngine()
    let form = Self.seedForm()
    engine.window.rootViewController = form
    #expect(form.beginEntry())
    Self.press("a n n Space t e h ⇥ 4 2", in: engine)
    #expect(form.values["Age"] == "42" && engine.firstResponder?.name == "Age")
    Self.press("⇥ t e h . o r g", in: engine)
    let homepage = form.cells[2].field
    #expect(homepage.text == "teh.org" && homepage.appearance.showsClearButton)
    Self.press("⇥ p w 1", in: engine)
    let password = form.cells[3].field
    #expect(!homepage.isFirstResponder && homepage.appearance.showsClearButton)
    #expect(password.appearance.text == "••1" && password.text == "pw1")
    Self.press("⇥", in: engine)
    #expect(password.appearance.text == "•••")
    #expect(engine.firstResponder?.name == "Name")
  }

  @Test("F120, F121, F122 the traits of the seed form are reported")
  func seedTraits() {
    let engine = TextEngine()
    let form = Self.seedForm()
    engine.window.rootViewController = form
    form.beginEntry()
    Self.press("⇥ ⇥ ⇥", in: engine)
    let reported = engine.takeUpdates().compactMap { update -> [String]? in
      guard case .traitsDidChange(_, let traits) = update else { return nil }
      return traits.namedValues.filter { value in
        !TextInputTraits().namedValues.contains { $0 == value }
      }.map { "\($0.name)=\($0.value)" }
    }
    #expect(
      reported == [
        [
          "autocapitalizationType=text(\"words\")", "autocorrectionType=text(\"no\")",
          "returnKeyType=text(\"next\")",
        ],
        ["keyboardType=text(\"numberPad\")", "returnKeyType=text(\"next\")"],
        [
          "autocapitalizationType=text(\"none\")", "autocorrectionType=text(\"no\")",
          "keyboardType=text(\"URL\")", "returnKeyType=text(\"next\")",
        ],
        ["returnKeyType=text(\"done\")", "isSecureTextEntry=bool(true)"],
      ])
    #expect(
      form.cells[0].field.adjustsFontSizeToFitWidth && form.cells[0].field.minimumFontSize == 7)
  }

  @Test("F066 each cell reports the focus on its own field")
  func ownFocus() {
    let engine = TextEngine()
    let form = TableFormController(labels: ["A", "B", "C"])
    engine.window.rootViewController = form
    form.beginEntry()
    Self.press("⏎ ⏎ ⏎", in: engine)
    let focus = engine.takeUpdates().compactMap { update -> ContainerID? in
      if case .focusDidBegin(let container) = update { container } else { nil }
    }
    #expect(focus == form.cells.map(\.field.id) && Set(focus).count == 3)
    #expect(engine.firstResponder == nil)
  }

  // MARK: The last row

  @Test("A table scrolls only as far as needed; a row that is visible stays")
  func scrollsLittle() {
    let engine = TextEngine()
    engine.screen = CellSize(width: 40, height: 10)
    engine.keyboardArea.statusRows = 2
    let form = TableFormController(
      labels: (1...30).map { "Row \($0)" }, frame: CellRect(width: 40, height: 10))
    engine.window.rootViewController = form
    for (row, offset) in [(7, 0), (8, 1), (20, 13), (14, 13), (12, 12)] {
      form.cells[row].field.becomeFirstResponder()
      _ = engine.takeUpdates()
      #expect(form.scrollView.contentOffset == offset, "row \(row)")
    }
  }

  @Test(
    "FRM-11, F067 the last row stays visible above the keyboard area, and returns afterwards",
    arguments: [(24, 24), (30, 24), (24, 30), (3, 24)])
  func lastRow(_ rows: Int, _ height: Int) {
    let engine = TextEngine()
    engine.screen = CellSize(width: 40, height: height)
    engine.keyboardArea.statusRows = 4
    let form = TableFormController(
      labels: (1...rows).map { "Row \($0)" }, frame: CellRect(width: 40, height: height))
    engine.window.rootViewController = form
    let table = form.scrollView
    table.contentOffset = table.largestOffset
    let before = (table.contentOffset, table.visibleRows)
    form.cells[rows - 1].field.becomeFirstResponder()
    _ = engine.takeUpdates()
    #expect(table.visibleRows.contains(rows - 1))
    #expect(form.row(of: form.cells[rows - 1].field) == rows - 1)
    let onScreen = form.cells[rows - 1].field.convertToWindow(CellRect(width: 1, height: 1))
    #expect(onScreen.maxY <= engine.keyboardArea.frame.y)
    engine.window.focus(nil)
    _ = engine.takeUpdates()
    #expect(table.adjustedContentInset == 0)
    #expect((table.contentOffset, table.visibleRows) == before)
  }
}

/// A value for every property that differs from the default; a new property does not compile
/// without.
private enum Sample {
  static func change(_ property: ContainerProperty, of field: TextField) {
    switch property {
    case .text: field.text = "typed"
    case .placeholder: field.placeholder = "hint"
    case .clearButtonMode: field.clearButtonMode = .always
    case .clearsOnBeginEditing: field.clearsOnBeginEditing = true
    case .clearsOnInsertion: field.clearsOnInsertion = true
    case .isEnabled: field.isEnabled = false
    case .borderStyle: field.borderStyle = .bezel
    case .background: field.background = "paper"
    case .disabledBackground: field.disabledBackground = "grey"
    case .backgroundColor: field.backgroundColor = .cyan
    case .adjustsFontSizeToFitWidth: field.adjustsFontSizeToFitWidth = true
    case .minimumFontSize: field.minimumFontSize = 7
    case .textAlignment: field.textAlignment = .right
    case .textColor: field.textColor = .red
    case .font: field.font = Font(name: "Courier", size: 9, isBold: true, isItalic: true)
    case .leftView: field.leftView = View(name: "left")
    case .leftViewMode: field.leftViewMode = .unlessEditing
    case .rightView: field.rightView = View(name: "right")
    case .rightViewMode: field.rightViewMode = .whileEditing
    case .maximumLength: field.maximumLength = 6
    case .pattern: field.pattern = try? TextPattern("[0-9]{6}")
    case .isEditable, .isMultiline, .isSelectable: break
    }
  }

  static func shown(_ property: ContainerProperty, of field: TextField) -> String {
    let value: Any? =
      switch property {
      case .text: field.text
      case .placeholder: field.placeholder
      case .clearButtonMode: field.clearButtonMode
      case .clearsOnBeginEditing: field.clearsOnBeginEditing
      case .clearsOnInsertion: field.clearsOnInsertion
      case .isEnabled: field.isEnabled
      case .borderStyle: field.borderStyle
      case .background: field.background
      case .disabledBackground: field.disabledBackground
      case .backgroundColor: field.backgroundColor
      case .adjustsFontSizeToFitWidth: field.adjustsFontSizeToFitWidth
      case .minimumFontSize: field.minimumFontSize
      case .textAlignment: field.textAlignment
      case .textColor: field.textColor
      case .font: field.font
      case .leftView: field.leftView?.name
      case .leftViewMode: field.leftViewMode
      case .rightView: field.rightView?.name
      case .rightViewMode: field.rightViewMode
      case .maximumLength: field.maximumLength
      case .pattern: field.pattern
      case .isEditable, .isMultiline, .isSelectable: nil
      }
    return value.map { "\($0)" } ?? "nothing"
  }

  static let traits: [(String, JSONValue)] = [
    ("autocapitalizationType", "words"), ("autocorrectionType", "no"),
    ("spellCheckingType", "yes"), ("smartQuotesType", "no"), ("smartDashesType", "no"),
    ("smartInsertDeleteType", "no"), ("inlinePredictionType", "yes"), ("keyboardType", "URL"),
    ("keyboardAppearance", "dark"), ("returnKeyType", "search"),
    ("enablesReturnKeyAutomatically", true), ("isSecureTextEntry", true),
    ("textContentType", "url"), ("passwordRules", "minlength: 8"),
    ("restrictToKeyboardType", true), ("mapsPhonePadLetters", true), ("translucent", true),
    ("writingToolsBehavior", "limited"), ("allowedWritingToolsResultOptions", 5),
    ("mathExpressionCompletionType", "yes"), ("supportsAdaptiveImageGlyph", true),
    ("conversationContext", "Ann"),
  ]
}
