// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Reference 4.1 and 4.4: the properties of fields and views, Return, clear and Done.
@Suite struct FieldTests {
  private let desk = FieldDesk()

  // MARK: 4.1

  /// The rows of 4.1: a property, its default, another value by name, and what is read back.
  private static let rows: [(String, String, TraitWireValue, String)] = [
    ("text", "", .text("abc"), "abc"), ("placeholder", "nil", .text("Color"), "Color"),
    ("clearButtonMode", "never", .number(1), "whileEditing"),
    ("clearsOnBeginEditing", "false", .bool(true), "true"),
    ("clearsOnInsertion", "false", .bool(true), "true"),
    ("isEnabled", "true", .bool(false), "false"), ("borderStyle", "none", .number(2), "bezel"),
    ("background", "nil", .text("paper"), "paper"),
    ("disabledBackground", "nil", .text("grey"), "grey"),
    ("backgroundColor", "nil", .text("red"), "red"),
    ("adjustsFontSizeToFitWidth", "false", .bool(true), "true"),
    ("minimumFontSize", "0.0", .number(7), "7.0"), ("textAlignment", "left", .number(2), "right"),
    ("textColor", "black", .text("#ff0010"), "rgb(255, 0, 16)"),
    ("font", "Helvetica", .text("Courier"), "Courier"),
    ("leftViewMode", "never", .number(3), "always"),
    ("rightViewMode", "never", .number(2), "unlessEditing"),
  ]

  private func read(_ name: String, of field: TextField) -> String {
    func text(_ value: some Any) -> String { "\(value)" }
    return switch ContainerProperty(rawValue: name) {
    case .text: field.text
    case .placeholder: field.placeholder ?? "nil"
    case .clearButtonMode: text(field.clearButtonMode)
    case .clearsOnBeginEditing: text(field.clearsOnBeginEditing)
    case .clearsOnInsertion: text(field.clearsOnInsertion)
    case .isEnabled: text(field.isEnabled)
    case .borderStyle: text(field.borderStyle)
    case .background: field.background ?? "nil"
    case .disabledBackground: field.disabledBackground ?? "nil"
    case .backgroundColor: field.backgroundColor.map { text($0) } ?? "nil"
    case .adjustsFontSizeToFitWidth: text(field.adjustsFontSizeToFitWidth)
    case .minimumFontSize: text(field.minimumFontSize)
    case .textAlignment: text(field.textAlignment)
    case .textColor: text(field.textColor)
    case .font: field.font.name
    case .leftViewMode: text(field.leftViewMode)
    case .rightViewMode: text(field.rightViewMode)
    case .leftView, .rightView, .isEditable, .isSelectable, nil: "?"
    }
  }

