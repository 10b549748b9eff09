// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// The state and the order of events stay consistent, no matter what a delegate does when it is
/// consulted or notified (FLD-11).
@Suite struct FieldReentrancyTests {
  private let desk = FieldDesk()

  @Test("FLD-11 a delegate may change the text itself and refuse the change")
  func changesAndRefuses() {
    let field = desk.field("a", "ab")
    field.becomeFirstResponder()
    desk.delegate.answers["a text.shouldChange"] = false
    desk.delegate.acts["a text.shouldChange"] = { field.text = "AB!" }
    desk.type("x")
    #expect(Typist.draw(field) == "AB!‸")
  }

  @Test("FLD-11 a delegate may change or mark text and accept the change")
  func changesAndAgrees() {
    let field = desk.field("a", "abcdef")
    field.becomeFirstResponder()
    desk.delegate.acts["a text.shouldChange"] = { field.text = "z" }
    desk.type("x")
    #expect(Typist.draw(field) == "zx‸")
    desk.delegate.acts["a text.shouldChange"] = {
      field.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
    }
    desk.type("y")
    #expect(field.markedRange == nil && field.text.hasPrefix("zx") && field.text.contains("y"))
  }

  @Test("FLD-11 if the delegate moves the caret, the change stays at the requested range")
  func selects() {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    desk.delegate.acts["a text.shouldChange"] = { field.select(Selection(caret: 0)) }
    desk.type("x")
    #expect(Typist.draw(field) == "abcx‸")
  }

  @Test("FLD-11 a delegate may empty a field that consults it about clearing")
  func clears() {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    desk.delegate.acts["a field.shouldClear"] = { field.text = "" }
    desk.press("⌥⌘⌫")
    #expect(field.text == "")
  }

