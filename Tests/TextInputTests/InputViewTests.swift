// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

@Suite struct InputViewTests {
  @Test(
    "CIV-1 F153 an input view replaces candidates and status, as a view or a controller's view",
    arguments: [true, false])
  func replaces(_ isController: Bool) {
    let form = AreaForm()
    form.engine.keyboardArea.showsCandidates = true
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,22,80,2)"))
    let controller = ViewController(view: rows(5))
    if isController {
      form.first.inputViewController = controller
    } else {
      form.first.inputView = rows(5)
    }
    form.first.reloadInputViews()
    #expect(form.keyboard() == frameChange("(0,22,80,2)→(0,19,80,5)"))
    #expect(form.engine.keyboardArea.inputView != nil)
    #expect(form.engine.keyboardArea.frame(of: .inputView).drawn == "(0,19,80,5)")
    #expect(form.engine.keyboardArea.frame(of: .status).height == 0)
    #expect(form.engine.keyboardArea.frame(of: .candidates).height == 0)
  }

  @Test(
    "CIV-2 CIV-3 a responder of the chain may supply an input view too", arguments: [true, false])
  func chain(_ isController: Bool) {
    let form = AreaForm()
    let host = HostController(view: View())
    if isController {
      host.inputController = ViewController(view: rows(4))
    } else {
      host.input = rows(4)
    }
    form.engine.window.rootViewController = host
    host.view.addSubview(form.first)
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,20,80,4)"))
    form.second.becomeFirstResponder()
    #expect(form.keyboard() == frameChange("(0,20,80,4)→(0,23,80,1)"))
  }

  @Test("CIV-8 a custom input view does not intercept physical keys")
  func physicalKeys() {
    let form = AreaForm()
    form.first.inputView = rows(4)
    form.first.becomeFirstResponder()
    form.type("a1")
    form.press("⌫ ←")
    #expect(Typist.draw(form.first) == "‸a")
  }

  @Test("CIV-12 F101 a number inserts its word while the input view is entered")
  func vocabulary() {
    let form = AreaForm()
    let view = VocabularyInputView(rows: 3, words: ["Food", "Outside", "Stop!"])
    form.first.inputView = view
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,21,80,3)"))
    #expect(view.items.map(\.title) == ["1 Food", "2 Outside", "3 Stop!"])
    form.press("F6")
    #expect(form.press("2") == .overlay)
    #expect(Typist.draw(form.first) == "Outside‸")
    form.press("→ → ⏎")
    #expect(form.first.text == "OutsideStop!")
    view.words = ["Yes"]
    form.press("1")
    #expect(form.first.text == "OutsideStop!Yes")
  }

  @Test("CIV-8 CIV-12 F102 the view offers only its words, and physical typing still works")
  func limited() {
    let form = AreaForm()
    let view = VocabularyInputView(words: ["Food", "Outside", "Stop!"])
    form.first.inputView = view
    form.first.becomeFirstResponder()
    form.type("2")
    #expect(form.first.text == "2", "the text receives the keys until F6")
    form.press("F6")
    form.type("x4")
    form.press("⇧1")
    #expect(form.first.text == "2x41", "keys without a word type")
  }

  @Test(
    "CIV-12 more than nine words: the first nine have numbers, and a held number inserts once")
  func manyWords() {
    let form = AreaForm()
    let words = (1...11).map { "w\($0)" }
    let view = VocabularyInputView(words: words)
    #expect(view.items.map(\.title)[8...] == ["9 w9", "w10", "w11"])
    form.first.inputView = view
    form.first.becomeFirstResponder()
    form.press("F6")
    let nine = Typist.typing("9")
    form.engine.handle(nine)
    form.engine.handle(nine.phase(.repeat))
    form.engine.handle(nine.phase(.release))
    #expect(form.first.text == "w9")
  }

  @Test("CIV-11 F152 at most five words complete the partial word, in the given order")
  func completions() {
    let words = ["held", "hell", "hello", "helm", "help", "helper", "help!"]
    var asked: [String] = []
    let bar = CompletionAccessory { partial in
      asked.append(partial)
      return words.filter { $0.hasPrefix(partial) }
    }
    let form = AreaForm()
    form.first.inputAccessoryView = bar
    form.first.becomeFirstResponder()
    form.type("say hel")
    #expect(bar.results == ["held", "hell", "hello", "helm", "help"])
    #expect(asked == ["s", "sa", "say", "h", "he", "hel"], "called only if the word has changed")
    form.type("lo")
    #expect(bar.results == ["hello"])
    form.type(" ")
    #expect(bar.results == [])
    #expect(form.first.text == "say hello ")
  }

  @Test("CIV-11 F152 choosing a word replaces the partial word, and consults the delegate")
  func choose() {
    let form = AreaForm()
    let bar = CompletionAccessory { _ in ["hello", "help"] }
    form.first.inputAccessoryView = bar
    form.first.becomeFirstResponder()
    form.type("say hel now")
    form.press("⌥← ⌥← → → →")
    #expect(Typist.draw(form.first) == "say hel‸ now")
    _ = form.engine.takeUpdates()
    form.press("F6 → ⏎")
    #expect(Typist.draw(form.first) == "say help‸ now")
    #expect(
      form.engine.takeUpdates().map(Typist.fact) == [
        "selection 8", "field.editingChanged", "text (4,3) help user",
      ])
    form.press("⎋ ⌘Z")
    #expect(form.first.text == "say hel now", "one step for undo")
  }

  @Test("CIV-11 there are no words after a space, with a selection, in marked text or in a secret")
  func noCompletions() {
    let form = AreaForm()
    let bar = CompletionAccessory { _ in ["hello"] }
    form.first.inputAccessoryView = bar
    form.first.becomeFirstResponder()
    form.type("hel")
    #expect(bar.results == ["hello"])
    form.press("⌘A")
    #expect(bar.results == [])
    form.press("→")
    #expect(bar.results == ["hello"])
    form.hit(Typist.composing(.pending(preview: "´")))
    #expect(bar.results == [])
    form.hit(Typist.composing(.completed, text: "o"))
    #expect(bar.results == ["hello"])
    form.first.setMarkedText("w", selectedRange: TextRange(caret: 1))
    _ = form.engine.takeUpdates()
    #expect(bar.results == [])
    form.first.cancelMarkedText()
    _ = form.engine.takeUpdates()
    #expect(bar.results == ["hello"])
    form.first.traits.isSecureTextEntry = true
    form.press("←")
    #expect(bar.results == [], "FLD-2")
  }
}
