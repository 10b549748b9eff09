// SPDX-License-Identifier: Apache-2.0
import Forms
import Bridge
import TestSupport
import Mirrors
import Testing
import TextInput
import YAMLNodes

@Suite struct FormFileTests {
  private func read(_ text: String, classes: FormClasses = FormClasses()) throws -> FormFile {
    try FormFile(parsing: text.utf8, classes: classes)
  }

  /// The mistakes in a text, each as `line:column` and its message.
  private func mistakes(_ text: String) -> [String] {
    do {
      _ = try FormFile(parsing: text.utf8)
      return []
    } catch {
      return error.message(path: "f").split(separator: "\n").map(String.init)
    }
  }

  /// A value that differs from the default, as written in a file and as set in Swift.
  private static let traits: [(name: String, word: String, value: JSONValue)] = [
    ("autocapitalizationType", "words", "words"), ("autocorrectionType", "no", "no"),
    ("spellCheckingType", "yes", "yes"), ("smartQuotesType", "no", "no"),
    ("smartDashesType", "1", 1), ("smartInsertDeleteType", "no", "no"),
    ("inlinePredictionType", "yes", "yes"), ("keyboardType", "URL", "URL"),
    ("keyboardAppearance", "alert", "dark"), ("returnKeyType", "search", "search"),
    ("enablesReturnKeyAutomatically", "true", true), ("isSecureTextEntry", "true", true),
    ("textContentType", "flight-number", "flight-number"),
    ("passwordRules", "'minlength: 8'", "minlength: 8"), ("restrictToKeyboardType", "true", true),
    ("mapsPhonePadLetters", "true", true), ("translucent", "true", true),
    ("writingToolsBehavior", "limited", "limited"),
    ("allowedWritingToolsResultOptions", "5", 5), ("mathExpressionCompletionType", "yes", "yes"),
    ("supportsAdaptiveImageGlyph", "true", true), ("conversationContext", "Ann", "Ann"),
  ]

  /// The traits that an engine reports when a control gets the focus.
  private func reported(_ container: TextContainer) -> TextInputTraits? {
    let engine = TextEngine()
    engine.window.addSubview(container)
    container.becomeFirstResponder()
    return engine.takeUpdates().compactMap { update in
      if case .traitsDidChange(_, let traits) = update { traits } else { nil }
    }.last
  }

  @Test("F041 the file and the API calls give identical reported traits")
  func allTraits() throws {
    #expect(Self.traits.map(\.name) == TextInputTraits.names)
    let lines = Self.traits.map { "    \($0.name): \($0.word)\n" }.joined()
    for className in ["textField", "textView"] {
      let file = try read("fields:\n  - class: \(className)\n" + lines)
      let designed = try #require(file.entries.first?.container)
      let made: TextContainer = className == "textField" ? TextField() : TextView()
      for (name, _, value) in Self.traits { try made.traits.set(name, to: value) }
      let traits = try #require(reported(designed))
      #expect(traits == reported(made))
      #expect(traits.changes(from: TextInputTraits()) == TextInputTraits.names)
    }
  }

  @Test("F041 each trait can be set alone", arguments: traits.indices)
  func eachTrait(_ index: Int) throws {
    let (name, word, value) = Self.traits[index]
    let file = try read("fields: [{ \(name): \(word) }]")
    var traits = TextInputTraits()
    try traits.set(name, to: value)
    #expect(file.entries.first?.container.traits == traits)
    let names = try #require(file.entries.first?.container.traits.changes(from: TextInputTraits()))
    #expect(names == [name])
  }

