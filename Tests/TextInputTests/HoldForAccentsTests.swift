// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import TestSupport
import Testing

@testable import TextInput

/// Holding letters for accents, in the engine (MOD-14, MOD-15, MOD-16).
@Suite struct HoldForAccentsTests {
  /// Called for each change.
  private final class Asked: TextViewDelegate {
    var questions: [String] = []
    var answer = true
    func textView(
      _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
    ) -> Bool {
      questions.append("(\(range.start),\(range.length)) \(text)")
      return answer
    }
  }

  private func desk(_ modes: String = "") -> (Desk, TextView) {
    let desk = Desk(modes: modes)
    return (desk, desk.add(TextView(name: "view")))
  }

  private func hold(_ key: String, on desk: Desk) {
    desk.down(key)
    desk.wait(500)
  }

  @Test(
    "MOD-14a, MOD-14b the letter is typed at once, and half a second later a numbered list opens")
  func opens() {
    let (desk, view) = desk()
    desk.down("n")
    #expect(view.text == "n")
    desk.wait(499)
    #expect(desk.engine.candidates == nil)
    desk.wait(1)
    #expect(desk.engine.candidates?.kind == .accents)
    #expect(desk.facts().last == "candidates [ñ] ń ň ņ")
    #expect(desk.up("n") == .released)
    #expect(desk.engine.candidates != nil)
    #expect(desk.press("2") == .overlay)
    #expect(view.text == "ń")
    #expect(desk.engine.candidates == nil && desk.engine.isIdle)
  }

  @Test("F029 a client chooses a variant as its digit would, and the key goes on")
  func chosenByClient() {
    let (desk, view) = desk()
    hold("n", on: desk)
    #expect(!desk.engine.chooseCandidate(9), "the list has four variants")
    #expect(desk.engine.chooseCandidate(2) && view.text == "ń" && desk.engine.candidates == nil)
    #expect(desk.up("n") == .released && desk.engine.isIdle)
    desk.press("⌘Z")
    #expect(view.text == "n")
  }

  @Test(
    "MOD-14b, MOD-14c, MOD-14d the listed keys choose from the list or leave it",
    arguments: [
      ("1", "ñ"), ("2", "ń"), ("⏎", "ñ"), ("␠", "ñ"), ("→ ⏎", "ń"), ("← ␠", "ņ"),
      ("→ → → → ⏎", "ñ"),
      ("⎋", "n"), ("x", "nx"), ("9", "n9"), ("⌫", ""), ("↓ x", "nx"),
    ])
  func closes(_ keys: String, _ text: String) {
    let (desk, view) = desk()
    hold("n", on: desk)
    desk.up("n")
    for key in keys.split(separator: " ") {
      desk.down(String(key))
      desk.up(String(key))
    }
    #expect(view.text == text)
    #expect(desk.engine.candidates == nil)
    #expect(desk.facts().contains("candidates none"))
    #expect(desk.engine.isIdle)
  }

  @Test("MOD-14e the letter does not repeat, before the list opens and while it is open")
  func noRepeat() {
    let (desk, view) = desk()
    desk.down("n")
    #expect(desk.repeats("n") == .ignored)
    desk.wait(600)
    desk.repeats("n")
    #expect(view.text == "n")
    desk.press("1")
    #expect(desk.repeats("n") == .ignored)
    #expect(view.text == "ñ")
  }

  @Test("MOD-15a, MOD-15b letters without variants repeat, and all letters if the setting is off")
  func repeats() {
    let (desk, view) = desk()
    desk.down("q")
    desk.repeats("q")
    desk.up("q")
    #expect(view.text == "qq")
    desk.engine.settings.holdForAccents = false
    desk.down("n")
    desk.repeats("n")
    desk.wait(600)
    desk.up("n")
    #expect(view.text == "qqnn")
    #expect(desk.engine.candidates == nil)
  }

  @Test("MOD-14a a letter released before the delay opens nothing")
  func released() {
    let (desk, _) = desk()
    desk.down("n")
    desk.wait(400)
    desk.up("n")
    desk.wait(1000)
    #expect(desk.engine.candidates == nil)
    #expect(desk.engine.nextDeadline == nil)
  }