  @Test("4.1, F135, F142 the properties: defaults, set by name, read back", arguments: rows)
  func properties(name: String, first: String, value: TraitWireValue, then: String) throws {
    let field = desk.field("a")
    #expect(read(name, of: field) == first)
    try field.setProperty(name, to: value)
    #expect(read(name, of: field) == then)
    #expect(throws: ContainerError.invalidValue(name, .text("?!"))) {
      guard name != "text", first != "nil" || name == "backgroundColor", name != "font" else {
        throw ContainerError.invalidValue(name, .text("?!"))
      }
      try field.setProperty(name, to: .text("?!"))
    }
    #expect(read(name, of: field) == then)
  }

  @Test("4.1 values that may be left out, and numbers that mean nothing")
  func values() throws {
    let field = desk.field("a")
    field.placeholder = "x"
    try field.setProperty("placeholder", to: .null)
    #expect(field.placeholder == nil)
    #expect(throws: ContainerError.self) {
      try field.setProperty("clearButtonMode", to: .number(4))
    }
    #expect(throws: ContainerError.self) { try field.setProperty("textAlignment", to: .number(3)) }
    #expect(throws: ContainerError.notAValue("leftView")) {
      try field.setProperty("leftView", to: .text("x"))
    }
    #expect(throws: ContainerError.unsupportedProperty("isEditable", kind: .textField)) {
      try field.setProperty("isEditable", to: .bool(true))
    }
    for name in ["#12345", "#1234567", "#-12345", "#+12345", "purple", ""] {
      #expect(Color(name: name) == nil, "\(name)")
    }
    #expect(Color(name: "#0a0B0c") == .rgb(10, 11, 12))
  }

  @Test("4.1 the raw values are UIKit's")
  func rawValues() {
    #expect(TextField.ViewMode.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect("\(TextField.ViewMode.allCases)".contains("never, "))
    #expect(TextField.ViewMode.whileEditing.rawValue == 1)
    #expect(TextField.ViewMode.unlessEditing.rawValue == 2)
    #expect(TextField.BorderStyle.line.rawValue == 1)
    #expect(TextField.BorderStyle.bezel.rawValue == 2)
    #expect(TextField.BorderStyle.roundedRect.rawValue == 3)
    #expect(TextAlignment.natural.rawValue == 4)
    #expect(TextView().textAlignment == .natural)
    #expect(Font() == Font(name: "Helvetica", size: 12))
  }

  @Test("F057, 4.1 a view has no placeholder: an error, never silence")
  func viewPlaceholder() throws {
    let view = desk.view("v")
    #expect(throws: ContainerError.unsupportedProperty("placeholder", kind: .textView)) {
      try view.setProperty("placeholder", to: .text("x"))
    }
    try view.setProperty("isEditable", to: .bool(false))
    try view.setProperty("isSelectable", to: .bool(false))
    #expect(!view.isEditable && !view.isSelectable)
    for property in ContainerKind.textView.properties {
      do throws(ContainerError) {
        try view.setProperty(property.rawValue, to: .null)
      } catch {
        if case .unsupportedProperty = error { Issue.record("\(property)") }
      }
    }
  }

  @Test("F015 a part of a text has no style of its own")
  func rangeStyle() throws {
    for container in [desk.field("a", "ab"), desk.view("v", "ab")] as [TextContainer] {
      #expect(throws: ContainerError.unsupported(.rangeStyles)) {
        try container.setStyle(TextStyle(), in: TextRange(0, 1))
      }
    }
  }

  @Test("F036 the kinds of containers are told, and what is unsupported")
  func capabilities() {
    #expect(TextCapabilities.current.containerKinds == [.textField, .textView, .webField])
    #expect(TextCapabilities.current.unsupported == [.rangeStyles, .textViewPlaceholder])
    #expect(TextField().kind == .textField && TextView().kind == .textView)
    #expect(WebField().kind == .webField)
    #expect(!ContainerKind.textView.properties.contains(.placeholder))
    #expect(ContainerKind.webField.properties == ContainerKind.textField.properties)
  }

  @Test(
    "4.1, [INP-10] text set by program: all replaced, nothing marked, caret at the end, nobody asked"
  )
  func text() {
    let field = desk.field("a")
    #expect(TextField().text == "")
    field.becomeFirstResponder()
    field.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
    _ = desk.log()
    field.text = "new"
    #expect(Typist.draw(field) == "new‸")
    #expect(!desk.log().contains { $0.contains("should") })
    field.text = "two\nlines"
    #expect(field.text == "two lines")
  }

  @Test(
    "4.1 to be replaced: the first insertion takes all, and the flag goes",
    arguments: [true, false])
  func clearsOnInsertion(isField: Bool) {
    let container: TextContainer = isField ? desk.field("a", "abc") : desk.view("a", "abc")
    container.becomeFirstResponder()
    container.clearsOnInsertion = true
    #expect(container.isToBeReplaced)
    _ = desk.log()
    // Moving the hidden caret changes nothing of that.
    desk.press("←").type("x")
    #expect(desk.log().contains("a text.shouldChange(0,3) x"))
    #expect(Typist.draw(container) == "x‸")
    #expect(!container.clearsOnInsertion && !container.isToBeReplaced)
    #expect(desk.type("y").press("⌘Z").lastDisposition == .binding(.undo))
    #expect(container.text == "abc")
  }

  @Test(
    "4.1 to be replaced: what ends it, and how",
    arguments: [
      ("⌘V", "p", false), ("⌫", "", false), ("⌦", "", false), ("⌥⌫", "", false),
      ("⎋", "abc", false),
      ("⌃T", "abc", true), ("⌘A", "abc", true), ("⇥", "abc", true),
    ])
  func replacing(key: String, text: String, stays: Bool) {
    let field = desk.field("a", "abc")
    desk.engine.pasteboard.text = "p"
    field.becomeFirstResponder()
    field.clearsOnInsertion = true
    desk.press(key)
    #expect(field.text == text && field.clearsOnInsertion == stays)
  }

  @Test("4.1 to be replaced: a refusal keeps it, a composition replaces, an empty text has nothing")
  func replacingMore() {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    field.clearsOnInsertion = true
    desk.delegate.answers["a text.shouldChange"] = false
    desk.type("x")
    #expect(field.text == "abc" && field.isToBeReplaced)
    desk.delegate.answers = [:]
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(Typist.draw(field) == "{k‸}" && !field.clearsOnInsertion)
    field.cancelMarkedText()
    #expect(field.text == "abc")
    field.text = ""
    field.clearsOnInsertion = true
    #expect(!field.isToBeReplaced)
    desk.type("x")
    #expect(!field.clearsOnInsertion && field.text == "x")
  }

  @Test("4.1 a view that is not editable: selecting and copying work, the rest goes on to others")
  func readOnly() {
    let view = desk.view("v", "abc")
    view.isEditable = false
    #expect(view.becomeFirstResponder() && !view.wantsKeyboardArea)
    desk.press("⌘A ⌘C")
    #expect(desk.engine.pasteboard.text == "abc")
    #expect(desk.press("⇧←").lastDisposition == .binding(.extendLeft))
    #expect(Typist.draw(view) == "«ab‸»c")
    for key in ["x", "⌫", "⌘X", "⌘V", "⏎", "⌃K", "⌃T", "⌃Y"] {
      #expect(desk.press(key).lastDisposition == .unhandled, "\(key)")
    }
    desk.hit(Typist.composing(.pending(preview: "´")))
    #expect(view.text == "abc" && view.markedRange == nil)
    view.isEditable = true
    #expect(desk.type("x").lastDisposition == .insertedText)
    #expect(view.text == "xc")
    view.setMarkedText("k", selectedRange: TextRange(caret: 1))
    view.isEditable = false
    #expect(view.markedRange == nil)
    view.isSelectable = false
    #expect(!view.isFirstResponder && !view.becomeFirstResponder())
  }

  @Test("INP-2 no selection: no caret, no insertion, until something selects again")
  func noSelection() {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    #expect(field.selectedRange == TextRange(caret: 3))
    field.selectedRange = TextRange(1, 2)
    #expect(field.selection == Selection(anchor: 1, head: 2))
    _ = desk.log()
    field.selectedRange = nil
    #expect(desk.log() == ["a selection.didChange none"] && field.selectedRange == nil)
    #expect(!field.appearance.showsCaret)
    #expect(!field.canPerform(.copy))
    desk.type("x").press("⌫ ⌃K")
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(field.text == "abc" && desk.log() == [] && field.selectedRange == nil)
    desk.press("⌘→")
    #expect(field.selectedRange == TextRange(caret: 3))
    #expect(desk.log() == ["a selection.didChange 3"])
    field.selectedRange = nil
    // The same place as before is told too.
    desk.press("⌘→")
    #expect(desk.log().last == "a selection.didChange 3")
    field.selectedRange = nil
    field.resignFirstResponder()
    field.becomeFirstResponder()
    #expect(field.selectedRange == TextRange(caret: 3))
  }

  // MARK: 4.4

  @Test("FLD-14, F013, F049 ⏎ asks once and never inserts a newline")
  func returnKey() {
    let field = desk.field("a", "x")
    field.becomeFirstResponder()
    _ = desk.log()
    desk.press("⏎")
    #expect(desk.log() == ["a field.shouldReturn", "a field.didEndOnExit"])
    #expect(field.text == "x" && field.isFirstResponder)
    desk.delegate.answers["a field.shouldReturn"] = false
    desk.press("⏎")
    #expect(desk.log() == ["a field.shouldReturn"])
  }

  @Test("FLD-14 with a handler for the end on exit, the field resigns by itself")
  func returnHandler() {
    let field = desk.field("a", "x")
    var exits = 0
    field.addAction(for: .editingDidEndOnExit) { exits += 1 }
    field.becomeFirstResponder()
    desk.delegate.answers["a field.shouldReturn"] = false
    desk.press("⏎")
    #expect(exits == 0 && field.isFirstResponder)
    desk.delegate.answers = [:]
    desk.press("⏎")
    #expect(exits == 1 && !field.isFirstResponder)
  }

  @Test("FLD-15 with no delegate ⏎ leaves the focus alone; resigning is the handler's")
  func returnWithoutDelegate() {
    let field = desk.field("a", "x")
    field.delegate = nil
    field.becomeFirstResponder()
    desk.press("⏎")
    #expect(field.isFirstResponder)
    field.delegate = desk.delegate
    desk.delegate.acts["a field.shouldReturn"] = { field.resignFirstResponder() }
    desk.press("⏎")
    #expect(!field.isFirstResponder)
  }

  @Test("FLD-16, F014 ⏎ in a view is an ordinary insertion")
  func returnInView() {
    let view = desk.view("v", "a")
    view.becomeFirstResponder()
    _ = desk.log()
    desk.press("⏎")
    #expect(desk.log().first == "v text.shouldChange(1,0) \n")
    #expect(view.text == "a\n")
  }

  /// Enter of the keypad: xkb gives it a symbol of its own, and the text of Return.
  private static let enter = Keystroke(
    event: KeyEvent(
      time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(96), phase: .press),
    keysym: Keysym(rawValue: 0xFF8D), text: "\r", modifiers: .numericPad,
    charactersIgnoringModifiers: "\r")

  @Test("FLD-18 Enter of the keypad is Return in fields, and a newline in views")
  func keypadEnter() {
    let (field, view) = (desk.field("a", "x"), desk.view("v", "x"))
    field.becomeFirstResponder()
    _ = desk.log()
    desk.hit(Self.enter)
    #expect(desk.log() == ["a field.shouldReturn", "a field.didEndOnExit"])
    view.becomeFirstResponder()
    desk.hit(Self.enter)
    #expect(view.text == "x\n")
  }

  @Test(
    "6.3 Return with modifiers, in a field and in a view",
    arguments: [
      ("⏎", true, "x\n"), ("⇧⏎", true, "x\n"), ("⌃⏎", true, "x\u{2028}"), ("⌥⏎", false, "x\n"),
    ])
  func modifiedReturn(key: String, asks: Bool, inView: String) {
    let (field, view) = (desk.field("a", "x"), desk.view("v", "x"))
    field.becomeFirstResponder()
    _ = desk.log()
    desk.press(key)
    #expect(desk.log().contains("a field.shouldReturn") == asks)
    #expect(field.text == "x" && desk.lastDisposition != .unhandled)
    view.becomeFirstResponder()
    desk.press(key)
    #expect(view.text == inView)
  }

  @Test("FLD-14 Return that no binding knows is Return in a field all the same; ⌃O inserts nothing")
  func otherReturns() {
    let field = desk.field("a", "x")
    field.becomeFirstResponder()
    _ = desk.log()
    var odd = Self.enter
    odd.modifiers = [.shift, .option]
    desk.hit(odd)
    #expect(desk.log() == ["a field.shouldReturn", "a field.didEndOnExit"])
    desk.press("⌃O")
    #expect(field.text == "x" && desk.log() == [])
  }

  @Test(
    "TRT-6, F132 whatever the label, Return asks the delegate", arguments: ReturnKeyType.allCases)
  func labels(type: ReturnKeyType) {
    let field = desk.field("a", "x")
    field.traits.returnKeyType = type
    field.becomeFirstResponder()
    _ = desk.log()
    desk.press("⏎")
    #expect(desk.log().first == "a field.shouldReturn")
  }

  @Test("TRT-7, TRT-8, F048 Return waits for text: a space is some, and so is marked text")
  func automaticReturn() {
    let field = desk.field("a")
    field.traits.enablesReturnKeyAutomatically = true
    field.becomeFirstResponder()
    _ = desk.log()
    #expect(!field.isReturnKeyEnabled)
    desk.press("⏎")
    #expect(desk.log() == [])
    desk.type(" ")
    #expect(field.isReturnKeyEnabled)
    desk.press("⏎")
    #expect(desk.log().suffix(2) == ["a field.shouldReturn", "a field.didEndOnExit"])
    desk.press("⌫")
    _ = desk.log()
    desk.press("⏎")
    #expect(desk.log() == [] && !field.isReturnKeyEnabled)
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(field.isReturnKeyEnabled)
    let view = desk.view("v")
    view.traits.enablesReturnKeyAutomatically = true
    view.becomeFirstResponder()
    desk.press("⏎")
    #expect(view.text == "")
  }

  @Test("FLD-17, F045 ⌥⌘⌫ and the clear button ask, then empty; the focus stays")
  func clear() {
    for clear in [{ (_: TextField) in _ = self.desk.press("⌥⌘⌫") }, { $0.clear() }] {
      let field = desk.field("a", "abc")
      field.traits.enablesReturnKeyAutomatically = true
      var changes = 0
      field.addAction(for: .editingChanged) { changes += 1 }
      field.becomeFirstResponder()
      _ = desk.log()
      desk.delegate.answers["a field.shouldClear"] = false
      clear(field)
      #expect(desk.log() == ["a field.shouldClear"] && field.text == "abc" && changes == 0)
      desk.delegate.answers = [:]
      clear(field)
      #expect(
        desk.log() == [
          "a field.shouldClear", "a selection.didChange 0", "a field.editingChanged",
          "a text.didChange(0,3)  user",
        ])
      #expect(field.isFirstResponder && changes == 1 && !field.isReturnKeyEnabled)
      // Nothing to clear any more: the key is others'.
      clear(field)
      #expect(desk.log().filter { $0 != "press.unhandled" } == [])
      desk.press("⌘Z")
      #expect(field.text == "abc")
      field.removeFromSuperview()
    }
    let view = desk.view("v", "abc")
    view.becomeFirstResponder()
    #expect(desk.press("⌥⌘⌫").lastDisposition == .unhandled)
  }

  @Test("FLD-17 clearing ends a composition with the rest")
  func clearComposing() {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    field.clear()
    #expect(field.text == "" && field.markedRange == nil)
  }

  @Test("4.4 the colour field [000]: from empty to red")
  func colourField() {
    let field = desk.field("a")
    field.placeholder = "Color"
    field.clearButtonMode = .whileEditing
    field.traits.autocorrectionType = .no
    field.traits.autocapitalizationType = .none
    field.traits.enablesReturnKeyAutomatically = true
    field.traits.returnKeyType = .go
    var area = ""
    desk.delegate.acts["a field.shouldReturn"] = { field.resignFirstResponder() }
    desk.delegate.acts["a didEnd(committed)"] = { area = field.text }
    field.becomeFirstResponder()
    _ = desk.log()
    desk.press("⏎")
    #expect(desk.log() == [] && field.appearance.placeholder == "Color")
    desk.type("red")
    #expect(field.appearance.showsClearButton && field.appearance.placeholder == nil)
    _ = desk.log()
    desk.press("⏎")
    #expect(
      desk.log().prefix(3) == [
        "a field.shouldReturn", "a focus.shouldEnd", "a focus.didEnd(committed)",
      ])
    #expect(area == "red" && desk.engine.textContainer == nil)
  }

  @Test("F038 field and view have the same traits")
  func sameTraits() {
    var traits = Traits()
    traits.keyboardType = .numberPad
    traits.returnKeyType = .send
    traits.isSecureTextEntry = true
    traits.textContentType = .password
    for container in [TextField(), TextView()] as [TextContainer] {
      container.traits = traits
      #expect(container.traits == traits)
    }
  }
}
