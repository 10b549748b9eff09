// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Reference 4.4: Return, clear and Done.
@Suite struct FieldReturnTests {
  private let desk = FieldDesk()

  @Test("FLD-14a, FLD-14b, FLD-14c, F013, F049 ⏎ consults once and never inserts a newline")
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

  @Test("FLD-14b a field with a handler for the end on exit resigns automatically")
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

  @Test("FLD-15b without a delegate ⏎ changes neither the focus nor the keyboard area")
  func returnWithoutDelegate() {
    let field = desk.field("a", "x")
    field.delegate = nil
    field.becomeFirstResponder()
    desk.press("⏎")
    #expect(field.isFirstResponder && desk.engine.keyboardArea.isShown && field.text == "x")
  }

  @Test("FLD-15a only resigning hides the keyboard, for any result of the delegate")
  func returnResigns() {
    let field = desk.field("a", "x")
    field.becomeFirstResponder()
    for answer in [true, false] {
      desk.delegate.answers["a field.shouldReturn"] = answer
      desk.press("⏎")
      #expect(field.isFirstResponder && desk.engine.keyboardArea.isShown)
    }
    desk.delegate.acts["a field.shouldReturn"] = { field.resignFirstResponder() }
    desk.press("⏎")
    #expect(!field.isFirstResponder && !desk.engine.keyboardArea.isShown)
  }

  @Test("FLD-16, F014 ⏎ in a view inserts a newline")
  func returnInView() {
    let view = desk.view("v", "a")
    view.becomeFirstResponder()
    _ = desk.log()
    desk.press("⏎")
    #expect(desk.log().first == "v text.shouldChange(1,0) \n")
    #expect(view.text == "a\n")
  }

  /// The keypad's Enter: xkb gives it a separate symbol, and Return's text.
  private static let enter = Keystroke(
    event: KeyEvent(
      time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(96), phase: .press),
    keysym: Keysym(rawValue: 0xFF8D), text: "\r", modifiers: .numericPad,
    charactersIgnoringModifiers: "\r")

  @Test("FLD-18a, FLD-18b the keypad's Enter is Return in fields, and a newline in views")
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
    "6.3 Return with modifiers acts as listed, in a field and in a view",
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

  @Test("FLD-14a Return without a binding is still Return in a field; ⌃O inserts nothing")
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
    "TRT-6, F132 Return consults the delegate, for any label",
    arguments: ReturnKeyType.allCases)
  func labels(type: ReturnKeyType) {
    let field = desk.field("a", "x")
    field.traits.returnKeyType = type
    field.becomeFirstResponder()
    _ = desk.log()
    desk.press("⏎")
    #expect(desk.log().first == "a field.shouldReturn")
  }

  @Test(
    "TRT-7a, TRT-7b, TRT-7c, TRT-8a, TRT-8b, F048 Return needs text; a space and marked text count"
  )
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

  @Test(
    "FLD-17a, FLD-17b, FLD-17c, F045 ⌥⌘⌫ and the clear button consult, clear and keep the focus")
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
      // Nothing is left to clear, so the key is unhandled.
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

  @Test("FLD-17b clearing also ends a composition")
  func clearComposing() {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    field.clear()
    #expect(field.text == "" && field.markedRange == nil)
  }

  @Test("4.4 the colour field [000] behaves as in the example, from empty to red")
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
}
