// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Reference 4.1: the properties of fields and views.
@Suite struct FieldTests {
  private let desk = FieldDesk()

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

  @Test("F015 a part of a field's text cannot have its own style")
  func rangeStyle() throws {
    for container in [desk.field("a", "ab"), desk.view("v", "ab")] as [TextContainer] {
      #expect(throws: ContainerError.unsupported(.rangeStyles)) {
        try container.setStyle(ContainerStyle(), in: TextRange(0, 1))
      }
    }
  }

  @Test("F036 the kinds of containers are listed with missing and partial features")
  func capabilities() {
    #expect(
      TextCapabilities.current.containerKinds == [.textField, .textView, .webField, .external])
    #expect(TextCapabilities.current.limited == TextCapabilities.Feature.allCases)
    for feature in TextCapabilities.Feature.allCases {
      #expect(
        TextCapabilities.current.support(for: feature)
          == (feature == .proactive ? .addressOnly : .unsupported))
    }
    #expect(TextField().kind == .textField && TextView().kind == .textView)
    #expect(WebField().kind == .webField)
    #expect(!ContainerKind.textView.properties.contains(.placeholder))
    #expect(ContainerKind.webField.properties == ContainerKind.textField.properties)
  }

  @Test(
    "4.1, [INP-10] text set by program replaces all, ends marking, and does not consult"
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
    "4.1 the first insertion replaces text that is to be replaced, and clears the flag",
    arguments: [true, false])
  func clearsOnInsertion(isField: Bool) {
    let container: TextContainer = isField ? desk.field("a", "abc") : desk.view("a", "abc")
    container.becomeFirstResponder()
    container.clearsOnInsertion = true
    #expect(container.isToBeReplaced)
    _ = desk.log()
    // Moving the hidden caret does not change that.
    desk.press("←").type("x")
    #expect(desk.log().contains("a text.shouldChange(0,3) x"))
    #expect(Typist.draw(container) == "x‸")
    #expect(!container.clearsOnInsertion && !container.isToBeReplaced)
    #expect(desk.type("y").press("⌘Z").lastDisposition == .binding(.undo))
    #expect(container.text == "abc")
  }

  @Test(
    "4.1 the listed actions end the state \"to be replaced\"",
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

  @Test(
    "4.1 in an empty text, the first insertion clears the flag, however it is inserted",
    arguments: [true, false])
  func clearsOnFirstInsertion(isComposed: Bool) {
    let field = desk.field("a")
    field.becomeFirstResponder()
    field.clearsOnInsertion = true
    if isComposed {
      field.setMarkedText("k", selectedRange: TextRange(caret: 1))
      field.insertText("か")
    } else {
      desk.type("か")
    }
    desk.type("x")
    #expect(field.text == "かx" && !field.clearsOnInsertion)
  }

  @Test("4.1 \"to be replaced\" survives a refusal, applies to a composition, and needs text")
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

  @Test(
    "4.1 in a view that is not editable, selecting and copying work and other keys are unhandled")
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

  @Test("4.1 a view that is not editable gets no input method")
  func readOnlyMethods() {
    final class Counting: InputMethod {
      var count = 0
      func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
        count += 1
        return .noOpinion
      }
      func contextDidChange(_ context: InputMethodContext) {}
    }
    let method = Counting()
    desk.engine.inputMethods = [method]
    let view = desk.view("v", "abc")
    view.becomeFirstResponder()
    view.isEditable = false
    desk.press("x")
    #expect(method.count == 0)
    view.isEditable = true
    desk.press("x")
    #expect(method.count == 1)
  }

  @Test("INP-2 without a selection there is no caret and no insertion until the next selection")
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
    // Setting the same place as before is reported too.
    desk.press("⌘→")
    #expect(desk.log().last == "a selection.didChange 3")
    field.selectedRange = nil
    field.resignFirstResponder()
    field.becomeFirstResponder()
    #expect(field.selectedRange == TextRange(caret: 3))
  }

  @Test("F038 field and view have the same traits")
  func sameTraits() {
    var traits = TextInputTraits()
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
