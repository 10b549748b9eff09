// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import TextInput

/// A field with a bar whose items record their activation.
private final class BarForm {
  let form = AreaForm()
  let bar: AccessoryBar
  var log: [String] = []

  init(_ titles: [String]) {
    bar = AccessoryBar(name: "bar")
    bar.items = titles.map { title in
      AccessoryItem(title: title) { [unowned self] _ in log.append(title) }
    }
    form.first.inputAccessoryView = bar
    form.first.becomeFirstResponder()
    _ = form.engine.takeUpdates()
  }
}

@Suite struct AccessoryBarTests {
  @Test("CIV-9 F6 enters, ← → move, ⏎ and ␠ activate, ⎋ returns; the text stays first responder")
  func keys() {
    let bars = BarForm(["one", "two", "three"])
    let form = bars.form
    #expect(form.press("F6") == .movedFocus)
    #expect(bars.bar.highlightedItem?.title == "one")
    #expect(form.first.isFirstResponder)
    #expect(form.press("→") == .overlay)
    #expect(form.press("⏎") == .overlay)
    form.press("→ → space ← ←")
    #expect(bars.log == ["two", "three"])
    #expect(bars.bar.highlightedItem?.title == "one")
    #expect(form.press("⎋") == .overlay)
    #expect(bars.bar.highlightedItem == nil)
    #expect(form.names() == [], "neither focus nor text has changed")
    form.type("a b")
    form.press("←")
    #expect(Typist.draw(form.first) == "a ‸b")
    form.press("F6 F6")
    #expect(form.press("→") != .overlay)
  }

  @Test("CIV-8 CIV-9 while the bar is entered, other keys type and leave it entered")
  func typing() {
    let bars = BarForm(["one"])
    bars.form.press("F6")
    bars.form.type("x1")
    bars.form.press("⌫ ⌘A ⇧←")
    #expect(Typist.draw(bars.form.first) == "‸x")
    #expect(bars.bar.highlightedItem != nil)
  }

  @Test("CIV-9 a disabled item is skipped and not activated")
  func disabled() {
    let bars = BarForm(["one", "two", "three"])
    bars.bar.items[0].isEnabled = false
    bars.form.press("F6")
    #expect(bars.bar.highlightedItem?.title == "two")
    bars.form.press("→ ← ⏎")
    #expect(bars.log == ["two"])
    for item in bars.bar.items { item.isEnabled = false }
    bars.bar.items[0].activate()
    bars.form.press("⎋")
    #expect(bars.form.press("F6") == .unhandled, "no item can be activated")
    #expect(bars.log == ["two"])
  }

  @Test("CIV-9 a held key activates once, and does not type after the bar is left")
  func held() {
    let bars = BarForm(["one"])
    let form = bars.form
    form.press("F6")
    let space = Typist.keystroke("space")
    form.engine.handle(space)
    #expect(form.engine.handle(space.phase(.repeat)) == .overlay)
    #expect(bars.log == ["one"])
    form.engine.handle(space.phase(.release))
    bars.bar.items = [AccessoryItem(title: "leave") { _ in bars.bar.items = [] }]
    form.engine.handle(space)
    #expect(form.engine.stages.overlay.current == nil, "no item is left to activate")
    #expect(form.engine.handle(space.phase(.repeat)) == .ignored)
    form.engine.handle(space.phase(.release))
    #expect(form.first.text == "" && form.engine.isIdle)
    form.press("space")
    #expect(form.first.text == " ")
  }

  @Test("CIV-9 the bar is left when the focus moves or the bar is removed")
  func focusMoves() {
    let bars = BarForm(["one"])
    let form = bars.form
    form.press("F6")
    form.second.becomeFirstResponder()
    #expect(form.engine.stages.overlay.current == nil && bars.bar.highlightedItem == nil)
    form.first.becomeFirstResponder()
    form.press("F6")
    form.first.inputAccessoryView = nil
    form.first.reloadInputViews()
    #expect(form.engine.stages.overlay.current == nil)
    form.first.inputAccessoryView = bars.bar
    form.first.reloadInputViews()
    form.press("F6")
    form.engine.setActive(false)
    #expect(form.engine.stages.overlay.current == nil)
  }

  @Test("CIV-9 a list that opens leaves the bar and removes its highlight")
  func listOpens() {
    let bars = BarForm(["one"])
    let form = bars.form
    form.press("F6")
    #expect(bars.bar.highlightedItem != nil)
    form.engine.open(CandidateList(.modes, items: [Candidate("a")], highlighted: 0)) { _ in }
    #expect(form.engine.stages.overlay.current is ListOverlay && bars.bar.highlightedItem == nil)
    form.press("⏎")
    #expect(bars.log == [] && form.engine.stages.overlay.current == nil)
  }

  @Test("CIV-9 F6 cycles through the bars of accessory and input view and the text")
  func severalBars() {
    let bars = BarForm(["one"])
    let view = VocabularyInputView(words: ["Food"])
    bars.form.first.inputView = view
    bars.form.first.reloadInputViews()
    bars.form.press("F6 F6")
    #expect(bars.bar.highlightedItem == nil && view.highlightedItem?.title == "1 Food")
    bars.form.press("F6")
    #expect(bars.form.engine.stages.overlay.current == nil && view.highlightedItem == nil)
    view.isHidden = true
    bars.form.press("F6 F6")
    #expect(bars.form.engine.stages.overlay.current == nil)
  }