  @Test(
    "4.1 each property with a value can be set by its name",
    arguments: [
      ("text", "42"), ("text", "true"), ("placeholder", "Colour"), ("placeholder", "'null'"),
      ("clearButtonMode", "whileEditing"), ("clearsOnBeginEditing", "true"),
      ("clearsOnInsertion", "true"), ("isEnabled", "false"), ("borderStyle", "bezel"),
      ("background", "paper"), ("disabledBackground", "grey"), ("backgroundColor", "'#0000ff'"),
      ("adjustsFontSizeToFitWidth", "true"), ("minimumFontSize", "7"), ("textAlignment", "right"),
      ("textColor", "red"), ("font", "Courier"), ("leftViewMode", "always"),
      ("rightViewMode", "unlessEditing"), ("maximumLength", "6"), ("pattern", "'[0-9]{1,3}'"),
    ])
  func properties(_ name: String, _ word: String) throws {
    let field = try #require(
      try read("fields: [{ \(name): \(word) }]").entries.first?.container as? TextField)
    let plain = TextField()
    let made = TextField()
    let text = word.filter { $0 != "'" }
    switch ContainerProperty(rawValue: name) {
    case .text: made.text = text
    case .placeholder: made.placeholder = text
    case .clearButtonMode: made.clearButtonMode = .whileEditing
    case .clearsOnBeginEditing: made.clearsOnBeginEditing = true
    case .clearsOnInsertion: made.clearsOnInsertion = true
    case .isEnabled: made.isEnabled = false
    case .borderStyle: made.borderStyle = .bezel
    case .background: made.background = text
    case .disabledBackground: made.disabledBackground = text
    case .backgroundColor: made.backgroundColor = .rgb(0, 0, 255)
    case .adjustsFontSizeToFitWidth: made.adjustsFontSizeToFitWidth = true
    case .minimumFontSize: made.minimumFontSize = 7
    case .textAlignment: made.textAlignment = .right
    case .textColor: made.textColor = .red
    case .font: made.font.name = text
    case .leftViewMode: made.leftViewMode = .always
    case .rightViewMode: made.rightViewMode = .unlessEditing
    case .maximumLength: made.maximumLength = 6
    case .pattern: made.pattern = try TextPattern(text)
    case .leftView, .rightView, .isEditable, .isMultiline, .isSelectable, nil:
      Issue.record("no value")
    }
    #expect(facts(field) == facts(made))
    #expect(facts(field) != facts(plain))
  }

  private func facts(_ field: TextField) -> [String] {
    let values: [Any] = [
      field.text, field.placeholder as Any, field.clearButtonMode, field.clearsOnBeginEditing,
      field.clearsOnInsertion, field.isEnabled, field.borderStyle, field.background as Any,
      field.disabledBackground as Any, field.style, field.adjustsFontSizeToFitWidth,
      field.minimumFontSize, field.leftViewMode, field.rightViewMode,
      field.maximumLength as Any, field.pattern as Any,
    ]
    return values.map { "\($0)" }
  }

  @Test("F155 the class of a field is one of three kinds or the program's own")
  func classes() throws {
    final class ColourField: TextField {}
    var classes = FormClasses()
    classes["colourField"] = { ColourField(name: $0) }
    let file = try read(
      """
      fields:
        - label: Plain
        - { class: textView, isEditable: false }
        - { class: webField, name: q, autocorrectionType: no }
        - { class: colourField, label: Colour, placeholder: Colour }
      """, classes: classes)
    #expect(file.entries.map(\.container.kind) == [.textField, .textView, .webField, .textField])
    #expect(file.entries.map(\.container.name) == ["Plain", "", "q", "Colour"])
    #expect(file.entries.map(\.container.tag) == [1, 2, 3, 4])
    #expect(file.entries.map(\.height) == [1, 3, 1, 1])
    #expect(file.entries[3].container is ColourField)
    #expect((file.entries[1].container as? TextView)?.isEditable == false)
    #expect(classes.names == ["colourField", "textField", "textView", "webField"])
  }

  @Test(
    "F155 mistakes are reported with line, column and a hint",
    arguments: [
      (
        "fields:\n  - label: A\n    class: textFeild",
        "f:3:12: unknown class 'textFeild'; did you mean 'textField'?"
      ),
      (
        "fields:\n  - class: button",
        "f:2:12: unknown class 'button'; expected textField, textView or webField"
      ),
      (
        "fields:\n  - autocorectionType: no",
        "f:2:5: unknown property or trait 'autocorectionType';"
          + " did you mean 'autocorrectionType'?"
      ),
      (
        "fields:\n  - keyboardType: urls",
        "f:2:19: invalid value 'urls' for keyboardType; did you mean 'URL'?"
      ),
      (
        "fields:\n  - isEnabled: no",
        "f:2:16: invalid value 'no' for isEnabled; expected false or true"
      ),
      (
        "fields:\n  - minimumFontSize: big",
        "f:2:22: invalid value 'big' for minimumFontSize; expected a whole number"
      ),
      (
        "fields:\n  - { class: textView, placeholder: x }", "f:2:24: a textView has no placeholder"
      ),
      (
        "fields:\n  - { class: webField, keyboardType: URL }",
        "f:2:38: a webField has no keyboardType"
      ),
      (
        "fields:\n  - leftView: x",
        "f:2:5: leftView is a view, which a form file cannot hold; set it in the program"
      ),
      (
        "fields:\n  - passwordRules: 'minlenght: 8'",
        "f:2:20: invalid password rules after 0 characters: unknown rule 'minlenght'; write minlength"
      ),
      (
        "fields:\n  - tag: 1\n  - tag: 1",
        "f:3:10: duplicate tag 1; the first one is on line 2"
      ),
      (
        "fields:\n  - label: A\n  - label: A",
        "f:3:12: duplicate label 'A'; the first one is on line 2"
      ),
      ("fields:\n  - tag: x", "f:2:10: expected a whole number from 0 to 10000, found 'x'"),
      (
        "fields:\n  - text: [a]", "f:2:11: expected a string, found a list"
      ),
      ("fields: x", "f:1:9: expected a list of entries, each beginning with '- label:', found 'x'"),
      ("fields: [x]", "f:1:10: expected an entry, as in '- label: Name', found 'x'"),
      (
        "labels: off\nfields: []", "f:1:9: invalid value 'off' for labels; expected hidden or shown"
      ),
      (
        "feilds: []\nfields: []",
        "f:1:1: unknown property or trait 'feilds'; did you mean 'fields'?"
      ),
      ("name: x", "f:1:1: expected 'fields:', found keys and values"),
      ("", "f:1:1: expected 'fields:', found nothing"),
      ("- a", "f:1:1: expected 'fields:' and a list of entries, found a list"),
    ])
  func mistake(_ text: String, _ message: String) {
    #expect(mistakes(text) == [message])
  }

  @Test("All mistakes are reported, in order of their places")
  func allMistakes() {
    let lines = mistakes(
      "fields:\n  - { tag: x, isEnabled: 1 }\n  - { class: y }\nname: [z]\nname: z")
    #expect(
      lines.map { $0.prefix(7) }
        == ["f:2:12:", "f:2:26:", "f:3:14:", "f:4:7: ", "f:5:1: "].map { $0.prefix(7) })
  }

  @Test("A file creates a form of labels and controls, and prototypes for a table form")
  func forms() throws {
    let text = """
      name: person
      fields:
        - { label: Name, autocapitalizationType: words }
        - { label: Notes, class: textView, height: 2 }
        - { label: Mail, keyboardType: emailAddress }
      """
    let file = try read(text)
    let form = file.makeForm(frame: CellRect(width: 20, height: 10))
    #expect(form.name == "person" && form.entries.map(\.name) == ["Name", "Notes", "Mail"])
    #expect(form.entries.map(\.frame.y) == [0, 1, 3])
    #expect(form.entries.map(\.frame.x) == [7, 7, 7])
    #expect(form.scrollView.contentHeight == 4)
    let types = form.entries.map { ($0 as? TextContainer)?.traits.returnKeyType }
    #expect(types == [.next, .default, .done], "FRM-3; in a view Return inserts a newline")
    let engine = TextEngine()
    engine.window.rootViewController = form
    #expect(form.beginEntry() && engine.firstResponder?.name == "Name")
    let delegates = form.entries.map { ($0 as? TextField)?.delegate }
    #expect(delegates.map { $0 === form } == [true, false, true], "FRM-2: the form handles Return")
    let again = try read(text)
    #expect(again.labels == ["Name", "Notes", "Mail"])
    let table = TableFormController(labels: again.labels, prototypes: again.prototypes)
    #expect(table.warnings.isEmpty && table.cells.count == 3)
    #expect(table.field(labelled: "Mail")?.traits.keyboardType == .emailAddress)
    let hidden = try read("labels: hidden\n" + text).makeForm(
      frame: CellRect(width: 20, height: 10))
    #expect(hidden.entries.map(\.frame.width) == [20, 20, 20])
  }

  @Test("FRM-3 a return key type in the file overrides the convention")
  func returnLabels() throws {
    let file = try read(
      """
      fields:
        - { label: A }
        - { label: B, returnKeyType: done }
        - { label: C, returnKeyType: next }
      """)
    let form = file.makeForm(frame: CellRect(width: 20, height: 10))
    let types = form.entries.map { ($0 as? TextContainer)?.traits.returnKeyType }
    #expect(types == [.next, .done, .next])
  }

  @Test("Tag 0 means no tag, and may be used for several entries")
  func untagged() throws {
    let file = try read("fields:\n  - { label: A, tag: 0 }\n  - { label: B, tag: 0 }")
    #expect(file.labels == ["A", "B"])
    #expect(file.entries.allSatisfy { $0.container.tag == 0 })
  }

  /// The blocks of the page, in its order.
  private var page: [String] {
    let file = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let blocks = contents(of: file + "/Documentation/FormFile.md").split(separator: "```")
    return blocks.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  @Test("The page's example is read, and its mistakes are reported as shown")
  func documentation() throws {
    let example = try #require(page.first { $0.hasPrefix("yaml\n") }).dropFirst(5)
    let file = try read(String(example))
    #expect(file.labels == ["Name", "Notes", "Homepage", "Password"] && file.name == "person")
    #expect(file.entries[3].container.traits.passwordRules != nil)
    let wrong = """
      fields:
        - label: Notes
          class: textFeild
        - keyboardType: urls
          placehodler: x
      """
    let shown = try #require(page.first { $0.hasPrefix("\nform.yaml:") })
    let expected = mistakes(wrong).map { "form.yaml" + $0.dropFirst() }
    #expect(shown.split(separator: "\n").map(String.init) == expected)
  }

  @Test("Any bytes are read or refused with a place")
  func fuzz() throws {
    var random = SeededGenerator(seed: 41)
    let seed = Array(
      "name: a\nlabels: shown\nfields:\n  - { label: A, tag: 1, keyboardType: URL }\n  - class: textView\n"
        .utf8)
    for _ in 0..<2000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do {
        _ = try FormFile(parsing: bytes)
      } catch {
        #expect(!error.mistakes.isEmpty)
        #expect(error.mistakes.allSatisfy { $0.place.line >= 1 && $0.place.column >= 1 })
      }
    }
  }
}
