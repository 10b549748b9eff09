// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import Testing

@testable import TextInput

/// No candidate contains a character that a person does not see but that changes what is shown.
@Suite struct HiddenControlTests {
  /// All characters of the kind, by their properties.
  private static let controls = (UInt32(0)...0x10FFFF).compactMap(UnicodeScalar.init).filter {
    switch $0.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: $0.properties.isBidiControl
    }
  }

  @Test("IME-19 exactly the control characters, separators and bidirectional controls are found")
  func kind() {
    let found = (UInt32(0)...0x10FFFF).compactMap(UnicodeScalar.init).filter {
      String(Character($0)).hasHiddenControls
    }
    #expect(found == Self.controls)
    #expect(Self.controls.count == 65 + 2 + 12)
  }

  @Test("IME-19 they are found and removed at each place of a text")
  func places() {
    for control in Self.controls {
      for (before, after) in [("", ""), ("a", ""), ("", "é"), ("日", "本"), ("\u{200D}", "😀")] {
        let text = before + String(Character(control)) + after
        #expect(text.hasHiddenControls)
        #expect(Array(text.withoutHiddenControls.utf8) == Array((before + after).utf8))
      }
    }
    for text in ["", "abc", "نص عربي", "क्\u{200D}ष", "می\u{200C}خواهم", "👨‍👩‍👧", "\u{2010}\u{2060}"] {
      #expect(!text.hasHiddenControls && text.withoutHiddenControls == text)
    }
  }

  @Test("IME-19 a candidate with one is left out, and an annotation with one")
  func candidates() {
    for control in Self.controls.map({ String(Character($0)) }) {
      #expect(Candidate("a\(control)").withoutHiddenControls == nil)
      #expect(Candidate("a", annotation: "b\(control)").withoutHiddenControls == Candidate("a"))
    }
    let plain = Candidate("a", annotation: "b")
    #expect(plain.withoutHiddenControls == plain)
  }

  @Test("IME-19 titles and sources of values to fill in are shown without them")
  func fillings() {
    let desk = Desk()
    var values = RecentValues()
    values.add([.oneTimeCode: "12\u{202E}34"], from: "mail\u{2066}er", at: .zero)
    desk.engine.autoFill = AutoFillSuggester(sources: [values], credentials: MemoryCredentials())
    let field = TextField(name: "code")
    field.traits.textContentType = .oneTimeCode
    desk.engine.window.addSubview(field)
    field.becomeFirstResponder()
    #expect(desk.engine.candidates?.items.map(\.text) == ["1234"])
    #expect(desk.engine.candidates?.items.map(\.annotation) == ["mailer"])
  }

  @Test("IME-19 completions from the words of a text are left out if they have one")
  func completions() {
    let desk = Desk()
    let view = TextView(name: "view")
    view.text = "apple app\u{202E}elppa ap"
    desk.engine.window.addSubview(view)
    view.becomeFirstResponder()
    desk.press("F5")
    let items = desk.engine.candidates?.items.map(\.text) ?? []
    #expect(items.contains("apple") && !items.contains(where: \.hasHiddenControls))
  }
}
