// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Reference 4.2 and 4.3: the order of delegate calls and updates.
@Suite struct FieldDelegateTests {
  private let desk = FieldDesk()

  // MARK: 4.2

  @Test(
    "4.2, F140 a field consults its delegate, is cleared if required, begins, and reports its traits"
  )
  func beginClearing() {
    let field = desk.field("a", "abc")
    field.clearsOnBeginEditing = true
    _ = desk.log()
    #expect(field.becomeFirstResponder())
    #expect(
      desk.log(keyboard: true) == [
        "a focus.shouldBegin", "a field.shouldClear", "a selection.didChange 0",
        "a text.didChange(0,3)  program", "a focus.didBegin", "a traits.didChange default default",
        "keyboard.willChangeFrame", "keyboard.willShow", "keyboard.didChangeFrame",
        "keyboard.didShow",
      ])
    #expect(field.text == "")
    field.resignFirstResponder()
    _ = desk.log()
    // An empty field is not cleared, so the delegate is not consulted.
    field.becomeFirstResponder()
    #expect(!desk.log().contains("a field.shouldClear"))
  }

  @Test("4.2 a delegate that refuses clearing keeps the text")
  func refusesToClear() {
    let field = desk.field("a", "abc")
    field.clearsOnBeginEditing = true
    desk.delegate.answers["a field.shouldClear"] = false
    field.becomeFirstResponder()
    #expect(field.text == "abc" && field.isFirstResponder)
  }

  @Test("4.2, FLD-6 a view begins in the same order as a field", arguments: [false, true])
  func beginView(isField: Bool) {
    let container: TextContainer = isField ? desk.field("a") : desk.view("a")
    _ = desk.log()
    container.becomeFirstResponder()
    #expect(
      desk.log(keyboard: true) == [
        "a focus.shouldBegin", "a focus.didBegin", "a traits.didChange default default",
        "keyboard.willChangeFrame", "keyboard.willShow", "keyboard.didChangeFrame",
        "keyboard.didShow",
      ])
    #expect(desk.delegate.reported == ["a didBegin "])
    #expect(!desk.engine.settings.viewShowsBeforeBegin)
  }

  @Test(
    "4.2, FLD-6 with the setting on, the area is shown before a view begins, not before a field")
  func beginViewOfOld() {
    desk.engine.settings.viewShowsBeforeBegin = true
    let view = desk.view("v")
    _ = desk.log()
    view.becomeFirstResponder()
    #expect(
      desk.log(keyboard: true) == [
        "v focus.shouldBegin", "keyboard.willChangeFrame", "keyboard.willShow",
        "v focus.didBegin", "v traits.didChange default default", "keyboard.didChangeFrame",
        "keyboard.didShow",
      ])
    view.resignFirstResponder()
    _ = desk.log()
    desk.field("a").becomeFirstResponder()
    #expect(desk.log(keyboard: true).prefix(2) == ["a focus.shouldBegin", "a focus.didBegin"])
  }

  @Test("4.2, RSP-4a moving from A to B consults B and A, ends A, begins B, and reports B's traits")
  func between() {
    let first = desk.field("a", "x")
    let second = desk.view("b")
    first.becomeFirstResponder()
    _ = desk.log()
    second.becomeFirstResponder()
    // The keyboard area stays.
    #expect(
      desk.log(keyboard: true) == [
        "b focus.shouldBegin", "a focus.shouldEnd", "a focus.didEnd(committed)",
        "b focus.didBegin", "b traits.didChange default default",
      ])
    #expect(desk.delegate.reported.suffix(2) == ["a didEnd(committed) x", "b didBegin "])
  }

  @Test("4.2 resigning consults the delegate, commits marked text, and then ends")
  func resign() {
    let field = desk.field("a")
    field.becomeFirstResponder()
    field.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
    _ = desk.log()
    #expect(field.resignFirstResponder())
    #expect(
      desk.log(keyboard: true) == [
        "a focus.shouldEnd", "a text.shouldChange(0,0) kyo", "a marked.didChange ",
        "a field.editingChanged", "a text.didChange(0,0) kyo user", "a focus.didEnd(committed)",
        "keyboard.willChangeFrame", "keyboard.willHide", "keyboard.didChangeFrame",
        "keyboard.didHide",
      ])
  }

  @Test("RSP-4b if B refuses, A keeps the focus and is not consulted")
  func refusal() {
    let first = desk.field("a")
    desk.field("b")
    first.becomeFirstResponder()
    desk.delegate.answers["b focus.shouldBegin"] = false
    _ = desk.log()
    desk.press("⇥")
    #expect(desk.log().filter { $0 != "press.unhandled" } == ["b focus.shouldBegin"])
    #expect(first.isFirstResponder)
    desk.delegate.answers = ["a focus.shouldEnd": false]
    desk.press("⇥")
    #expect(
      desk.log().filter { $0 != "press.unhandled" } == ["b focus.shouldBegin", "a focus.shouldEnd"])
    #expect(first.isFirstResponder)
  }

  @Test(
    "FLD-7a, FLD-7c, F051 leaving by ⇥, ⏎ or the program commits, and the text can be read then")
  func reasons() {
    let first = desk.field("a", "red")
    let second = desk.field("b")
    first.addAction(for: .editingDidEndOnExit) {}
    for leave in [
      { _ = self.desk.press("⇥") }, { _ = self.desk.press("⏎") },
      { _ = second.becomeFirstResponder() }, { _ = first.resignFirstResponder() },
    ] {
      first.becomeFirstResponder()
      desk.delegate.reported = []
      leave()
      #expect(desk.delegate.reported.first == "a didEnd(committed) red")
      #expect(!first.isFirstResponder)
    }
    #expect(EditingEndReason.committed.rawValue == 0 && EditingEndReason.cancelled.rawValue == 1)
  }

  @Test("FLD-7a the raw values of the reasons are 0 and 1")
  func reasonValues() {
    #expect(EditingEndReason.committed.rawValue == 0 && EditingEndReason.cancelled.rawValue == 1)
  }

  @Test("FLD-7b ⎋ ends editing as cancelled only where a cancel action is declared")
  func cancelling() {
    let controller = ViewController(name: "form")
    desk.engine.window.rootViewController = controller
    let field = desk.field("a", "x", in: controller.view)
    field.becomeFirstResponder()
    _ = desk.log()
    #expect(desk.press("⎋").lastDisposition == .unhandled)
    #expect(field.isFirstResponder)
    var cancels = 0
    controller.cancelAction = { cancels += 1 }
    _ = desk.log()
    #expect(desk.press("⌘.").lastDisposition == .command(id: "cancel"))
    #expect(
      desk.log() == ["a focus.shouldEnd", "a focus.didEnd(cancelled)", "command cancel form"])
    #expect(cancels == 1 && desk.delegate.reported.last == "a didEnd(cancelled) x")
    // A field that refuses to end is not cancelled.
    field.becomeFirstResponder()
    desk.delegate.answers["a focus.shouldEnd"] = false
    desk.press("⎋")
    #expect(cancels == 1 && field.isFirstResponder)
  }

  @Test("FLD-7b, 6.3 ⎋ cancels a composition and \"to be replaced\" before the form")
  func cancelOrder() {
    let field = desk.field("a", "x")
    desk.engine.window.cancelAction = {}
    field.becomeFirstResponder()
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    desk.press("⎋")
    #expect(field.text == "x" && field.isFirstResponder)
    field.clearsOnInsertion = true
    desk.press("⎋")
    #expect(!field.clearsOnInsertion && field.isFirstResponder)
    desk.press("⎋")
    #expect(!field.isFirstResponder)
  }

  @Test("FLD-8 of two end methods of a delegate, only the one with the reason is called")
  func endForms() {
    final class Both: TextFieldDelegate {
      var log: [String] = []
      func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason) {
        log.append("\(reason)")
      }
      func textFieldDidEndEditing(_ textField: TextField) { log.append("plain") }
    }
    final class Plain: TextFieldDelegate {
      var log: [String] = []
      func textFieldDidEndEditing(_ textField: TextField) { log.append("plain") }
    }
    let (both, plain) = (Both(), Plain())
    let field = desk.field("a")
    for delegate in [both, plain] as [any TextFieldDelegate] {
      field.delegate = delegate
      field.becomeFirstResponder()
      field.resignFirstResponder()
    }
    #expect(both.log == ["committed"] && plain.log == ["plain"])
  }

  @Test("TRT-2b traits that a delegate changes as editing begins are reported once")
  func traitsWhileBeginning() {
    let field = desk.field("a")
    desk.delegate.acts["a didBegin"] = { field.traits.returnKeyType = .go }
    _ = desk.log()
    field.becomeFirstResponder()
    #expect(desk.log().suffix(2) == ["a focus.didBegin", "a traits.didChange default go"])
    field.traits.returnKeyType = .send
    #expect(desk.log() == ["a traits.didChange default send"])
  }

  // MARK: 4.3

  @Test("4.3 typing notifies in the same order in a field and in a view", arguments: [true, false])
  func typing(isField: Bool) {
    let container: TextContainer = isField ? desk.field("a", "ab") : desk.view("a", "ab")
    container.becomeFirstResponder()
    _ = desk.log()
    desk.type("x")
    let changed = isField ? ["a field.editingChanged"] : []
    #expect(
      desk.log() == ["a text.shouldChange(2,0) x", "a selection.didChange 3"] + changed + [
        "a text.didChange(2,0) x user"
      ])
  }

  @Test(
    "4.3 shouldChange receives the range and the replacement",
    arguments: [
      ("ab‸", "x", "(2,0) x"), ("a«bc‸»", "x", "(1,2) x"), ("ab‸", "⌫", "(1,1) "),
      ("👍🏽‸", "⌫", "(0,4) "), ("‸", "⌫", nil), ("ab‸", "⌘V", "(2,0) hello"),
      ("a«bc‸»", "⌘X", "(1,2) "), ("foo bar‸", "⌥⌫", "(4,3) "),
    ] as [(String, String, String?)])
  func questions(drawn: String, key: String, question: String?) {
    for isField in [true, false] {
      let desk = FieldDesk()
      desk.engine.pasteboard.text = "hello"
      let (text, selection) = Typist.read(drawn)
      let container: TextContainer = isField ? desk.field("a", text) : desk.view("a", text)
      container.select(selection)
      container.becomeFirstResponder()
      _ = desk.log()
      desk.press(key)
      let log = desk.log()
      #expect(
        log.filter { $0.hasPrefix("a text.shouldChange") }
          == (question.map { ["a text.shouldChange" + $0] } ?? []))
      if question == nil { #expect(log == []) }
    }
  }

  @Test(
    "FLD-10a, FLD-10b, FLD-10c, FLD-10d, F037 a refused change has no effect; the key is handled",
    arguments: ["x", "⌫", "⌘V", "⌥⌫", "⌃K", "⌘X", "⌃T", "⌥⌘⌫"])
  func refused(key: String) {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    field.select(Selection(anchor: 1, head: key == "⌃T" ? 1 : 2))
    desk.engine.pasteboard.text = "p"
    desk.delegate.answers = ["a text.shouldChange": false, "a field.shouldClear": false]
    _ = desk.log()
    desk.press(key)
    #expect(desk.log().count == 1)
    #expect(desk.lastDisposition != .unhandled)
    #expect(field.text == "abc" && field.selection.anchor == 1)
  }

  @Test("FLD-1d the engine itself has no maximum length")
  func unlimited() {
    let field = desk.field("a", String(repeating: "x", count: 100_000))
    field.becomeFirstResponder()
    _ = desk.log()
    desk.type("y")
    #expect(desk.log().first == "a text.shouldChange(100000,0) y")
    #expect(field.storage.count == 100_001 && field.text.hasSuffix("xy"))
  }

  @Test("FLD-1a, FLD-1b, FLD-1c a delegate limits, filters and formats text by its result")
  func filtering() {
    /// A delegate that allows at most five characters, only digits, and a hyphen after the second.
    final class Code: TextFieldDelegate {
      func textField(
        _ field: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
      ) -> Bool {
        let kept = replacementString.filter(\.isNumber)
        guard field.storage.count - range.length + kept.count <= 5 else { return false }
        guard kept == replacementString, range.start + kept.count == 2 else {
          return kept == replacementString && !kept.isEmpty
        }
        field.replace(range, withText: kept + "-")
        return false
      }
    }
    let code = Code()
    let field = desk.field("a")
    field.delegate = code
    field.becomeFirstResponder()
    desk.type("1x2")
    #expect(field.text == "12-", "x is filtered, the hyphen is formatting")
    desk.type("3456")
    #expect(field.text == "12-34", "the limit is five")
    desk.engine.pasteboard.text = "ab"
    desk.press("⌘A ⌘V")
    #expect(field.text == "12-34")
  }

  @Test("FLD-12a, FLD-12b, F144 a program's change is reported without consulting the delegate")
  func program() {
    let field = desk.field("a", "ab")
    field.becomeFirstResponder()
    var changes = 0
    field.addAction(for: .editingChanged) { changes += 1 }
    _ = desk.log()
    field.text = "abc"
    field.replace(TextRange(2, 3), withText: "xy")
    field.select(Selection(caret: 0))
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(
      desk.log() == [
        "a selection.didChange 3", "a text.didChange(0,2) abc program", "a selection.didChange 4",
        "a text.didChange(2,1) xy program", "a selection.didChange 0", "a marked.didChange k",
        "a selection.didChange 1",
      ])
    #expect(changes == 0)
  }

  @Test("FLD-13 moving the caret reports only the selection", arguments: [true, false])
  func moving(isField: Bool) {
    let container: TextContainer = isField ? desk.field("a", "abc") : desk.view("a", "abc")
    container.becomeFirstResponder()
    _ = desk.log()
    desk.press("← ⇧← ⌘A")
    #expect(
      desk.log() == [
        "a selection.didChange 2", "a selection.didChange 2→1", "a selection.didChange 0→3",
      ])
  }
}
