// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing

@testable import Composing
@testable import Editing
@testable import TextInput

/// Random typing into a toolkit that handles messages late, refuses, cuts, changes its text and
/// moves its caret at any moment.
@Suite(.notInFastRuns) struct ExternalTextWalkTests {
  private struct Place {
    let desk = Desk(modes: "en-US ja-JP+romaji")
    let text: ExternalText
    let toolkit: ModelToolkit
    let other = ExternalText(name: "other")
    let second: ModelToolkit

    init(waits: Bool) {
      desk.engine.allowsLateAnswers = waits
      text = desk.add(ExternalText(name: "text"))
      toolkit = ModelToolkit(text)
      desk.engine.window.addSubview(other)
      second = ModelToolkit(other)
      desk.engine.assistant = CorrectingAssistant()
      desk.engine.registerInputMethod(Doubling(), named: "romaji")
      toolkit.report(.other)
    }
  }

  /// A method that marks what is typed, and commits it twice with a space.
  private final class Doubling: InputMethod {
    private var typed = ""

    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      switch keystroke.text {
      case " " where !typed.isEmpty:
        defer { typed = "" }
        return .now(InputMethodReply([.commit(typed + typed)], passesKeyOn: false))
      case let text where text.count == 1 && text.first?.isLetter == true:
        typed += text
        return .now(
          InputMethodReply(
            [.mark([MarkedSegment(typed)], selected: TextRange(caret: typed.utf16.count))],
            passesKeyOn: false))
      default: return .noOpinion
      }
    }

    func contextDidChange(_ context: InputMethodContext) { typed = "" }

    func finish(in context: InputMethodContext) -> [InputMethodAction] {
      typed = ""
      return []
    }
  }

  private static let keys = ["←", "⌫", "⏎", "⇥", "⎋", "⌃A", "⌘Z", "⇧→", "F5", "⌥⎋", "⌃␠"]
  private static let drawn = ["‸", "teh‸", "a«bc‸»d", "«a‸»", "é‸x", "😀‸😀", "one two‸ three"]

  private func perform(_ step: Int, _ choice: Int, _ place: Place) {
    let (desk, toolkit) = (place.desk, place.toolkit)
    switch step {
    case 0..<35: desk.type(["a", "e", "teh ", "teh", " ", "É", "ж", "😀"][choice % 8])
    case 35..<43: desk.press(Self.keys[choice % Self.keys.count])
    case 43..<47: desk.down(["←", "e", "F5"][choice % 3])
    case 47..<49: desk.repeats(["←", "e", "F5"][choice % 3])
    case 49..<54: desk.up(["←", "e", "F5"][choice % 3])
    case 54..<58:
      let dead = Typist.composing(.pending(preview: "´"), input: "´")
      let letter = Typist.composing(.completed, text: "é", input: "e")
      for keystroke in choice % 2 == 0 ? [dead, letter] : [dead] {
        desk.send(keystroke, .press)
        desk.send(keystroke, .release)
      }
    case 58: desk.wait([10, 600, 1500][choice % 3])
    case 59..<62: toolkit.isPrompt.toggle()
    case 62..<70:
      for _ in 0..<(choice % 4) { toolkit.handleNext() }
      if choice % 2 == 0 { toolkit.report(.edit) }
    case 70..<74: toolkit.change(Self.drawn[choice % Self.drawn.count])
    case 74: toolkit.change(Self.drawn[choice % Self.drawn.count], reporting: false)
    case 75..<78: toolkit.endComposition(inserting: choice % 2 == 0)
    case 78..<81: toolkit.deleteBackward()
    case 81: toolkit.limit = [5, 20, Int.max][choice % 3]
    case 82: toolkit.accepts = choice % 2 == 0 ? { text, _ in text } : { $1 % 2 == 0 ? $0 : "" }
    case 83: toolkit.reportsText.toggle()
    case 84..<86:
      (choice % 2 == 0 ? place.text : place.other).becomeFirstResponder()
      _ = desk.engine.takeUpdates()
      (choice % 2 == 0 ? place.second : toolkit).focusEnded()
    case 86: place.text.isEditable.toggle()
    case 87: place.text.isMultiline.toggle()
    case 88: desk.press("⌃␠")
    case 89: desk.engine.setActive(!desk.engine.isActive)
    case 90: desk.type("teh ")
    default: desk.type("x")
    }
    _ = desk.engine.takeUpdates()
  }

  @Test("EXT-2, EXT-7, EXT-22 a toolkit and its copy agree at the end", arguments: 0..<200)
  func walk(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let place = Place(waits: seed % 2 == 0)
    for number in 0..<150 {
      let (step, choice) = (
        Int.random(in: 0..<94, using: &random), Int.random(in: 0..<100, using: &random)
      )
      perform(step, choice, place)
      place.desk.engine.updatesWereDelivered()
      guard place.toolkit.faults.isEmpty, place.second.faults.isEmpty else {
        Issue.record("\(number): \(step) \(choice): \(place.toolkit.faults + place.second.faults)")
        return
      }
    }
    let (desk, toolkit) = (place.desk, place.toolkit)
    desk.wait(200)
    for key in ["←", "e", "F5"] { desk.up(key) }
    if !desk.engine.isActive { desk.engine.setActive(true) }
    place.text.becomeFirstResponder()
    _ = desk.engine.takeUpdates()
    place.second.focusEnded()
    desk.engine.performer.commitComposition()
    _ = desk.engine.takeUpdates()
    toolkit.reportsText = true
    toolkit.handleAll()
    place.second.handleAll()
    toolkit.endComposition(inserting: true)
    toolkit.report(.other)
    #expect(place.text.text == toolkit.own.text && place.text.selection == toolkit.own.selection)
    #expect(place.text.markedRange == nil && toolkit.preedit == nil)
    #expect(toolkit.down.isEmpty && place.second.down.isEmpty && desk.engine.isIdle)
    #expect(toolkit.faults == [] && place.second.faults == [])
  }
}