  @Test(
    "FLD-11 a delegate that moves the focus while consulted decides, and is not consulted again")
  func movesWhileAsked() {
    let (first, second, third) = (desk.field("a"), desk.field("b"), desk.field("c"))
    first.becomeFirstResponder()
    _ = desk.log()
    desk.delegate.acts["a focus.shouldEnd"] = { third.becomeFirstResponder() }
    #expect(!second.becomeFirstResponder())
    #expect(third.isFirstResponder)
    #expect(
      desk.log() == [
        "b focus.shouldBegin", "a focus.shouldEnd", "c focus.shouldBegin",
        "a focus.didEnd(committed)", "c focus.didBegin", "c traits.didChange default default",
      ])
    desk.delegate.acts["a focus.shouldBegin"] = { first.becomeFirstResponder() }
    #expect(first.becomeFirstResponder())
    #expect(desk.log().filter { $0 == "a focus.shouldBegin" }.count == 1)
  }

  @Test("FLD-11 if the focus moves while a field is cleared, the field never begins or ends")
  func movesWhileClearing() {
    let (first, second) = (desk.field("a", "abc"), desk.field("b"))
    first.clearsOnBeginEditing = true
    _ = desk.log()
    desk.delegate.acts["a field.shouldClear"] = { second.becomeFirstResponder() }
    #expect(!first.becomeFirstResponder())
    #expect(
      desk.log() == [
        "a focus.shouldBegin", "a field.shouldClear", "b focus.shouldBegin", "b focus.didBegin",
        "b traits.didChange default default",
      ])
    #expect(first.text == "abc" && desk.delegate.reported == ["b didBegin "])
  }

  @Test("FLD-11 if consulting about marked text moves the focus, the end is reported once")
  func movesWhileCommitting() {
    let (first, second) = (desk.field("a"), desk.field("b"))
    first.becomeFirstResponder()
    first.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
    _ = desk.log()
    desk.delegate.acts["a text.shouldChange"] = { second.becomeFirstResponder() }
    first.resignFirstResponder()
    #expect(second.isFirstResponder && first.markedRange == nil && first.text == "kyo")
    let log = desk.log()
    #expect(log.filter { $0 == "a text.shouldChange(0,0) kyo" }.count == 1)
    #expect(log.filter { $0.hasPrefix("a focus.didEnd") }.count == 1)
    #expect(
      log.firstIndex(of: "a focus.didEnd(committed)") ?? 99
        < log.firstIndex(of: "b focus.didBegin") ?? 0)
  }

  @Test(
    "RSP-5, FLD-11 a field that its delegate removes loses the focus for good",
    arguments: [
      "a focus.shouldBegin", "a field.shouldClear", "a didBegin", "a text.shouldChange",
      "a didChangeSelection", "a field.shouldReturn", "a focus.shouldEnd", "a didEnd(committed)",
    ])
  func removed(moment: String) {
    let field = desk.field("a", "abc")
    desk.field("b")
    field.clearsOnBeginEditing = true
    desk.delegate.acts[moment] = { field.removeFromSuperview() }
    field.becomeFirstResponder()
    desk.type("x").press("⏎ ⇥").type("y")
    #expect(!field.isFirstResponder && field.superview == nil)
    #expect(desk.engine.firstResponder !== field)
    let log = desk.log()
    #expect(
      log.filter { $0 == "a focus.didBegin" }.count
        == log.filter { $0.hasPrefix("a focus.didEnd") }.count)
    // Added again, the field works as a new one.
    desk.engine.window.addSubview(field)
    #expect(field.becomeFirstResponder())
    #expect(desk.type("z").lastDisposition == .insertedText)
  }

  @Test("RSP-5 a field that is being removed cannot regain the focus from a notification")
  func clings() {
    let field = desk.field("a")
    field.becomeFirstResponder()
    desk.delegate.acts["a didEnd(committed)"] = { #expect(!field.becomeFirstResponder()) }
    field.removeFromSuperview()
    #expect(desk.engine.firstResponder == nil)
    desk.engine.window.addSubview(field)
    field.becomeFirstResponder()
    let window = desk.engine.window
    desk.delegate.acts["a didEnd(committed)"] = { #expect(!field.becomeFirstResponder()) }
    window.close()
    #expect(window.firstResponder == nil && desk.engine.firstResponder == nil)
  }

  @Test("FLD-11 consulting about marked text may change the key window")
  func movesKeyWindow() {
    let field = desk.field("a")
    field.becomeFirstResponder()
    field.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
    let windows = ["one", "two"].map { desk.engine.makeWindow(name: $0) }
    desk.delegate.acts["a text.shouldChange"] = { windows[1].makeKey() }
    windows[0].makeKey()
    #expect(field.markedRange == nil && field.text == "kyo")
    #expect(desk.log().filter { $0.contains("should") }.count == 2)
    #expect(desk.engine.textContainer == nil)
  }

  @Test("FLD-11 delegates that move the focus back and forth are stopped")
  func pingPong() {
    final class Stubborn: TextFieldDelegate {
      weak var other: TextField?
      var count = 0
      func textFieldDidBeginEditing(_ textField: TextField) {
        count += 1
        other?.becomeFirstResponder()
      }
    }
    let (first, second) = (desk.field("a"), desk.field("b"))
    let (one, two) = (Stubborn(), Stubborn())
    (one.other, two.other) = (second, first)
    (first.delegate, second.delegate) = (one, two)
    first.becomeFirstResponder()
    #expect(one.count + two.count < 40)
    #expect(first.isFirstResponder || second.isFirstResponder)
  }

  @Test(
    "FLD-11 for random acts of delegates, each field's begin and end alternate",
    arguments: [1, 2, 3] as [UInt64])
  func walk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let engine = desk.engine
    let controller = ViewController(name: "root")
    engine.window.rootViewController = controller
    let fields: [TextContainer] = [
      desk.field("a", "abc", in: controller.view), desk.field("b", in: controller.view),
      desk.view("c", "xyz", in: controller.view),
    ]
    (fields[0] as? TextField)?.clearsOnBeginEditing = true
    let moments = ["a", "b", "c"].flatMap { name in
      [
        "focus.shouldBegin", "focus.shouldEnd", "field.shouldClear", "text.shouldChange",
        "didBegin", "didEnd(committed)", "didEnd", "didChangeSelection", "field.shouldReturn",
      ].map { "\(name) \($0)" }
    }
    let keys = ["x", "⌫", "⇥", "⏎", "⌃⇥", "⌥⌘⌫", "⌘A", "⎋", "⌃K"]
    var begun: Set<String> = []
    for step in 0..<6000 {
      let field = fields[Int.random(in: 0..<3, using: &random)]
      let moment = moments[Int.random(in: 0..<moments.count, using: &random)]
      let choice = Int.random(in: 0..<9, using: &random)
      desk.delegate.answers = [moment: Bool.random(using: &random)]
      desk.delegate.acts[moment] = {
        switch choice {
        case 0: field.becomeFirstResponder()
        case 1: field.resignFirstResponder()
        case 2: field.removeFromSuperview()
        case 3: controller.view.addSubview(field)
        case 4: field.text = "new"
        case 5: field.setMarkedText("k", selectedRange: TextRange(caret: 1))
        case 6: field.isEnabled.toggle()
        case 7: field.insertText("i")
        default: field.selectedRange = nil
        }
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: fields[Int.random(in: 0..<3, using: &random)].becomeFirstResponder()
      case 1: engine.window.endEditing(force: Bool.random(using: &random))
      default: desk.press(keys.randomElement(using: &random) ?? "x")
      }
      for line in desk.log() {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { continue }
        if parts[1] == "focus.didBegin" {
          #expect(begun.insert(String(parts[0])).inserted, "\(step)")
        }
        if parts[1].hasPrefix("focus.didEnd") {
          #expect(begun.remove(String(parts[0])) != nil, "\(step)")
        }
      }
      #expect(begun == Set([engine.firstResponder?.name].compactMap { $0 }), "step \(step)")
      #expect(engine.textContainer === engine.firstResponder)
      #expect(engine.isIdle)
      for field in fields where field.superview == nil { controller.view.addSubview(field) }
      for field in fields { field.isEnabled = true }
      desk.delegate.acts = [:]
      if step % 50 == 0 { for field in fields { field.text = "abc" } }
      _ = desk.log()
    }
  }
}