  @Test("MOD-14a a key event after the delay opens the list before it is handled")
  func late() {
    let (desk, view) = desk()
    desk.down("n")
    var release = Typist.typing("n").phase(.release)
    release.event.time = Timestamp(microseconds: 700_000)
    desk.engine.handle(release)
    #expect(desk.list == "[ñ] ń ň ņ")
    #expect(view.text == "n")
  }

  @Test(
    "MOD-16a, MOD-16b choosing consults once about one character, and is one undo step")
  func oneChange() {
    let (desk, view) = desk()
    let delegate = Asked()
    view.delegate = delegate
    desk.type("ma")
    hold("n", on: desk)
    desk.up("n")
    delegate.questions = []
    _ = desk.facts()
    desk.press("1")
    #expect(delegate.questions == ["(2,1) ñ"])
    #expect(desk.facts() == ["text (2,1) ñ user", "candidates none"])
    desk.press("⌘Z")
    #expect(Typist.draw(view) == "man‸")
  }

  @Test("MOD-16a a choice that the delegate refuses leaves the letter, and closes the list")
  func refused() {
    let (desk, view) = desk()
    let delegate = Asked()
    view.delegate = delegate
    hold("n", on: desk)
    delegate.answer = false
    desk.press("1")
    #expect(view.text == "n")
    #expect(desk.engine.candidates == nil)
  }

  @Test("MOD-14a a refused letter opens no list")
  func refusedLetter() {
    let (desk, view) = desk()
    let delegate = Asked()
    delegate.answer = false
    view.delegate = delegate
    hold("n", on: desk)
    #expect(desk.engine.candidates == nil)
    #expect(desk.engine.nextDeadline == nil)
  }

  @Test("MOD-16a a letter that joined a combining mark is not replaced")
  func combining() {
    let (desk, view) = desk()
    view.text = "\u{301}x"
    view.select(Selection(caret: 0))
    hold("n", on: desk)
    desk.press("1")
    // The letter has joined the mark, so the character before the caret is not the letter alone.
    #expect(view.text.utf16.elementsEqual("n\u{301}1x".utf16))
  }

  @Test("MOD-14a a language has its own variants")
  func languages() {
    let (desk, view) = desk("tr-TR en-US")
    hold("i", on: desk)
    let turkish = desk.list
    desk.up("i")
    desk.press("⎋ ⌫ ⌃␠")
    hold("i", on: desk)
    #expect(turkish != desk.list)
    #expect(turkish.hasPrefix("[ı]"))
    #expect(view.text == "i")
  }

  @Test("MOD-14a capitals have capital variants")
  func capitals() {
    let (desk, view) = desk()
    hold("A", on: desk)
    let capitals = AccentVariants.variants(of: "A", in: TextInputMode.english.primaryLanguage)
    #expect(desk.engine.candidates?.items.map(\.text) == capitals)
    #expect(capitals.allSatisfy { $0 == $0.uppercased() } && capitals.count > 3)
    desk.up("A")
    desk.press("1")
    #expect(view.text == capitals.first)
  }

  @Test("MOD-14a holding a letter in a secure field opens no list")
  func secure() {
    let desk = Desk()
    let field = desk.field { $0.isSecureTextEntry = true }
    hold("n", on: desk)
    desk.repeats("n")
    #expect(desk.engine.candidates == nil)
    #expect(field.text == "nn")
    desk.up("n")
    field.traits.isSecureTextEntry = false
    hold("n", on: desk)
    #expect(desk.engine.candidates != nil)
  }

