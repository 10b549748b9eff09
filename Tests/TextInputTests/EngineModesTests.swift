// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput
@testable import Editing

/// Modes in the engine: preferences on focus, and switching by keys (reference 11).
@Suite struct EngineModesTests {
  /// A text view with preferences for a mode.
  private final class Note: TextContainer {
    var language: String?
    var context: String?
    init(_ name: String, language: String? = nil, context: String? = nil) {
      self.language = language
      self.context = context
      super.init(name: name, frame: .zero, traits: TextInputTraits())
    }
    override var preferredInputModeLanguage: String? { language }
    override var textInputContextIdentifier: String? { context }
  }

  /// An input method that shows every letter as marked text.
  private final class Marking: InputMethod {
    var changes = 0
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      keystroke.text == "k" ? .handled(.mark("か")) : .noOpinion
    }
    func contextDidChange(_ context: InputMethodContext) { changes += 1 }
  }

  private static let three = "en-US sv-SE ja-JP+kana"

  // MARK: Keys

  @Test(
    "MOD-8a, MOD-8b MOD-7a ⌃⌥␠ and ⌃␠ select the next and the previous mode, each reported once")
  func keys() {
    let desk = Desk(modes: Self.three)
    desk.add(TextView(name: "view"))
    #expect(desk.press("⌃⌥␠") == .mode)
    #expect(desk.facts() == ["mode sv-SE"])
    desk.press("⌃⌥␠ ⌃⌥␠")
    #expect(desk.facts() == ["mode ja-JP+kana", "mode en-US"])
    desk.press("⌃␠")
    #expect(desk.facts() == ["mode ja-JP+kana"])
    desk.press("⌃␠")
    #expect(desk.facts() == ["mode en-US"])
    #expect(desk.engine.isIdle)
  }

  @Test("MOD-7d with a single mode a switch reports nothing and types nothing")
  func only() {
    let desk = Desk()
    let view = desk.add(TextView(name: "view"))
    #expect(desk.press("globe") == .mode)
    #expect(desk.facts() == [])
    #expect(view.text == "")
  }

  @Test("MOD-8g with a single mode ⌃␠ and ⌃⌥␠ are ordinary keys, and Globe is not")
  func ordinary() {
    let application = RecordingResponder("application")
    application.offersPresses = true
    application.takesPresses = true
    let desk = Desk(application: application)
    desk.add(TextView(name: "view"))
    desk.press("⌃␠ ⌃⌥␠ globe")
    #expect(application.log == ["began  ", "ended", "began  ", "ended"])
  }

  @Test("MOD-8a a held ⌃␠ switches once, and its space does not repeat after ⌃ is released")
  func repeats() {
    let desk = Desk(modes: Self.three)
    let view = desk.add(TextView(name: "view"))
    desk.down("⌃␠")
    desk.repeats("⌃␠")
    desk.send(Typist.typing(" "), .repeat)
    #expect(desk.facts() == ["mode sv-SE"])
    #expect(view.text == "")
    desk.up("⌃␠")
    #expect(desk.engine.isIdle)
  }

  @Test("MOD-8c Globe switches when it is released", arguments: ["globe", "fn"])
  func globe(_ key: String) {
    let desk = Desk(modes: Self.three)
    desk.add(TextView(name: "view"))
    #expect(desk.down(key) == .mode)
    #expect(desk.facts() == [])
    #expect(desk.up(key) == .released)
    #expect(desk.facts() == ["mode sv-SE"])
    #expect(desk.engine.isIdle)
  }

  @Test("MOD-8d holding Globe shows the list, and ⏎ or a digit chooses")
  func globeHeld() {
    let desk = Desk(modes: Self.three)
    let view = desk.add(TextView(name: "view"))
    desk.down("globe")
    desk.wait(499)
    #expect(desk.engine.candidates == nil)
    desk.wait(1)
    #expect(desk.facts() == ["candidates [English (US)] Svenska 日本語（かな）"])
    #expect(desk.engine.candidates?.kind == .modes)
    desk.up("globe")
    #expect(desk.facts() == [])
    #expect(desk.press("→ ⏎") == .overlay)
    #expect(
      desk.facts() == [
        "candidates English (US) [Svenska] 日本語（かな）", "candidates none", "mode sv-SE",
      ])
    desk.down("globe")
    desk.wait(600)
    desk.up("globe")
    desk.press("3")
    #expect(desk.mode == "ja-JP+kana")
    #expect(view.text == "")
    #expect(desk.engine.stages.overlay.current == nil)
  }

  @Test("MOD-8d leaving the list does not switch, and the key that leaves it types")
  func listLeft() {
    let desk = Desk(modes: Self.three)
    let view = desk.add(TextView(name: "view"))
    desk.down("globe")
    desk.wait(600)
    desk.up("globe")
    desk.press("⎋")
    desk.down("globe")
    desk.wait(600)
    desk.up("globe")
    desk.type("x")
    #expect(view.text == "x")
    #expect(desk.mode == "en-US")
    #expect(desk.engine.candidates == nil)
  }

  @Test("MOD-8e a tap on Caps Lock switches to a mode with another script, if the setting is on")
  func capsLock() {
    let desk = Desk(modes: "en-US sv-SE ru-RU")
    var released = 0
    desk.engine.capsLockSwitchedMode = { released += 1 }
    desk.add(TextView(name: "view"))
    desk.press("caps")
    #expect(desk.facts() == [])
    desk.engine.settings.capsLockSwitchesMode = true
    desk.press("caps")
    #expect(desk.facts() == ["mode ru-RU"])
    desk.press("caps")
    #expect(desk.facts() == ["mode en-US"])
    #expect(released == 2)
    desk.down("caps")
    desk.wait(600)
    desk.up("caps")
    #expect(desk.mode == "en-US" && released == 2)
  }

  @Test("MOD-8e a tap on Shift switches to a mode with another script, and keeps the caps locked")
  func shift() {
    let desk = Desk(modes: "en-US sv-SE ru-RU")
    var released = 0
    desk.engine.capsLockSwitchedMode = { released += 1 }
    let view = desk.add(TextView(name: "view"))
    desk.press("shift")
    #expect(desk.facts() == [])
    desk.engine.settings.shiftSwitchesMode = true
    desk.press("shift")
    #expect(desk.facts() == ["mode ru-RU"])
    desk.press("shift")
    #expect(desk.facts() == ["mode en-US"])
    desk.press("⇧a")
    #expect(desk.mode == "en-US" && view.text == "A")
    desk.down("shift")
    desk.wait(300)
    desk.up("shift")
    #expect(desk.mode == "en-US" && released == 0)
  }

  @Test("D18 ⌘← and ⌘→ move the caret and switch nothing")
  func arrows() {
    let desk = Desk(modes: Self.three)
    let view = desk.add(TextView(name: "view"))
    desk.type("ab")
    desk.press("⌘←")
    #expect(view.selection == Selection(caret: 0))
    #expect(desk.mode == "en-US")
  }

  @Test("CMD-13a, CMD-13d the keys that switch modes cannot be claimed by commands or raw presses")
  func reserved() throws {
    let application = RecordingResponder("application")
    application.offersPresses = true
    application.takesPresses = true
    let desk = Desk(modes: Self.three, application: application)
    desk.add(TextView(name: "view"))
    let command = KeyCommand(id: "mine", input: " ", modifiers: .control, title: "Mine") {
      $0.wantsPriority = true
    }
    try desk.engine.reservedCommands.add(command)
    application.commands = CommandRegistry([command])
    #expect(desk.press("⌃␠") == .mode)
    #expect(desk.press("globe") == .mode)
    #expect(application.log == [])
  }

  @Test("MOD-8c a Globe key held when the focus is lost does not switch")
  func away() {
    let desk = Desk(modes: Self.three)
    let view = desk.add(TextView(name: "view"))
    desk.down("globe")
    view.resignFirstResponder()
    desk.wait(1000)
    desk.up("globe")
    #expect(desk.mode == "en-US")
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.isIdle)
    desk.engine.setActive(false)
    desk.press("⌃␠ globe")
    #expect(desk.mode == "en-US")
  }

  // MARK: Composition

  @Test("MOD-9 a switch during a composition commits it first")
  func commits() {
    let desk = Desk(modes: "ja-JP+kana en-US")
    let method = Marking()
    desk.engine.registerInputMethod(method, named: "kana")
    let view = desk.add(TextView(name: "view"))
    desk.type("k")
    #expect(Typist.draw(view) == "{か‸}")
    _ = desk.facts()
    method.changes = 0
    desk.press("⌃␠")
    #expect(desk.facts() == ["marked none", "text (0,0) か user", "mode en-US"])
    #expect(view.text == "か")
    #expect(method.changes > 0)
  }

  @Test("MOD-9 MOD-13 a dead key is shown as marked text, and a switch keeps the shown text")
  func deadKey() {
    let desk = Desk(modes: Self.three)
    let view = desk.add(TextView(name: "view"))
    var abandoned = 0
    desk.engine.compositionAbandoned = { abandoned += 1 }
    desk.send(Typist.composing(.pending(preview: "´")), .press)
    #expect(Typist.draw(view) == "{´‸}")
    desk.press("⌃⌥␠")
    #expect(Typist.draw(view) == "´‸")
    #expect(abandoned == 1)
  }

  @Test("F069 NTF-9 the Japanese mode adds the candidate row, and another mode removes it")
  func candidateRow() {
    let desk = Desk(modes: "en-US ja-JP+kana")
    desk.engine.registerInputMethod(Marking(), named: "kana")
    desk.add(TextView(name: "view"))
    desk.press("⌃␠")
    #expect(
      desk.engine.takeUpdates().compactMap(\.keyboardFact)
        == frameChange("(0,23,80,1)→(0,22,80,2)"))
    desk.press("⌃␠")
    #expect(
      desk.engine.takeUpdates().compactMap(\.keyboardFact)
        == frameChange("(0,22,80,2)→(0,23,80,1)"))
  }

  @Test("F017 if no mode has its input method, American English is typed without a method")
  func missingMethod() {
    let desk = Desk(modes: "ja-JP+kana", registersMethods: false)
    #expect(desk.mode == "en-US")
    let view = desk.add(TextView(name: "view"))
    desk.type("k")
    #expect(view.text == "k")
    #expect(desk.engine.inputMethodOfMode == nil)
  }

  @Test(
    "IME-11a, IME-11b a secure or ASCII field replaces the method's mode until it is left"
  )
  func asciiFields() {
    let desk = Desk(modes: "ja-JP+kana en-US")
    desk.engine.registerInputMethod(Marking(), named: "kana")
    let view = desk.add(TextView(name: "view"))
    let secure = desk.field { $0.isSecureTextEntry = true }
    #expect(desk.mode == "en-US")
    desk.type("k")
    #expect(secure.text == "k")
    view.becomeFirstResponder()
    #expect(desk.facts("mode.didChange") == ["mode ja-JP+kana"])
    desk.field { $0.keyboardType = .asciiCapable }
    #expect(desk.mode == "en-US")
    view.becomeFirstResponder()
    desk.type("k")
    #expect(view.markedRange != nil)
  }

  @Test(
    "CIV-16b, CIV-16c, CIV-16d an extension is not consulted in a phone field, but after it",
    arguments: [KeyboardType.phonePad, .namePhonePad])
  func thirdParty(_ type: KeyboardType) {
    for isThirdParty in [true, false] {
      let desk = Desk(modes: "ja-JP+kana")
      desk.engine.registerInputMethod(Marking(), named: "kana", isThirdParty: isThirdParty)
      let view = desk.add(TextView(name: "view"))
      let field = desk.field { $0.keyboardType = type }
      desk.type("k")
      #expect(field.text == (isThirdParty ? "k" : "か"))
      #expect((field.markedRange == nil) == isThirdParty)
      view.becomeFirstResponder()
      desk.type("k")
      #expect(Typist.draw(view) == "{か‸}")
    }
  }

  @Test("CIV-16a, CIV-16d an extension is not consulted in a secure field, but after it")
  func thirdPartySecure() {
    let desk = Desk(modes: "ja-JP+kana en-US")
    desk.engine.registerInputMethod(Marking(), named: "kana", isThirdParty: true)
    let view = desk.add(TextView(name: "view"))
    let secure = desk.field { $0.isSecureTextEntry = true }
    desk.type("k")
    #expect(secure.text == "k" && secure.markedRange == nil)
    view.becomeFirstResponder()
    desk.type("k")
    #expect(Typist.draw(view) == "{か‸}")
  }

  @Test("CIV-16a a secure field can be typed in if the only mode is an extension's")
  func thirdPartyOnly() {
    let desk = Desk(modes: "ja-JP+kana")
    desk.engine.registerInputMethod(Marking(), named: "kana", isThirdParty: true)
    let secure = desk.field { $0.isSecureTextEntry = true }
    desk.type("k")
    #expect(secure.text == "k" && secure.markedRange == nil)
  }

  // MARK: Focus

  @Test("RSP-12 the mode is set before the traits are reported")
  func order() {
    let desk = Desk(modes: Self.three)
    desk.engine.window.addSubview(Note("note", language: "sv"))
    desk.engine.window.focusOrder[0].becomeFirstResponder()
    #expect(desk.facts() == ["focus.didBegin", "mode sv-SE", "traits.didChange"])
  }

  @Test(
    "MOD-3a, MOD-3b, MOD-3c a preference applies on each focus, and the user may override it"
  )
  func preference() {
    let desk = Desk(modes: Self.three)
    let note = desk.add(Note("note", language: "sv"))
    let other = TextView(name: "other")
    desk.engine.window.addSubview(other)
    #expect(desk.mode == "sv-SE")
    desk.press("⌃␠")
    #expect(desk.mode == "en-US")
    // Deactivating the engine does not leave the field, and neither do other traits.
    desk.engine.setActive(false)
    desk.engine.setActive(true)
    note.traits.returnKeyType = .go
    #expect(desk.mode == "en-US")
    other.becomeFirstResponder()
    note.becomeFirstResponder()
    #expect(desk.mode == "sv-SE")
    desk.add(Note("klingon", language: "tlh"))
    #expect(desk.mode == "sv-SE")
  }

  @Test("F083 MOD-4b, MOD-4c, MOD-4d each conversation keeps the mode that was chosen in it")
  func contexts() {
    let desk = Desk(modes: Self.three)
    let ann = desk.add(Note("Ann", context: "Ann"))
    desk.press("⌃⌥␠")
    let bob = desk.add(Note("Bob", context: "Bob"))
    desk.press("⌃␠")
    #expect(desk.facts("mode.didChange") == ["mode en-US"])
    ann.becomeFirstResponder()
    #expect(desk.facts("mode.didChange") == ["mode sv-SE"])
    bob.becomeFirstResponder()
    #expect(desk.facts("mode.didChange") == ["mode en-US"])
    #expect(desk.engine.memory.modeIdentifier(inContext: "Ann") == "sv-SE")
    desk.engine.modes.clearContext("Ann")
    ann.becomeFirstResponder()
    #expect(desk.mode == "en-US")
  }

  @Test("F084 MOD-4a the context of a field without one is found up its chain")
  func chain() {
    final class Screen: ViewController {
      override var textInputContextIdentifier: String? { "screen" }
    }
    let memory = VolatileMemory()
    memory.setModeIdentifier("sv-SE", inContext: "screen")
    let desk = Desk(modes: Self.three, memory: memory)
    let screen = Screen(name: "screen", view: View())
    let note = Note("note", context: "")
    screen.view.addSubview(note)
    desk.engine.window.rootViewController = screen
    note.becomeFirstResponder()
    #expect(desk.mode == "sv-SE")
  }

  @Test("MOD-5 a preferred mode precedes a remembered one")
  func preferredFirst() {
    let memory = VolatileMemory()
    memory.setModeIdentifier("ja-JP+kana", inContext: "note")
    let desk = Desk(modes: Self.three, memory: memory)
    desk.add(Note("note", language: "sv", context: "note"))
    #expect(desk.mode == "sv-SE")
  }

  @Test("MOD-6 without a context the mode last used anywhere applies, even from another run")
  func lastUsed() {
    let memory = VolatileMemory()
    let desk = Desk(modes: Self.three, memory: memory)
    desk.add(TextView(name: "view"))
    desk.press("⌃⌥␠")
    desk.add(TextView(name: "other"))
    #expect(desk.mode == "sv-SE")
    #expect(Desk(modes: Self.three, memory: memory).mode == "sv-SE")
  }

  @Test("MOD-4b a choice in a secure field is not stored for its context")
  func secureContext() {
    let desk = Desk(modes: Self.three)
    let note = desk.add(Note("note", context: "bank"))
    note.traits.isSecureTextEntry = true
    desk.press("⌃␠")
    #expect(desk.mode == "sv-SE")
    #expect(desk.engine.memory.modeIdentifier(inContext: "bank") == nil)
  }

  @Test("TRT-2b changing the traits of a focused text selects the ASCII mode, and is reported once")
  func traitsChange() {
    let desk = Desk(modes: "ru-RU en-US")
    let view = desk.add(TextView(name: "view"))
    view.traits.keyboardType = .asciiCapable
    #expect(desk.facts() == ["mode en-US", "traits.didChange"])
    view.traits.keyboardType = .asciiCapable
    #expect(desk.facts() == [])
    view.traits.keyboardType = .default
    #expect(desk.facts() == ["mode ru-RU", "traits.didChange"])
  }

  // MARK: The user's modes

  @Test("F017 MOD-1b an added Swedish mode is the last in the ⌃⌥␠ cycle")
  func enabling() throws {
    let desk = Desk(modes: "en-US fr-FR")
    desk.add(TextView(name: "view"))
    var list = desk.engine.modes.list
    list.enable(try #require(TextInputMode.builtin.first { $0.id == "sv-SE" }))
    desk.engine.modes.setList(list)
    desk.press("⌃⌥␠ ⌃⌥␠ ⌃⌥␠")
    #expect(desk.facts() == ["mode fr-FR", "mode sv-SE", "mode en-US"])
  }

  @Test("F085 MOD-10a the reported mode is sv-SE, with its own layout")
  func wholeMode() throws {
    let desk = Desk(modes: "en-US sv-SE")
    desk.add(TextView(name: "view"))
    var list = desk.engine.modes.list
    list.setLayout(KeyboardLayout("us", variant: "intl"), of: "sv-SE")
    desk.engine.modes.setList(list)
    desk.press("⌃␠")
    guard case .modeDidChange(let mode) = desk.engine.takeUpdates().first else {
      Issue.record("no mode.didChange")
      return
    }
    #expect(mode.primaryLanguage.description == "sv-SE")
    #expect(mode.displayName == "Svenska")
    #expect(mode.layout == KeyboardLayout("us", variant: "intl"))
    desk.type("q")
    #expect(desk.engine.textContainer?.text == "q")
  }

  @Test("MOD-7a, MOD-7d a switch made through the API is reported too")
  func direct() {
    let desk = Desk(modes: Self.three)
    desk.engine.modes.perform(.choose("sv-SE"))
    #expect(desk.facts() == ["mode sv-SE"])
    desk.engine.modes.perform(.choose("sv-SE"))
    #expect(desk.facts() == [])
  }

  @Test(
    "F035 MOD-2 a program can prefer only a mode that the user has, until the user chooses one"
  )
  func wishes() {
    let desk = Desk(modes: Self.three)
    let note = desk.add(Note("note", language: "de"))
    #expect(desk.mode == "en-US")
    note.language = "sv"
    note.traits.returnKeyType = .go
    #expect(desk.mode == "sv-SE")
    desk.press("⌃␠")
    note.language = "ja"
    note.traits.returnKeyType = .send
    #expect(desk.mode == "en-US")
  }
}
