// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing
import TextInput

@testable import Engines

/// The text that an extension sees, its requests, and the fields that it never sees.
@Suite struct ExtensionTextTests {
  @Test("13.2 changes by others are notified before and after, and its own are not")
  func changes() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    let own = try #require(desk.answerKey(#"{"insert":"ab"}"#)?["document", "generation"])
    #expect(desk.all().isEmpty)
    desk.type("x")
    #expect(desk.answerKey("")?["document", "generation"] == own)
    desk.view.text = "changed"
    desk.deliver()
    let will = desk.next()
    #expect(will?["method"] == "text.willChange")
    #expect(will?["params", "document", "before"] == "ab")
    let did = desk.next()
    #expect(did?["method"] == "text.didChange")
    #expect(did?["params", "document", "generation"] != own)
    desk.view.selectedRange = TextRange(0, 2)
    desk.deliver()
    #expect(desk.next()?["method"] == "selection.willChange")
    let moved = desk.next()
    #expect(moved?["method"] == "selection.didChange")
    #expect(moved?["params", "document", "selected"] == "ch")
    desk.type("x")
    // A key that the engine types is a change by another.
    desk.answerKey("", taken: false)
    #expect(desk.take("text.didChange")?["params", "document", "before"] == "x")
  }

  @Test("13.2 the extension is notified that the focus leaves or the mode changes")
  func finish() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("n")
    desk.answerKey(#"{"mark":{"text":"n"}}"#)
    desk.field.becomeFirstResponder()
    desk.deliver()
    #expect(desk.take("finish")?["params", "reason"] == "focus")
    #expect(desk.text == "n")
    #expect(desk.view.markedRange == nil)
    desk.type("n")
    desk.answerKey(#"{"mark":{"text":"n"}}"#)
    desk.typist.modes.perform(.choose("en-US"))
    desk.deliver()
    #expect(desk.take("finish")?["params", "reason"] == "mode")
    #expect(desk.field.text == "n")
    #expect(desk.field.markedRange == nil)
    desk.type("x")
    #expect(desk.all().isEmpty)
    #expect(desk.field.text == "nx")
  }

  @Test(
    "CIV-16a, CIV-16b, CIV-16c, CIV-16d, F130 fields for secrets, phone numbers, names and ASCII use the built-in method",
    arguments: [KeyboardType.phonePad, .namePhonePad, .asciiCapable, nil])
  func fields(_ type: KeyboardType?) throws {
    let desk = try ExtensionDesk()
    desk.field.traits.isSecureTextEntry = type == nil
    desk.field.traits.keyboardType = type ?? .default
    desk.greet()
    desk.type("a")
    desk.answerKey("")
    desk.field.becomeFirstResponder()
    desk.deliver()
    _ = desk.all()
    desk.type("12")
    desk.press(.delete, keysym: 0xFF08)
    #expect(desk.all().isEmpty)
    #expect(desk.field.text == "1")
    let edit = #"{"identifier":"document-1","generation":1,"edits":[]}"#
    #expect(desk.ask("edit", edit)["code"] == "unavailable")
    desk.view.becomeFirstResponder()
    desk.type("b")
    #expect(desk.answerKey(#"{"insert":"B"}"#) != nil)
    #expect(desk.text == "B")
  }

  @Test("CIV-16a a field that becomes secret is seen no more, not even its change")
  func becomesSecret() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.field.becomeFirstResponder()
    desk.type("p")
    desk.answerKey(#"{"mark":{"text":"p"}}"#)
    desk.field.traits.isSecureTextEntry = true
    desk.deliver()
    #expect(desk.all().isEmpty)
    desk.type("w")
    desk.field.text = "secret"
    desk.deliver()
    desk.view.becomeFirstResponder()
    desk.deliver()
    #expect(desk.all().isEmpty)
  }

  @Test("CIV-17 a program refuses extensions")
  func refused() throws {
    let desk = try ExtensionDesk()
    desk.typist.window.allowsThirdPartyInputMethods = false
    desk.field.becomeFirstResponder()
    desk.deliver()
    desk.greet()
    desk.type("a")
    #expect(desk.all().isEmpty)
    #expect(desk.field.text == "a")
  }

  @Test("CIV-18 the extension gets no key of another mode")
  func otherMode() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.typist.modes.perform(.choose("en-US"))
    desk.type("abc")
    desk.view.text = "x"
    desk.deliver()
    #expect(desk.all().isEmpty)
  }

  @Test("13.2 an edit with the known generation is performed, and an older one is stale")
  func edit() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    let parameters = try #require(desk.answerKey(#"{"insert":"a"}"#))
    guard case .number(let generation)? = parameters["document", "generation"] else {
      Issue.record("no generation")
      return
    }
    func edit(_ generation: Int, _ edits: String) -> [String: JSONValue] {
      desk.ask(
        "edit", #"{"identifier":"document-1","generation":\#(generation),"edits":[\#(edits)]}"#)
    }
    let result = edit(generation, #"{"deleteBackward":1},{"insert":"b"}"#)
    #expect(result["document", "before"] == "b")
    #expect(desk.text == "b")
    #expect(edit(generation - 1, #"{"insert":"x"}"#)["code"] == "stale")
    #expect(edit(generation, #"{"deleteBackward":5}"#)["code"] == "invalid")
    desk.view.text = "other"
    desk.deliver()
    #expect(edit(generation, #"{"insert":"x"}"#)["code"] == "stale")
    #expect(desk.text == "other")
    #expect(
      desk.ask("edit", #"{"identifier":"document-9","generation":1,"edits":[]}"#)["code"] == "stale"
    )
  }

  @Test("F108 full access is false before the user grants every request, and true afterwards")
  func access() throws {
    let desk = try ExtensionDesk(requests: [.network, .pasteboard], grants: [.network])
    desk.process.prepare()
    let hello = try #require(desk.answer("hello", #"{"protocol":1}"#))
    #expect(hello["hasFullAccess"] == false)
    #expect(hello["grants"] == .list(["network"]))
    #expect(desk.ask("access.get")["hasFullAccess"] == false)
    #expect(desk.ask("pasteboard.get")["code"] == "refused")
    desk.process.apply(ExtensionChoice(hash: "0", grants: [.network, .pasteboard]))
    #expect(desk.take("access.didChange")?["params", "hasFullAccess"] == true)
    #expect(desk.ask("access.get")["hasFullAccess"] == true)
    desk.type("a")
    desk.answerKey("")
    _ = desk.ask("pasteboard.get")
    #expect(desk.performed == [.pasteboard])
    let none = try ExtensionDesk()
    #expect(!none.process.hasFullAccess)
  }

  @Test("CIV-15 a revoked right of the kernel ends the process before its next key")
  func revoked() throws {
    let desk = try ExtensionDesk(requests: [.network], grants: [.network])
    desk.greet()
    desk.process.apply(ExtensionChoice(hash: "0"))
    #expect(desk.process.state == .stopped)
    desk.type("a")
    #expect(desk.starts == 2)
    #expect(desk.answer("hello", #"{"protocol":1}"#)?["hasFullAccess"] == false)
  }

  @Test("CIV-13 a disabled extension gets no keys")
  func disabled() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.process.apply(ExtensionChoice())
    desk.type("a")
    #expect(desk.text == "a")
    #expect(desk.starts == 1)
    #expect(desk.process.state == .stopped)
  }

  @Test("F111 the extension sets the language of its mode")
  func language() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.answerKey("")
    _ = desk.takeUpdates()
    #expect(desk.ask("language.set", #"{"language":"fr"}"#).isEmpty)
    let modes = desk.takeUpdates().compactMap { update in
      if case .modeDidChange(let mode) = update { mode } else { nil }
    }
    #expect(modes.map(\.primaryLanguage.description) == ["fr"])
    #expect(modes.map(\.id) == ["esperanto.x"])
    desk.type("b")
    #expect(desk.answerKey(#"{"insert":"é"}"#)?["document", "language"] == "fr")
    #expect(desk.ask("language.set", #"{"language":"!"}"#)["code"] == "invalid")
  }

  @Test("F109 the extension opens the list of modes, in which a key chooses")
  func modeList() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.answerKey("")
    #expect(desk.ask("mode.list").isEmpty)
    #expect(desk.typist.candidates?.kind == .modes)
    #expect(desk.typist.candidates?.items.map(\.text) == ["X-system", "English (US)"])
    desk.press("2", text: "2")
    #expect(desk.typist.modes.current.id == "en-US")
    #expect(desk.text == "")
  }

  @Test("13.2 an extension that is not in use changes nothing")
  func background() throws {
    let desk = try ExtensionDesk(grants: [.pasteboard])
    desk.greet()
    desk.typist.modes.perform(.choose("en-US"))
    for method in ["mode.advance", "mode.list", "keyboard.dismiss", "pasteboard.get"] {
      #expect(desk.ask(method)["code"] == "unavailable")
    }
    #expect(desk.performed.isEmpty)
  }

  @Test("F112 CIV-14 without any access it types, and what it may not is refused with a code")
  func codes() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.answerKey("")
    for method in ["contacts.get", "location.get", "microphone.open"] {
      #expect(desk.ask(method)["code"] == "unsupported")
    }
    #expect(desk.ask("files.get")["code"] == "unknown-method")
    #expect(desk.ask("notice")["code"] == "invalid")
    #expect(desk.ask("notice", #"{"text":"a\u0007"}"#)["code"] == "invalid")
    #expect(desk.ask("lexicon.get")["code"] == "refused")
    #expect(desk.ask("notice", #"{"text":"hello"}"#).isEmpty)
    #expect(desk.ask("notice", #"{"text":"hello"}"#)["code"] == "too-often")
    desk.pass(milliseconds: 60_001)
    #expect(desk.ask("notice", #"{"text":"hello"}"#).isEmpty)
  }
}