  @Test("FLD-2e the list for a text that once was secret is not reported to others")
  func onceSecure() {
    let desk = Desk()
    let field = desk.field { $0.isSecureTextEntry = true }
    field.traits.isSecureTextEntry = false
    hold("n", on: desk)
    let updates = desk.engine.takeUpdates()
    #expect(updates.contains { $0.name == "candidates.didChange" })
    #expect(
      !updates.compactMap { desk.engine.shared($0) }.contains { $0.name == "candidates.didChange" })
    desk.press("⎋")
    #expect(
      desk.engine.takeUpdates().compactMap { desk.engine.shared($0) }.map(Typist.fact)
        .contains("candidates none"))
  }

  @Test("MOD-14c the list closes if focus, keyboard, caret, text, mode or the setting changes")
  func interrupted() {
    let leaving: [(Desk, TextView) -> Void] = [
      { _, view in view.resignFirstResponder() },
      { desk, _ in desk.send(Desk.keystroke("n"), .cancel) },
      { _, view in view.text = "other" },
      { _, view in view.select(Selection(caret: 0)) },
      { desk, _ in desk.engine.setActive(false) },
      { desk, _ in desk.press("⌃␠") },
      { desk, _ in desk.engine.settings.holdForAccents = false },
      { desk, view in view.removeFromSuperview() },
    ]
    for (index, leave) in leaving.enumerated() {
      let (desk, view) = desk("en-US sv-SE")
      hold("n", on: desk)
      leave(desk, view)
      #expect(desk.engine.candidates == nil, "\(index)")
      #expect(desk.facts().contains("candidates none"), "\(index)")
      desk.up("n")
      #expect(desk.engine.isIdle && desk.engine.stages.overlay.current == nil)
      #expect(desk.engine.nextDeadline == nil)
    }
  }

  @Test("F069 NTF-9 the list adds a row to the keyboard area, and removes it")
  func row() {
    let (desk, _) = desk()
    desk.down("n")
    desk.wait(499)
    _ = desk.engine.takeUpdates()
    desk.wait(1)
    #expect(
      desk.engine.takeUpdates().compactMap(\.keyboardFact)
        == frameChange("(0,23,80,1)→(0,22,80,2)"))
    #expect(desk.engine.keyboardArea.frame(of: .candidates).height == 1)
    desk.press("⎋")
    #expect(
      desk.engine.takeUpdates().compactMap(\.keyboardFact)
        == frameChange("(0,22,80,2)→(0,23,80,1)"))
  }

  @Test("MOD-14a keypad keys and chords open no list")
  func others() {
    let (desk, view) = desk()
    var digit = Typist.typing("0")
    digit.event.code = KeyCode(82)
    desk.send(digit, .press)
    desk.send(digit, .repeat)
    #expect(view.text == "00")
    desk.wait(600)
    #expect(desk.engine.candidates == nil)
  }

  @Test("Losing the focus closes every list and leaves no key down", arguments: 1...4)
  func walk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let desk = Desk(modes: "en-US sv-SE ja-JP+kana")
    let first = desk.add(TextView(name: "view"))
    var traits = TextInputTraits()
    traits.keyboardType = .url
    let second = TextField(name: "field", traits: traits)
    desk.engine.window.addSubview(second)
    let keys = [
      "e", "n", "q", "2", "⏎", "⎋", "→", "↓", "␠", "⌃␠", "⌃⌥␠", "globe", "caps", "⌃.", "⌃⇧␠", "F5",
      "⌥⎋", "⌫", "⌘A", "⌘Z",
    ]
    desk.engine.settings.capsLockSwitchesMode = true
    var opened = 0
    for _ in 0..<3000 {
      var down: [String] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let key = keys.randomElement(using: &random) ?? "e"
        switch Int.random(in: 0..<5, using: &random) {
        case 0: desk.repeats(key)
        case 1: desk.wait(Int64.random(in: 0...600, using: &random))
        case 2: desk.up(key)
        default:
          desk.down(key)
          down.append(key)
        }
        if desk.engine.candidates != nil { opened += 1 }
      }
      let hadFocus = desk.engine.firstResponder != nil
      switch Int.random(in: 0..<4, using: &random) {
      case 0: first.becomeFirstResponder()
      case 1: second.becomeFirstResponder()
      case 2: desk.engine.setActive(false)
      default: desk.engine.window.endEditing(force: true)
      }
      if hadFocus, desk.engine.firstResponder == nil {
        #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
        #expect(desk.engine.caretContext == nil && desk.engine.nextDeadline == nil)
      }
      for key in down { desk.up(key) }
      for key in keys { desk.up(key) }
      #expect(desk.engine.isIdle)
      desk.engine.setActive(true)
      if Bool.random(using: &random) { first.becomeFirstResponder() }
      if first.storage.count > 100 { first.text = "" }
      if second.storage.count > 100 { second.text = "" }
      _ = desk.engine.takeUpdates()
    }
    #expect(opened > 30)
  }
}