  @Test("8.3 an entered bar precedes commands with priority and follows reserved keys")
  func order() throws {
    let bars = BarForm(["one"])
    let form = bars.form
    let application = RecordingResponder("application")
    let engine = TextEngine(application: application)
    let field = TextField()
    engine.window.addSubview(field)
    field.inputAccessoryView = bars.bar
    let command = KeyCommand(id: "right", input: .rightArrow, title: "Right") {
      $0.wantsPriority = true
    }
    field.addKeyCommand(command) { _ in application.log.append("right") }
    field.becomeFirstResponder()
    form.first.inputAccessoryView = nil
    _ = engine.takeUpdates()
    engine.handle(Typist.keystroke("F6"))
    #expect(engine.handle(Typist.keystroke("→")) == .overlay)
    try engine.reservedCommands.add(
      KeyCommand(id: "reserved", input: .rightArrow, title: "Reserved"))
    #expect(engine.handle(Typist.keystroke("→")) == .command(id: "reserved"))
    #expect(application.log == ["perform reserved"])
  }

  @Test("CIV-9 F082 an item's key command works from the text: ⌘⏎ sends the message")
  func send() {
    let form = AreaForm()
    let view = TextView(name: "message")
    let chat = ExpandingAccessory(container: view, maximumRows: 4)
    var sent: [String] = []
    let bar = AccessoryBar(name: "bar")
    let item = AccessoryItem(
      title: "Send",
      keyCommand: KeyCommand(
        id: "send", input: .return, modifiers: .command, title: "Send")
    ) { _ in
      sent.append(view.text)
      view.text = ""
    }
    bar.items = [item]
    chat.addSubview(bar)
    let host = HostController(view: View())
    host.accessory = chat
    form.engine.window.rootViewController = host
    host.becomeFirstResponder()
    view.becomeFirstResponder()
    form.type("I'll come")
    _ = form.engine.takeUpdates()
    #expect(form.press("⌘⏎") == .command(id: "send"))
    #expect(sent == ["I'll come"] && view.text == "")
    let facts = form.engine.takeUpdates().map(Typist.fact)
    #expect(facts.first == "command send bar")
    #expect(facts.contains("text (0,9)  program"))
    #expect(view.isFirstResponder)
    item.isEnabled = false
    #expect(form.press("⌘⏎") == .unhandled)
    item.isEnabled = true
    item.keyCommand = nil
    #expect(form.press("⌘⏎") == .unhandled)
    item.keyCommand = KeyCommand(id: "send", input: .return, title: "Send") {
      $0.wantsPriority = true
    }
    form.type("x")
    #expect(form.press("⏎") == .command(id: "send"))
    #expect(sent == ["I'll come", "x"])
  }

  @Test(
    "CIV-10 F147 an item that appends text edits as the program, without consulting the delegate")
  func appending() {
    let form = AreaForm()
    let delegate = Refusing()
    form.first.delegate = delegate
    form.first.text = "hi"
    form.first.select(Selection(caret: 0))
    form.first.inputAccessoryView = AccessoryBar(items: [.appending(":)"), .appending(":(")])
    form.first.becomeFirstResponder()
    _ = form.engine.takeUpdates()
    form.press("F6 ⏎")
    #expect(Typist.draw(form.first) == "hi:)‸")
    let updates = form.engine.takeUpdates()
    #expect(updates.map(Typist.fact).contains { $0.hasSuffix("program") })
    #expect(!updates.contains { $0.name == "field.editingChanged" })
    #expect(delegate.questions == [])
    form.press("→ ⏎")
    #expect(form.first.text == "hi:):(")
  }

  @Test(
    "CIV-10 F147 an item that inserts text does so at the caret, and consults the delegate (4.3)")
  func inserting() {
    let form = AreaForm()
    let delegate = Refusing()
    form.first.delegate = delegate
    form.first.text = "hi"
    form.first.select(Selection(caret: 1))
    form.first.inputAccessoryView = AccessoryBar(items: [.inserting(":)")])
    form.first.becomeFirstResponder()
    form.press("F6 ⏎")
    #expect(Typist.draw(form.first) == "h‸i", "FLD-10 refused")
    delegate.refuses = false
    _ = form.engine.takeUpdates()
    form.press("⏎")
    #expect(Typist.draw(form.first) == "h:)‸i")
    #expect(delegate.questions == ["(1,0) :)", "(1,0) :)"])
    #expect(
      form.engine.takeUpdates().map(Typist.fact) == [
        "selection 3", "field.editingChanged", "text (1,0) :) user",
      ])
  }

  @Test("CIV-10 IME-5d an item that inserts text keeps the composition")
  func insertingIntoComposition() {
    let bars = BarForm([])
    let form = bars.form
    bars.bar.items = [.inserting(":)")]
    form.press("F6")
    var abandoned = 0
    form.engine.compositionAbandoned = { abandoned += 1 }
    form.hit(Typist.composing(.pending(preview: "´")))
    bars.bar.items[0].activate()
    #expect(Typist.draw(form.first) == "´:)‸")
    #expect(abandoned == 1)
  }

  @Test("CIV-10 an item of a bar that is not shown inserts nothing")
  func detached() {
    AccessoryItem.inserting("x").activate()
    let form = AreaForm()
    let bar = AccessoryBar(items: [.inserting("x"), .appending("y")])
    form.first.inputAccessoryView = bar
    form.first.becomeFirstResponder()
    form.engine.endTurn()
    form.second.becomeFirstResponder()
    form.engine.endTurn()
    for item in bar.items { item.activate() }
    #expect(form.first.text + form.second.text == "")
  }
}

private final class Refusing: TextFieldDelegate {
  var refuses = true
  var questions: [String] = []
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool {
    questions.append("(\(range.start),\(range.length)) \(replacementString)")
    return !refuses
  }
}
