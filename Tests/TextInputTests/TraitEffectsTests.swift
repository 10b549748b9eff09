// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import TextInput

/// The effects of traits on typing and on the status row (reference 3).
@Suite struct TraitEffectsTests {
  /// Called for each change, which it accepts.
  private final class Asked: TextFieldDelegate {
    var questions: [String] = []
    func textField(
      _ textField: TextField, shouldChangeCharactersIn range: TextRange,
      replacementString string: String
    ) -> Bool {
      questions.append("(\(range.start),\(range.length)) \(string)")
      return true
    }
    func textFieldShouldReturn(_ textField: TextField) -> Bool {
      questions.append("return")
      return false
    }
  }

  private func field(
    _ modes: String = "", _ change: (inout TextInputTraits) -> Void
  ) -> (Desk, TextField, Asked) {
    let desk = Desk(modes: modes)
    let field = desk.field("field", change)
    let asked = Asked()
    field.delegate = asked
    return (desk, field, asked)
  }

  @Test(
    "TRT-4a, TRT-4b, TRT-4c without restriction the delegate decides, with it none is consulted")
  func restriction() {
    let (desk, field, asked) = field { $0.keyboardType = .numberPad }
    withExtendedLifetime(asked) {
      desk.type("x")
      #expect(asked.questions == ["(0,0) x"])
      field.text = ""
      asked.questions = []
      _ = desk.facts()
      field.traits.restrictToKeyboardType = true
      _ = desk.facts()
      desk.type("x")
      #expect(asked.questions == [] && desk.facts() == [] && field.text == "")
      #expect(desk.engine.keyboardArea.refusalCount == 1)
      desk.type("7")
      #expect(asked.questions == ["(0,0) 7"])
      #expect(desk.engine.keyboardArea.refusalCount == 1)
    }
  }

  @Test("F009 in a restricted phone pad 5x5 becomes 55, typed or pasted")
  func phone() {
    let (desk, field, _) = field {
      $0.keyboardType = .phonePad
      $0.restrictToKeyboardType = true
    }
    desk.type("5x5*#+")
    #expect(field.text == "55*#+")
    field.text = ""
    desk.engine.pasteboard.text = "5x5"
    desk.press("⌘V")
    #expect(field.text == "55")
    desk.engine.pasteboard.text = "x"
    desk.press("⌘V")
    #expect(field.text == "55")
    #expect(desk.engine.keyboardArea.refusalCount == 2)
    desk.press("⌫")
    #expect(field.text == "5")
  }

  @Test(
    "F129 with the setting, letters type the digits of their phone keys", arguments: [true, false])
  func phoneLetters(_ maps: Bool) {
    let (desk, field, _) = field {
      $0.keyboardType = .phonePad
      $0.restrictToKeyboardType = true
      $0.mapsPhonePadLetters = maps
    }
    desk.type("call")
    #expect(field.text == (maps ? "2255" : ""))
  }

  @Test("TRT-4c the result of a dead key is refused too")
  func deadKey() {
    let (desk, field, _) = field {
      $0.keyboardType = .numberPad
      $0.restrictToKeyboardType = true
    }
    desk.send(Typist.composing(.pending(preview: "´")), .press)
    #expect(Typist.draw(field) == "{´‸}")
    desk.send(Typist.composing(.completed, text: "é"), .press)
    #expect(field.text == "" && field.markedRange == nil)
    #expect(desk.engine.keyboardArea.refusalCount == 1)
    desk.send(Typist.composing(.pending(preview: "´")), .press)
    field.resignFirstResponder()
    #expect(field.text == "")
  }

  @Test("3.2 asciiCapableNumberPad makes other digits ASCII, even in a composition")
  func digits() {
    let (desk, field, asked) = field { $0.keyboardType = .asciiCapableNumberPad }
    withExtendedLifetime(asked) {
      desk.type("٣")
      #expect(field.text == "3")
      #expect(asked.questions == ["(0,0) 3"])
      field.setMarkedText("४", selectedRange: TextRange(caret: 1))
      field.unmarkText()
      #expect(field.text == "34")
    }
  }

  @Test("3.2 in a decimal pad the keypad's point types the language's separator")
  func separator() {
    var point = Typist.typing(".")
    point.event.code = .keypadDot
    for (modes, type, text) in [
      ("de-DE", KeyboardType.decimalPad, ","), ("en-US", .decimalPad, "."),
      ("de-DE", .default, "."),
    ] {
      let (desk, field, _) = field(modes) { $0.keyboardType = type }
      desk.send(point, .press)
      #expect(field.text == text, "\(modes) \(type)")
      desk.type(".")
      #expect(field.text == text + ".")
    }
  }

