// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import Composing
@testable import Editing
@testable import TextInput

/// Texts that a toolkit owns: what the engine sends, and what it makes of reports.
@Suite struct ExternalTextTests {
  private let desk: Desk
  private let text: ExternalText
  private let toolkit: ModelToolkit

  init() {
    desk = Desk(modes: "en-US ja-JP+romaji")
    text = desk.add(ExternalText(name: "text"))
    toolkit = ModelToolkit(text)
    toolkit.report(.other)
    desk.engine.assistant = CorrectingAssistant()
  }

  private func dead(_ key: String, then letter: String, gives result: String) {
    desk.send(Typist.composing(.pending(preview: key), input: KeyInput(key)), .press)
    desk.send(Typist.composing(.pending(preview: key), input: KeyInput(key)), .release)
    desk.send(Typist.composing(.completed, text: result, input: KeyInput(letter)), .press)
    desk.send(Typist.composing(.completed, text: result, input: KeyInput(letter)), .release)
  }

  @Test("EXT-2 edits, preedits and keys are one stream")
  func stream() {
    desk.type("ab")
    desk.press("←")
    #expect(
      toolkit.lines() == [
        "1 edit 'a'", "2 edit 'b'", "3 key began inputLeftArrow", "4 key ended inputLeftArrow",
      ])
  }

  @Test("EXT-3 a correction and the key that ends the word are one edit")
  func oneEdit() {
    desk.type("teh ")
    #expect(toolkit.lines().last == "4 edit -teh 'the ' r1 plain ' '")
    #expect(toolkit.drawn == "the ‸" && text.text == "the ")
  }

  @Test("EXT-3 an edit that does nothing is not sent")
  func nothing() {
    text.breakUndoCoalescing()
    text.mark("", selected: TextRange(caret: 0))
    _ = desk.engine.takeUpdates()
    #expect(toolkit.lines() == [])
  }

  @Test("EXT-4 a selection is deleted first, and the rest is counted from there")
  func selection() {
    toolkit.change("a«bc‸»d")
    desk.type("x")
    #expect(toolkit.lines() == ["1 edit 'x'"] && toolkit.drawn == "ax‸d")
    toolkit.change("a«bc‸»d")
    dead("´", then: "e", gives: "é")
    #expect(toolkit.lines() == ["2 preedit {´}", "3 edit 'é' plain 'e' c1"])
    #expect(toolkit.drawn == "aé‸d" && text.text == "aéd")
  }

  @Test("EXT-4 a composition that ends without text restores the selection as text")
  func restored() {
    toolkit.change("a«bc‸»d")
    desk.send(Typist.composing(.pending(preview: "´"), input: "´"), .press)
    #expect(toolkit.drawn == "a{´}d")
    desk.send(Typist.composing(.cancelled(swallowed: true), input: .escape), .press)
    #expect(toolkit.drawn == "abc‸d" && text.text == "abcd")
  }

  @Test("EXT-7 plain text names no revision, and no letter is lost while reports are late")
  func late() {
    toolkit.isPrompt = false
    desk.type("hello world")
    #expect(toolkit.lines().allSatisfy { !$0.contains(" r") })
    for _ in 0..<5 { toolkit.handleNext() }
    toolkit.report(.edit)
    desk.type("s")
    toolkit.handleAll()
    toolkit.report(.edit)
    #expect(toolkit.drawn == "hello worlds‸" && text.text == "hello worlds")
  }

  @Test("EXT-8 of a stale edit only the typed characters stay")
  func stale() {
    desk.type("teh")
    toolkit.isPrompt = false
    desk.type(" x")
    // The caret is moved before the edit arrives.
    toolkit.change("‸teh")
    toolkit.handleAll()
    toolkit.report(.edit)
    #expect(toolkit.drawn == " x‸teh" && text.text == " xteh")
    #expect(text.selection == Selection(caret: 2) && toolkit.faults == [])
  }

  @Test("EXT-9 without surroundings nothing is replaced, and dead keys work")
  func unknown() {
    toolkit.reportsText = false
    toolkit.report(.other)
    desk.type("teh ")
    dead("´", then: "e", gives: "é")
    #expect(toolkit.drawn == "teh é‸")
    desk.down("e")
    desk.wait(600)
    #expect(desk.engine.candidates == nil)
  }

  @Test("EXT-10, EXT-11 the toolkit ends a composition at any time, and its text stays once")
  func click() {
    toolkit.change("ab‸cd")
    desk.send(Typist.composing(.pending(preview: "´"), input: "´"), .press)
    #expect(toolkit.drawn == "ab{´}cd")
    toolkit.isPrompt = false
    // The letter is on its way while the toolkit ends the composition.
    desk.send(Typist.composing(.completed, text: "é", input: "e"), .press)
    toolkit.endComposition(inserting: true)
    toolkit.handleAll()
    toolkit.report(.edit)
    #expect(toolkit.drawn == "ab´e‸cd" && text.text == "ab´ecd")
    desk.type("x")
    toolkit.handleAll()
    #expect(toolkit.drawn == "ab´ex‸cd" && toolkit.faults == [])
  }

  @Test("EXT-11 letters after the toolkit has ended the composition are not lost")
  func typedAfter() {
    desk.engine.registerInputMethod(MarkingMethod(), named: "romaji")
    desk.engine.modes.perform(.choose("ja-JP+romaji"))
    desk.type("ka")
    #expect(toolkit.drawn == "{ka}")
    toolkit.isPrompt = false
    desk.type("na")
    toolkit.endComposition(inserting: true)
    toolkit.handleAll()
    toolkit.report(.edit)
    #expect(toolkit.own.text == "kana" && text.text == "kana" && text.markedRange == nil)
    toolkit.isPrompt = true
    desk.type("ka")
    toolkit.isPrompt = false
    desk.type("n ")
    toolkit.endComposition(inserting: true)
    toolkit.handleAll()
    toolkit.report(.edit)
    #expect(toolkit.own.text == "kanakan" && text.text == "kanakan" && toolkit.faults == [])
  }

  @Test("EXT-11 letters are not lost if a conversion follows the end of the composition")
  func convertedAfter() {
    desk.engine.registerInputMethod(MarkingMethod { $0.uppercased() }, named: "romaji")
    desk.engine.modes.perform(.choose("ja-JP+romaji"))
    desk.type("ka")
    toolkit.isPrompt = false
    desk.type("na ")
    #expect(toolkit.lines().last == "5 edit 'KANA' c1")
    toolkit.endComposition(inserting: true)
    toolkit.handleAll()
    toolkit.report(.edit)
    #expect(toolkit.own.text == "kana" && text.text == "kana" && toolkit.faults == [])
  }

  /// A method that marks letters, and commits them at a space.
  private final class MarkingMethod: InputMethod {
    private var typed = ""
    private let convert: (String) -> String

    init(_ convert: @escaping (String) -> String = { $0 }) { self.convert = convert }

    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      guard keystroke.text != " " else {
        defer { typed = "" }
        return .now(InputMethodReply([.commit(convert(typed))], passesKeyOn: false))
      }
      typed += keystroke.text
      return .now(
        InputMethodReply(
          [.mark([MarkedSegment(typed)], selected: TextRange(caret: typed.utf16.count))],
          passesKeyOn: false))
    }

    func contextDidChange(_ context: InputMethodContext) { typed = "" }
  }

  @Test("EXT-11 a dropped composition leaves nothing")
  func dropped() {
    desk.send(Typist.composing(.pending(preview: "´"), input: "´"), .press)
    toolkit.endComposition(inserting: false)
    desk.type("a")
    #expect(toolkit.drawn == "a‸" && text.text == "a" && text.markedRange == nil)
  }

  @Test("EXT-12 at the end of the focus the toolkit inserts the text, and the engine sends nothing")
  func focus() {
    let other = ExternalText(name: "other")
    desk.engine.window.addSubview(other)
    let second = ModelToolkit(other)
    desk.send(Typist.composing(.pending(preview: "´"), input: "´"), .press)
    #expect(toolkit.lines() == ["1 preedit {´}"])
    other.becomeFirstResponder()
    _ = desk.engine.takeUpdates()
    toolkit.focusEnded()
    #expect(toolkit.lines() == [] && second.lines() == [])
    #expect(toolkit.drawn == "´‸")
    desk.type("a")
    #expect(second.drawn == "a‸" && toolkit.drawn == "´‸")
  }

  @Test("EXT-14 a press is text or a key, never both")
  func either() {
    desk.type("a")
    desk.press("⌃A ⌘Z ⏎ ⇥ ⎋ ⌫ ⇧← F5")
    let lines = toolkit.lines()
    #expect(lines.count == 17)
    #expect(lines.count { $0.contains("edit") } == 1)
    #expect(lines.count { $0.contains("began") } == 8 && lines.count { $0.contains("ended") } == 8)
    #expect(toolkit.drawn == "a‸" && toolkit.down.isEmpty)
  }

  @Test("EXT-15 every press ends once, at a release or when the focus moves")
  func ends() {
    desk.down("←")
    desk.repeats("←")
    desk.repeats("←")
    desk.engine.window.endEditing(force: true)
    desk.up("←")
    #expect(
      toolkit.lines() == [
        "1 key began inputLeftArrow", "2 key repeated inputLeftArrow",
        "3 key repeated inputLeftArrow", "4 key cancelled inputLeftArrow",
      ])
  }

  @Test("EXT-16 commands and held ⌘ are the engine's, also in a text of a toolkit")
  func commands() {
    var invoked = 0
    desk.engine.window.addKeyCommand(
      KeyCommand(id: "save", input: "s", modifiers: .command, title: "Save")
    ) { _ in invoked += 1 }
    desk.press("⌘S")
    #expect(invoked == 1 && toolkit.lines() == [])
    desk.down("cmd")
    desk.wait(2000)
    #expect(desk.facts().contains { $0.hasPrefix("hud.shown") })
    desk.up("cmd")
  }

  @Test("EXT-17 Return is a key, and text has a newline only with many lines")
  func newlines() {
    text.insertText("a\nb")
    _ = desk.engine.takeUpdates()
    #expect(toolkit.drawn == "a b‸")
    text.isMultiline = true
    text.insertText("\nc")
    _ = desk.engine.takeUpdates()
    #expect(toolkit.drawn == "a b\nc‸")
    _ = toolkit.lines()
    desk.press("⏎")
    #expect(toolkit.lines() == ["3 key began \r", "4 key ended \r"])
  }

  @Test("EXT-18 a secret has no surroundings, no preedit and no candidates")
  func secret() {
    text.traits.isSecureTextEntry = true
    #expect(throws: SurroundingsError.isSecret) {
      try text.report(Surroundings("a", selection: Selection(caret: 1)), seen: 0)
    }
    dead("´", then: "e", gives: "é")
    desk.down("e")
    desk.wait(600)
    desk.up("e")
    #expect(toolkit.lines() == ["1 edit 'é'", "2 edit 'e'"] && desk.engine.candidates == nil)
  }

  @Test("EXT-19 a text that is not editable receives letters as keys")
  func keysOnly() {
    text.isEditable = false
    desk.type("a")
    desk.press("⇥")
    #expect(
      toolkit.lines() == ["1 key began a", "2 key ended a", "3 key began \t", "4 key ended \t"])
    #expect(toolkit.drawn == "‸")
  }

  @Test("EXT-21 undo is the toolkit's")
  func undo() {
    desk.type("a")
    #expect(!text.canPerform(.undo) && !text.canPerform(.paste) && !text.canPerform(.selectAll))
  }

  @Test("EXT-22 text that the toolkit cuts or refuses is not repeated")
  func cut() {
    toolkit.limit = 5
    toolkit.change("abc‸")
    desk.type("12345")
    #expect(toolkit.drawn == "abc12‸" && text.text == "abc12")
    toolkit.accepts = { text, _ in text == "e" ? "" : text }
    toolkit.limit = 100
    toolkit.change("‸")
    toolkit.isPrompt = false
    desk.type("teh ")
    toolkit.handleAll()
    toolkit.report(.edit)
    #expect(toolkit.drawn == "th ‸" && text.text == "th " && toolkit.faults == [])
  }

  @Test("EXT-7 text that the keyboard type refuses or changes does not make the next edit stale")
  func filtered() {
    text.traits.keyboardType = .phonePad
    text.traits.restrictToKeyboardType = true
    text.traits.mapsPhonePadLetters = true
    desk.type("é")
    desk.type("1a")
    #expect(toolkit.lines() == ["1 edit '1'", "2 edit '2'"])
  }

  @Test("EXT-24 nothing is replaced after a second without a report")
  func silent() {
    toolkit.isPrompt = false
    desk.type("teh")
    desk.wait(1100)
    desk.type(" ")
    #expect(toolkit.lines().last == "4 edit ' '")
  }

  @Test("EXT-24 after 256 messages without a report presses are dropped, and no key stays down")
  func overload() {
    desk.type("a")
    toolkit.isPrompt = false
    desk.down("←")
    for _ in 0..<300 { desk.type("b") }
    desk.press("⏎ ⏎")
    desk.up("←")
    let lines = toolkit.lines()
    #expect(lines.last == "258 key ended inputLeftArrow")
    #expect(toolkit.droppedKeys == 1)
    toolkit.handleAll()
    toolkit.report(.edit)
    desk.type("c")
    toolkit.handleAll()
    #expect(toolkit.own.text.hasSuffix("bc") && toolkit.down.isEmpty)
  }

  @Test(
    "EXT-6 a report that is too long, or outside of its text, changes nothing",
    arguments: [
      (String(repeating: "a", count: 4001), 0, 0), ("ab", 3, 0), ("ab", 0, -1), ("😀", 1, 1),
    ])
  func badReport(_ reported: String, _ anchor: Int, _ head: Int) {
    desk.type("x")
    let before = (text.text, text.revision)
    #expect(throws: SurroundingsError.self) {
      try text.report(
        Surroundings(reported, selection: Selection(anchor: anchor, head: head)), seen: 1)
    }
    #expect(throws: SurroundingsError.unknownNumber(9)) { try text.report(nil, seen: 9) }
    #expect((text.text, text.revision) == before)
  }

  @Test("EXT-6 a report of another part of the text keeps the word that is being typed")
  func window() throws {
    desk.type("te")
    try text.report(Surroundings("e", selection: Selection(caret: 1)), seen: 2, cause: .edit)
    desk.type("h ")
    #expect(toolkit.lines().last == "4 edit -teh 'the ' r1 plain ' '")
  }

  @Test("A word is still corrected after the toolkit's ⌫")
  func deleted() {
    desk.type("tehh")
    desk.press("⌫")
    toolkit.deleteBackward()
    desk.type(" ")
    #expect(toolkit.drawn == "the ‸")
  }

  @Test("EXT-23 after another connection the numbers start again")
  func restart() {
    desk.type("ab")
    text.restart()
    let again = ModelToolkit(text)
    desk.type("c")
    #expect(again.lines() == ["1 edit 'c'"])
    desk.send(Typist.composing(.pending(preview: "´"), input: "´"), .press)
    text.restart()
    let third = ModelToolkit(text)
    text.resend([])
    #expect(third.lines() == ["1 preedit {´}"] && third.drawn == "{´}")
  }

  // MARK: Keys that move the focus

  /// A second text, and its toolkit, while keys wait for toolkits.
  private func next() -> (text: ExternalText, toolkit: ModelToolkit) {
    desk.engine.allowsLateAnswers = true
    toolkit.isPrompt = false
    let next = ExternalText(name: "next")
    desk.engine.window.addSubview(next)
    return (next, ModelToolkit(next))
  }

  private func deliver() {
    _ = desk.engine.takeUpdates()
    desk.engine.updatesWereDelivered()
    _ = desk.engine.takeUpdates()
  }

  @Test("EXT-26 text typed after a key goes to the text to which the toolkit moves the focus")
  func typedAhead() {
    let next = next()
    desk.type("a")
    desk.press("⇥")
    desk.type("bc")
    deliver()
    #expect(toolkit.lines() == ["1 edit 'a'", "2 key began \t"])
    desk.engine.perform { next.text.becomeFirstResponder() }
    deliver()
    #expect(toolkit.lines() == ["3 key cancelled \t"])
    #expect(next.toolkit.lines() == ["1 edit 'b'", "2 edit 'c'"])
  }

  @Test("EXT-26 keys go on when the toolkit reports that it has handled the key")
  func handled() {
    _ = next()
    desk.press("⏎")
    desk.type("b")
    deliver()
    #expect(toolkit.lines() == ["1 key began \r"])
    toolkit.handleAll()
    toolkit.report(.edit)
    deliver()
    #expect(toolkit.lines() == ["2 key ended \r", "3 edit 'b'"])
  }

  @Test("EXT-26 keys wait for 100 ms, and not again while that key is not handled")
  func slow() {
    _ = next()
    desk.press("⇥")
    desk.type("b")
    deliver()
    desk.wait(99)
    deliver()
    #expect(toolkit.lines() == ["1 key began \t"])
    desk.wait(1)
    deliver()
    #expect(toolkit.lines() == ["2 key ended \t", "3 edit 'b'"])
    desk.press("⇥")
    desk.type("c")
    deliver()
    #expect(toolkit.lines().last == "6 edit 'c'")
    toolkit.handleAll()
    toolkit.report(.edit)
    desk.press("⇥")
    desk.type("d")
    deliver()
    #expect(toolkit.lines() == ["7 key began \t"])
  }

  @Test("EXT-26 text typed after a key of a button goes to the text that gets the focus by the key")
  func typedAheadOfButton() {
    let next = next()
    text.isEditable = false
    deliver()
    desk.press("⇥")
    desk.type("bc")
    deliver()
    #expect(toolkit.lines() == ["1 key began \t"])
    desk.engine.perform { next.text.becomeFirstResponder() }
    deliver()
    #expect(toolkit.lines() == ["2 key cancelled \t"])
    #expect(next.toolkit.lines() == ["1 edit 'b'", "2 edit 'c'"])
  }

  @Test("EXT-26 keys do not wait for a toolkit that never reports")
  func unawaited() {
    let next = next()
    next.text.becomeFirstResponder()
    next.toolkit.isPrompt = false
    deliver()
    desk.press("⇥")
    desk.type("b")
    deliver()
    #expect(next.toolkit.lines().last == "3 edit 'b'")
  }

  @Test("EXT-26 keys go on when the toolkit loses its connection, or the text is removed")
  func gone() {
    let next = next()
    for isRemoved in [false, true] {
      toolkit.report(.edit)
      text.becomeFirstResponder()
      deliver()
      desk.press("⇥")
      desk.type("b")
      deliver()
      #expect(desk.engine.isHoldingKeys)
      if isRemoved { text.removeFromSuperview() } else { text.clientDidDisconnect() }
      deliver()
      #expect(!desk.engine.isHoldingKeys && desk.engine.isIdle)
    }
    #expect(next.toolkit.lines() == [])
  }
}

/// An assistant that corrects one word.
final class CorrectingAssistant: TypingAssistant {
  func substitutions(for context: TypingContext) -> [TextSubstitution] {
    let caret = context.selection.range.start
    let before = context.storage.substring(TextRange(max(0, caret - 3), caret))
    guard before == "teh", !context.text.isEmpty, context.text.allSatisfy({ !$0.isLetter })
    else { return [] }
    return [TextSubstitution(TextRange(caret - 3, caret), with: "the", kind: .correction)]
  }

  func correction(in context: TypingContext) -> TextCorrection? { nil }
}
