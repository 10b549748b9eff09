// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing
import TextInput

@testable import Engines

/// Keys in a mode of an extension that answers in time.
@Suite struct ExtensionKeyTests {
  @Test("F103 an insertion by an extension is reported as a typed letter is")
  func insertion() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    _ = desk.takeUpdates()
    desk.type("c")
    desk.answerKey(#"{"insert":"c"}"#)
    let inserted = desk.takeUpdates()
    let typed = try ExtensionDesk()
    typed.typist.modes.perform(.choose("en-US"))
    _ = typed.takeUpdates()
    typed.type("c")
    let expected = typed.takeUpdates()
    #expect(desk.text == "c")
    #expect(inserted == expected)
  }

  @Test("CIV-18 a key has its text, character, name and modifiers, and the document around it")
  func key() throws {
    let desk = try ExtensionDesk()
    desk.view.text = "ab"
    desk.view.selectedRange = TextRange(1, 1)
    desk.greet()
    desk.press("c", text: "C", .shift, keysym: 0x43)
    let line = try #require(desk.take("key"))
    #expect(line["params", "text"] == "C")
    #expect(line["params", "characters"] == "c")
    #expect(line["params", "name"] == "67")
    #expect(line["params", "modifiers"] == .list(["shift"]))
    #expect(line["params", "isRepeat"] == false)
    #expect(line["params", "document", "before"] == "a")
    #expect(line["params", "document", "after"] == "b")
    #expect(line["params", "document", "selected"] == .null)
    #expect(line["params", "document", "marked"] == .null)
    #expect(line["params", "document", "mode"] == "x")
    #expect(line["params", "document", "language"] == "eo")
    #expect(line["params", "document", "hasText"] == true)
    #expect(line["params", "document", "traits", "keyboardType"] == "default")
    #expect(desk.text == "ab")
  }

  @Test("F106 the selected text is a member of the document")
  func selectedText() throws {
    let desk = try ExtensionDesk()
    desk.view.text = "abc"
    desk.view.selectedRange = TextRange(1, 3)
    desk.greet()
    desk.type("x")
    let line = try #require(desk.take("key"))
    #expect(line["params", "document", "selected"] == "bc")
    #expect(line["params", "document", "before"] == "a")
  }