  @Test("TRT-4a a program's text is not restricted")
  func program() {
    let (_, field, _) = field {
      $0.keyboardType = .numberPad
      $0.restrictToKeyboardType = true
    }
    field.text = "abc"
    field.replace(TextRange(0, 1), withText: "z")
    #expect(field.text == "zbc")
  }

  // MARK: Return

  @Test(
    "TRT-7a, TRT-7b, TRT-7c TRT-8a, TRT-8b a space or marked text is enough to enable Return"
  )
  func returnKey() {
    let (desk, field, asked) = field { $0.enablesReturnKeyAutomatically = true }
    withExtendedLifetime(asked) {
      let area = desk.engine.keyboardArea
      #expect(!area.isReturnKeyEnabled)
      desk.press("⏎")
      #expect(asked.questions == [])
      desk.type(" ")
      #expect(area.isReturnKeyEnabled)
      desk.press("⏎")
      #expect(asked.questions == ["(0,0)  ", "return"])
      desk.press("⌫")
      #expect(!area.isReturnKeyEnabled)
      field.setMarkedText("k", selectedRange: TextRange(caret: 1))
      #expect(area.isReturnKeyEnabled)
    }
  }

  @Test(
    "TRT-6 ⏎ consults shouldReturn whatever the label",
    arguments: ReturnKeyType.allCases)
  func labelOnly(_ type: ReturnKeyType) {
    let (desk, field, asked) = field { $0.returnKeyType = type }
    withExtendedLifetime(asked) {
      desk.press("⏎")
      #expect(asked.questions == ["return"] && field.text == "")
    }
  }

  @Test("TRT-5 MOD-11a, MOD-11b return and space are labelled in the mode's language")
  func labels() {
    let (desk, field, _) = field("en-US sv-SE") { $0.returnKeyType = .search }
    let area = desk.engine.keyboardArea
    #expect(
      [area.returnKeyLabel, area.spaceLabel, area.modeName] == ["Search", "space", "English (US)"])
    desk.press("⌃␠")
    #expect(
      [area.returnKeyLabel, area.spaceLabel, area.modeName] == ["Sök", "mellanslag", "Svenska"])
    field.traits.returnKeyType = .done
    #expect(area.returnKeyLabel == "Klar")
  }

  @Test("F004 F086 the status row shows the keyboard type and return label of the focus")
  func status() {
    let (desk, field, _) = field {
      $0.keyboardType = .url
      $0.returnKeyType = .go
    }
    #expect(desk.engine.keyboardArea.statusText == "URL · Go")
    field.resignFirstResponder()
    #expect(desk.engine.keyboardArea.statusText == "return")
  }

  // MARK: Notifications

  @Test("TRT-2b a trait change of the focused text is reported once, of another text not")
  func reported() {
    let (desk, field, _) = field { _ in }
    let other = TextField(name: "other")
    desk.engine.window.addSubview(other)
    field.traits.returnKeyType = .go
    #expect(desk.facts() == ["traits.didChange"])
    field.traits.returnKeyType = .go
    other.traits.returnKeyType = .go
    #expect(desk.facts() == [])
    desk.type("a")
    #expect(!desk.facts().contains("traits.didChange"))
  }

  @Test("TRT-2a a changed trait applies from the next key on")
  func nextKey() {
    let (desk, field, _) = field { $0.keyboardType = .numberPad }
    desk.type("x")
    field.traits.restrictToKeyboardType = true
    desk.type("y")
    #expect(field.text == "x")
  }

  // MARK: Settings

  @Test(
    "F016 NTF-11a, NTF-11b the user's setting removes the status row, whatever the mirror's rows"
  )
  func statusRow() throws {
    let (desk, _, _) = field { _ in }
    #expect(desk.engine.keyboardArea.frame(of: .status).height == 1)
    desk.engine.settings.statusRow = false
    _ = desk.engine.takeUpdates()
    #expect(desk.engine.keyboardArea.frame.isEmpty)
    desk.engine.settings.statusRow = true
    #expect(desk.engine.takeUpdates().map(\.name).contains("keyboard.didShow"))
  }

  @Test("F016 settings by name change behaviour at the next key")
  func settings() throws {
    let (desk, field, _) = field { _ in }
    desk.engine.settings.holdForAccents = false
    desk.down("e")
    desk.repeats("e")
    #expect(field.text == "ee")
  }

  @Test("D8 CMD-9a text precedes commands, unless the user's setting says otherwise")
  func commandsFirst() throws {
    let (desk, field, _) = field { _ in }
    var ran = 0
    field.addKeyCommand(
      KeyCommand(id: "all", input: "a", modifiers: .command, title: "All")
    ) { _ in ran += 1 }
    field.text = "abc"
    desk.press("⌘A")
    #expect(ran == 0 && !field.selection.isCaret)
    desk.engine.settings.legacyCommandsFirst = true
    desk.press("⌘A")
    #expect(ran == 1)
    desk.type("x")
    #expect(field.text == "x")
  }
}
