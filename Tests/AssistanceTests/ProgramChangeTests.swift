// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

/// Keys in a text that the program has replaced: nothing that earlier keys began continues there.
@Suite struct ProgramChangeTests {
  /// A state that keys leave in a text.
  enum State: String, CaseIterable {
    case untouched = ""
    case typed = "t e h"
    case rejected = "t e h ⎋"
    case applied = "t e h ␠"
    case restorable = "t e h ␠ ⌫"
    case automaticSpace = "h e l F5 ⏎"
    case continued = "h e l l"
    case dismissed = "h e l ⎋"
    case spaced = "a ␠"
    case killed = "a b c ⌃A ⌃K"
    case kept = "a b ⏎ c d e f ↑"
    case smallLetter = "A ⌫"
    case secretAgain = "p w ⇥ ⇧⇥"
    case revealed = "p"

    var isSecret: Bool { self == .secretAgain || self == .revealed }
  }

  /// A change by the program that makes another document of the text.
  enum Change: String, CaseIterable {
    case setWord, setMistake, setSentence, empty, endSession, setWhileRemoved

    func make(in container: TextContainer, of desk: HelpedDesk) {
      switch self {
      case .setWord: container.text = "hel"
      case .setMistake: container.text = "teh"
      case .setSentence: container.text = "so ab "
      case .empty: container.text = ""
      case .endSession: container.endSession()
      case .setWhileRemoved:
        container.removeFromSuperview()
        container.text = "ab "
        desk.add(container)
      }
    }
  }

  private static let probes = ["a b c", ".", "␠", "t e h ␠", "⌃A ⌃K ⌃Y", "⌫", "↓ x", "l", "F5 ⏎"]

  /// Two texts below one another; keys go to the first one.
  private func focus(_ state: State, isField: Bool) -> (HelpedDesk, TextContainer) {
    let desk = HelpedDesk()
    let secret: (inout TextInputTraits) -> Void = {
      $0.isSecureTextEntry = state.isSecret
      if state == .smallLetter { $0.autocapitalizationType = .sentences }
    }
    let container: TextContainer = isField ? desk.field(secret) : desk.view(secret)
    desk.engine.window.addSubview(TextField(name: "other"))
    return (desk, container)
  }

  @Test(
    "FLD-19 after a program replaced the text, keys act as in a new document",
    arguments: State.allCases, Change.allCases)
  func replaced(_ state: State, _ change: Change) {
    for isField in [true, false] {
      for probe in Self.probes {
        let (desk, container) = focus(state, isField: isField)
        desk.press(state.rawValue)
        change.make(in: container, of: desk)
        let (fresh, other) = focus(state, isField: isField)
        other.text = container.text
        other.select(container.selection)
        if change == .setWhileRemoved {
          other.removeFromSuperview()
          fresh.add(other)
        }
        fresh.engine.killBuffer.text = desk.engine.killBuffer.text
        #expect(container.visibleText == other.visibleText)
        for key in probe.split(separator: " ") {
          desk.press(String(key))
          fresh.press(String(key))
          let place = "\(isField ? "field" : "view"), \(probe), after \(key)"
          #expect(container.text == other.text, "\(place)")
          #expect(container.selection == other.selection, "\(place)")
          #expect(container.visibleText == other.visibleText, "\(place)")
          #expect(container.inlinePrediction == other.inlinePrediction, "\(place)")
          #expect(desk.row == fresh.row, "\(place)")
        }
      }
    }
  }

  @Test("FLD-19 an ended session leaves no refused correction, even if the text was empty already")
  func endedEmpty() {
    let desk = HelpedDesk()
    let field = desk.field()
    desk.press("t e h ⎋ ⌫ ⌫ ⌫")
    field.endSession()
    desk.press("t e h ␠")
    #expect(field.text == "the ")
  }

  @Test("FLD-19 a field that is cleared at the beginning of editing is a new document")
  func clearedAtBeginning() {
    let desk = HelpedDesk()
    let field = desk.field()
    field.clearsOnBeginEditing = true
    desk.press("t e h ⎋")
    field.resignFirstResponder()
    field.becomeFirstResponder()
    #expect(field.text == "")
    desk.press("t e h ␠")
    #expect(field.text == "the ")
  }

  @Test("AST-29 a dismissed continuation is offered again after the program replaced the word")
  func dismissed() {
    let desk = HelpedDesk()
    let view = desk.view()
    desk.press("h e l ⎋")
    #expect(view.inlinePrediction == nil)
    view.replace(TextRange(0, 3), withText: "")
    desk.press("h e l")
    #expect(view.inlinePrediction != nil)
  }
}