  @Test("F107 another document has another identifier, and the old one on return")
  func identifiers() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    func identifier() throws -> JSONValue {
      desk.type("x")
      let parameters = try #require(desk.answerKey(""))
      return try #require(parameters["document", "identifier"])
    }
    let first = try identifier()
    #expect(try identifier() == first)
    desk.field.becomeFirstResponder()
    let second = try identifier()
    #expect(second != first)
    desk.view.becomeFirstResponder()
    #expect(try identifier() == first)
  }

  @Test("13.2 the extension learns of another document before its first key")
  func documentDidChange() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("x")
    #expect(desk.all().map { $0["method"] } == ["document.didChange", "key"])
  }

  @Test("13.2 deleting and inserting is one step for undo and one question to the delegate")
  func oneStep() throws {
    final class Delegate: TextViewDelegate {
      var questions: [String] = []
      func textView(
        _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
      ) -> Bool {
        questions.append("\(range.start)-\(range.end) \(text)")
        return true
      }
    }
    let desk = try ExtensionDesk()
    let delegate = Delegate()
    desk.greet()
    desk.type("c")
    desk.answerKey("", taken: false)
    desk.view.delegate = delegate
    desk.type("x")
    desk.answerKey(#"{"deleteBackward":1},{"insert":"ĉ"}"#)
    #expect(desk.text == "ĉ")
    #expect(delegate.questions == ["0-1 ĉ"])
    desk.undo()
    #expect(desk.text == "c")
  }

  @Test("13.2 a key that the extension does not take is typed")
  func declined() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    #expect(desk.text == "")
    desk.answerKey("", taken: false)
    #expect(desk.text == "a")
    // Edits come before the key.
    desk.type("b")
    desk.answerKey(#"{"insert":"-"}"#, taken: false)
    #expect(desk.text == "a-b")
  }

  @Test("13.2 marked text of an extension is shown, changed and committed")
  func marked() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("n")
    desk.answerKey(#"{"mark":{"text":"n"}}"#)
    #expect(desk.text == "n")
    #expect(desk.view.markedRange == TextRange(0, 1))
    desk.type("i")
    let parameters = desk.answerKey(#"{"mark":{"text":"ni","selected":[0,1]}}"#)
    #expect(parameters?["document", "marked"] == "n")
    #expect(desk.view.selectedRange == TextRange(0, 1))
    desk.press(" ", text: " ")
    desk.answerKey(#"{"insert":"你"}"#)
    #expect(desk.text == "你")
    #expect(desk.view.markedRange == nil)
    desk.type("h")
    desk.answerKey(#"{"mark":{"text":"h"}}"#)
    desk.press(.return, text: "\r")
    desk.answerKey(#"{"unmark":true}"#)
    #expect(desk.text == "你h")
    #expect(desk.view.markedRange == nil)
  }

  @Test("13.2 the caret moves by characters, as far as the document goes")
  func adjust() throws {
    let desk = try ExtensionDesk()
    desk.view.text = "a👨‍👩‍👧b"
    desk.view.selectedRange = TextRange(10, 10)
    desk.greet()
    desk.type("x")
    desk.answerKey(#"{"adjust":-2}"#)
    #expect(desk.view.selectedRange == TextRange(1, 1))
    desk.type("x")
    desk.answerKey(#"{"insert":"("},{"adjust":1},{"insert":")"},{"adjust":-9}"#)
    #expect(desk.text == "a(👨‍👩‍👧)b")
    #expect(desk.view.selectedRange == TextRange(0, 0))
    desk.undo()
    #expect(desk.text == "a👨‍👩‍👧b")
  }

  @Test("CIV-18 the extension gets keys that type or delete and, while it composes, all without ⌘")
  func keysOfTheExtension() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    let arrow = { desk.press(.leftArrow, keysym: 0xFF51) }
    desk.press("c", [.command])
    desk.press("c", [.control])
    arrow()
    desk.press(.escape, keysym: 0xFF1B)
    desk.press(.return, text: "\r")
    desk.press("\t", text: "\t")
    #expect(desk.take("key") == nil)
    desk.press(.delete, keysym: 0xFF08)
    #expect(desk.answerKey("", taken: false)?["name"] == "BackSpace")
    desk.type("n")
    desk.answerKey(#"{"mark":{"text":"n"}}"#)
    arrow()
    #expect(desk.answerKey("") != nil)
    desk.press("a", [.control])
    #expect(desk.answerKey("") != nil)
    desk.press("c", [.command])
    #expect(desk.take("key") == nil)
  }

  @Test("13.2 the dictation keys go to an extension that has one")
  func dictation() throws {
    let plain = try ExtensionDesk()
    plain.greet()
    plain.press("", code: 0x24A)
    #expect(plain.take("key") == nil)
    let desk = try ExtensionDesk { $0.takesDictationKey = true }
    desk.greet()
    desk.press("", code: 0x24A)
    #expect(desk.answerKey("")?["name"] == "XF86Dictate")
    desk.press("", code: 0x246)
    #expect(desk.answerKey("")?["name"] == "XF86VoiceCommand")
  }

  @Test("13.2 candidates that the extension shows are chosen by digit, arrow and client")
  func candidates() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    let list = #""candidates":{"items":[{"text":"你"},{"text":"尼","annotation":"ni"}]}"#
    func compose() {
      desk.type("n")
      desk.answer("key", #"{"taken":true,"edits":[{"mark":{"text":"n"}}],\#(list)}"#)
    }
    compose()
    #expect(desk.typist.candidates?.items.map(\.text) == ["你", "尼"])
    desk.type("2")
    desk.answerKey("", taken: false)
    let chosen = desk.answer(
      "candidate.chosen", #"{"edits":[{"insert":"尼"}],"candidates":null}"#)
    #expect(chosen?["index"] == 1)
    #expect(chosen?["text"] == "尼")
    #expect(desk.text == "尼")
    #expect(desk.typist.candidates == nil)
    compose()
    desk.press(.downArrow, keysym: 0xFF54)
    desk.answerKey("", taken: false)
    #expect(desk.typist.candidates?.highlighted == 0)
    desk.press(.return, text: "\r")
    desk.answerKey("", taken: false)
    desk.answer("candidate.chosen", #"{"edits":[{"insert":"你"}],"candidates":null}"#)
    #expect(desk.text == "尼你")
    compose()
    desk.typist.chooseCandidate(2)
    desk.deliver()
    desk.answer("candidate.chosen", #"{"edits":[{"insert":"尼"}],"candidates":null}"#)
    #expect(desk.text == "尼你尼")
  }

  @Test(
    "13.2 a digit that has chosen a candidate is never typed, whatever becomes of the answer",
    arguments: ["late", "text changed", "refused", "ended", "mode changed"])
  func chosenDigit(_ fault: String) throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("n")
    let list = #""candidates":{"items":[{"text":"你"},{"text":"尼"}]}"#
    desk.answer("key", #"{"taken":true,"edits":[{"mark":{"text":"n"}}],\#(list)}"#)
    desk.type("2")
    desk.answerKey("", taken: false)
    let chosen = try #require(desk.take("candidate.chosen"))
    #expect(chosen["params", "index"] == 1)
    guard case .number(let id)? = chosen["id"] else { throw CancellationError() }
    switch fault {
    case "late": desk.pass(milliseconds: 301)
    case "text changed":
      desk.view.text = "n"
      desk.deliver()
    case "refused": desk.send(#"{"id":\#(id),"result":{"edits":[{"deleteBackward":99}]}}"#)
    case "ended": desk.hangUp()
    default: desk.typist.modes.perform(.choose("en-US"))
    }
    desk.pass(milliseconds: 100)
    #expect(desk.text == "n")
    #expect(desk.view.markedRange == nil && desk.typist.candidates == nil)
    // Later digits are.
    desk.type("3")
    desk.pass(milliseconds: 400)
    #expect(desk.text == "n3")
  }

  @Test("13.2 a dead key commits what the extension has marked")
  func deadKey() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("n")
    desk.answerKey(#"{"mark":{"text":"n"}}"#)
    let event = KeyEvent(
      time: desk.loop.now, device: DeviceID(rawValue: 0), code: KeyCode(0), phase: .press)
    desk.typist.handle(Keystroke(event: event, composition: .pending(preview: "´")))
    desk.deliver()
    #expect(desk.text == "n´")
    #expect(desk.view.markedRange == TextRange(1, 2))
  }
}
