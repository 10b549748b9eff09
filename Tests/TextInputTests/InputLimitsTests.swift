// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

/// The limits of a container's input: length, pattern and keyboard type.
@Suite struct InputLimitsTests {
  /// A focused field with limits, and a function that returns the refused input.
  private func desk(
    _ text: String = "", pattern: String? = nil, length: Int? = nil
  ) throws -> (desk: FieldDesk, field: TextField, refusals: () -> [String]) {
    let desk = FieldDesk()
    let field = desk.field("a", text)
    field.pattern = try pattern.map { try TextPattern($0) }
    field.maximumLength = length
    var refused: [String] = []
    field.didRefuse = {
      refused.append("\($0.range.start),\($0.range.end) \($0.text) \($0.reason)")
    }
    field.becomeFirstResponder()
    _ = desk.log()
    return (desk, field, { refused })
  }

  @Test("A field takes at most its maximum of code units, and reports refused text")
  func maximumLength() throws {
    let (desk, field, refusals) = try desk("ab", length: 4)
    desk.type("c😀d")
    #expect(field.text == "abcd")
    desk.type("e")
    #expect(refusals() == ["3,3 😀 maximumLength", "4,4 e maximumLength"])
    #expect(desk.engine.keyboardArea.isFlashing)
    desk.press("⇧← x")
    #expect(field.text == "abcx")
    // A program may set a longer text, which can then be shortened key by key.
    field.text = "abcdefgh"
    desk.press("⌫").type("i")
    #expect(field.text == "abcdefg")
  }

  @Test("Refused text does not consult the delegate, and changes nothing")
  func noQuestion() throws {
    let (desk, field, _) = try desk("1", pattern: "[0-9]*")
    desk.type("x")
    #expect(desk.log() == [] && field.text == "1" && field.selection == Selection(caret: 1))
    #expect(desk.engine.keyboardArea.isFlashing)
    desk.type("2")
    #expect(desk.log().contains { $0.contains("text.shouldChange") })
  }

  @Test("A pattern allows prefixes of its matches, and every deletion")
  func pattern() throws {
    let (desk, field, refusals) = try desk(pattern: "[A-Z]{2}-[0-9]{2}")
    desk.type("aAB1-99x")
    #expect(field.text == "AB-99")
    #expect(refusals() == ["0,0 a pattern", "2,2 1 pattern", "5,5 x pattern"])
    desk.press("← ← ⌫")
    #expect(field.text == "AB99")
    desk.type("1")
    #expect(field.text == "AB99")
    desk.type("-")
    #expect(field.text == "AB-99")
    desk.press("⌘z")
    #expect(field.text == "AB99", "undo is not limited")
  }

  @Test("A paste that exceeds the limit or does not match the pattern is refused as a whole")
  func paste() throws {
    let (desk, field, refusals) = try desk("12", pattern: "[0-9]*", length: 4)
    for text in ["345", "3x", "34"] {
      desk.engine.pasteboard.text = text
      desk.press("⌘v")
    }
    #expect(field.text == "1234")
    #expect(refusals() == ["2,2 345 maximumLength", "2,2 3x pattern"])
  }

  @Test("Composed text that does not fit is removed when it is committed")
  func composed() throws {
    let (_, field, refusals) = try desk("12", pattern: "[0-9]*")
    field.setMarkedText("ka", selectedRange: TextRange(caret: 2))
    field.unmarkText()
    #expect(field.text == "12" && refusals() == ["2,4 ka pattern"])
    field.setMarkedText("3", selectedRange: TextRange(caret: 1))
    field.unmarkText()
    #expect(field.text == "123")
  }

  @Test("Replacements by a delegate are limited too")
  func replaced() throws {
    let (desk, field, refusals) = try desk(length: 3)
    final class Four: TextFieldDelegate {
      func textField(
        _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
      ) -> TextChangeDecision { .replace("four") }
    }
    let four = Four()
    field.delegate = four
    desk.type("x")
    #expect(field.text == "" && refusals() == ["0,0 four maximumLength"])
  }

  @Test(
    "TRT-4b a character refused by the keyboard type is reported to the owner, without an update")
  func keyboardType() throws {
    let (desk, field, refusals) = try desk()
    field.traits.keyboardType = .numberPad
    field.traits.restrictToKeyboardType = true
    _ = desk.engine.takeUpdates()
    desk.type("x")
    #expect(refusals() == ["0,0 x keyboardType"])
    #expect(desk.engine.takeUpdates() == [])
  }
}
