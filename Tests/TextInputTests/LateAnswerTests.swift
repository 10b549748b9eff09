// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing

@testable import TextInput

/// Delegates that answer late: the keystroke waits, later keys queue, and everything else
/// continues.
@Suite struct LateAnswerTests {
  private let desk = LateDesk()

  @Test("4.3 a keystroke waits for its answer, and its text is inserted then")
  func waits() throws {
    desk.focusField()
    desk.type("x")
    #expect(desk.dispositions.first?.isWaiting == true)
    #expect(desk.field.text == "" && desk.asked == ["(0,0) x"])
    #expect(desk.answer(.yes))
    #expect(desk.field.text == "x" && desk.engine.pendingKeystroke == nil)
    #expect(desk.ended == ["x insertedText", "x released"])
  }

  @Test("Keys typed meanwhile keep their order and follow the answer, for any answer")
  func order() {
    desk.focusField()
    desk.type("hello")
    #expect(desk.asked == ["(0,0) h"])
    for answer in [DelegateAnswer.yes, .no, .replace("L"), .yes, .yes] { desk.answer(answer) }
    #expect(desk.field.text == "hLlo")
    #expect(desk.asked == ["(0,0) h", "(1,0) e", "(1,0) l", "(2,0) l", "(3,0) o"])
  }

  @Test("A program's change before its answer precedes the next key, so no letter is overtaken")
  func upperCase() {
    desk.focusField()
    desk.type("hello")
    while let (token, range, text) = desk.open {
      desk.field.replace(range, withText: text.uppercased())
      desk.engine.resume(token, with: .no)
    }
    #expect(desk.field.text == "HELLO")
  }

  @Test("FLD-14a keys after Return go to the field that receives the focus before the answer")
  func returnMoves() {
    let other = TextField(name: "b")
    desk.engine.window.addSubview(other)
    desk.focusField()
    desk.asksReturn = true
    desk.answersAtOnce = true
    desk.type("12\r34")
    other.becomeFirstResponder()
    desk.answer(.no)
    #expect(desk.field.text == "12" && other.text == "34")
  }

  @Test(
    "The default answer is used after exactly 300 ms",
    arguments: [true, false])
  func timeOut(_ defaultAnswer: Bool) {
    desk.focusField()
    desk.defaultAnswer = defaultAnswer
    desk.type("ab")
    let deadline = desk.engine.nextDeadline
    #expect(deadline == Timestamp(microseconds: 300_000))
    desk.advance(to: 299_999)
    #expect(desk.asked.count == 1)
    desk.advance(to: 300_000)
    #expect(desk.asked.count == 2)
    #expect(desk.field.text == (defaultAnswer ? "a" : ""))
    // The second request has its full time from when it was sent.
    desk.advance(to: 599_999)
    #expect(desk.open != nil)
    desk.advance(to: 600_000)
    #expect(desk.open == nil && desk.field.text == (defaultAnswer ? "ab" : ""))
  }

  @Test("A late answer is dropped: it affects neither its own key nor the next one")
  func lateAnswer() throws {
    desk.focusField()
    desk.defaultAnswer = false
    desk.type("ab")
    let first = try #require(desk.open)
    desk.advance(to: 300_000)
    #expect(!desk.engine.resume(first.token, with: .replace("late")))
    #expect(desk.field.text == "" && desk.asked == ["(0,0) a", "(0,0) b"])
    desk.answer(.yes)
    #expect(!desk.engine.resume(first.token, with: .yes))
    #expect(desk.field.text == "b")
  }

  @Test("A request that has ended before its notifications were delivered is not sent")
  func endedBeforeDelivery() {
    desk.focusField()
    #expect(desk.engine.handle(Typist.typing("x")).isWaiting)
    desk.field.resignFirstResponder()
    #expect(desk.engine.operations.pending.isEmpty)
    desk.deliver()
    #expect(desk.asked.isEmpty && desk.field.text == "")
  }

  @Test("FLD-11 a replacing answer is one undo step, filtered by the field's limits")
  func replacing() {
    desk.field.traits.keyboardType = .numberPad
    desk.field.traits.restrictToKeyboardType = true
    desk.focusField()
    desk.type("1")
    desk.answer(.replace("12a3"))
    #expect(desk.field.text == "123")
    desk.field.perform(EditingCommand.undo)
    #expect(desk.field.text == "")
  }

  @Test("UND-2b a deletion that the delegate replaces with text joins no other deletion")
  func replacedDeletions() {
    desk.focusField()
    desk.answersAtOnce = true
    desk.type("abcd")
    desk.answersAtOnce = false
    desk.field.select(Selection(caret: 0))
    desk.known = [.accept, .replace("x"), .replace("")]
    for _ in 0..<3 { desk.hit(Typist.keystroke("⌦"), at: 0) }
    #expect(desk.field.text == "xd")
    var texts: [String] = []
    while desk.field.canPerform(EditingCommand.undo) {
      desk.field.perform(EditingCommand.undo)
      texts.append(desk.field.text)
    }
    #expect(texts == ["xcd", "bcd", "abcd", ""])
  }

  @Test("A keystroke whose text loses the focus has no effect, for any answer")
  func focusLost() throws {
    let other = TextField(name: "b")
    desk.engine.window.addSubview(other)
    desk.focusField()
    desk.type("x")
    let token = try #require(desk.open?.token)
    other.becomeFirstResponder()
    _ = desk.engine.takeUpdates()
    #expect(desk.engine.pendingKeystroke == nil)
    #expect(!desk.engine.resume(token, with: .yes))
    #expect(desk.field.text == "" && other.text == "")
    #expect(!desk.field.canPerform(EditingCommand.undo) && desk.engine.isIdle)
  }

  @Test("RSP-5 a keystroke whose text is removed has no effect")
  func removed() {
    desk.focusField()
    desk.type("xy")
    desk.field.removeFromSuperview()
    _ = desk.engine.takeUpdates()
    #expect(desk.engine.pendingKeystroke == nil && desk.field.text == "" && desk.engine.isIdle)
  }

  @Test(
    "Only the text that the answer concerns waits: other texts and requests are served"
  )
  func others() {
    let other = TextField(name: "b")
    other.text = "old"
    desk.engine.window.addSubview(other)
    desk.focusField()
    desk.type("x")
    other.text = "new"
    var isDone = false
    let asking = LateDelegate(desk)
    other.delegate = asking
    desk.asksClear = true
    desk.engine.perform({ other.clear() }, completion: { isDone = true })
    desk.deliver()
    #expect(!isDone && other.text == "new" && desk.openCount == 2)
    // The other text's answer neither waits for the key nor resumes it.
    desk.answer(.yes, about: "clear b")
    #expect(isDone && other.text == "" && desk.field.text == "")
    desk.answer(.yes)
    #expect(desk.field.text == "x")
  }

  @Test("A program's request about a text without focus delays no key")
  func parked() {
    let other = TextField(name: "b")
    other.text = "old"
    desk.engine.window.addSubview(other)
    let asking = LateDelegate(desk)
    other.delegate = asking
    desk.asksClear = true
    desk.answersAtOnce = true
    desk.focusField()
    desk.engine.perform({ other.clear() })
    desk.deliver()
    desk.type("xyz")
    #expect(desk.field.text == "xyz" && other.text == "old")
    desk.answer(.no, about: "clear b")
    #expect(other.text == "old")
  }

  @Test(
    "FLD-20a keys wait for a program's request about the focused text, or about the focus",
    arguments: [true, false], [DelegateAnswer.yes, .no])
  func ownRequests(_ isAboutFocus: Bool, _ answer: DelegateAnswer) {
    let other = TextField(name: "b")
    desk.engine.window.addSubview(other)
    desk.field.text = "old"
    desk.focusField()
    desk.answersAtOnce = true
    desk.asksClear = true
    desk.asksEnd = true
    if isAboutFocus {
      desk.engine.perform { other.becomeFirstResponder() }
    } else {
      desk.engine.perform { [desk] in desk.field.clear() }
    }
    desk.deliver()
    desk.type("xy")
    #expect(desk.field.text == "old" && other.text == "")
    #expect(desk.dispositions.allSatisfy { $0 == .queued })
    desk.answer(answer)
    switch (isAboutFocus, answer) {
    case (true, .yes): #expect(desk.field.text == "old" && other.text == "xy")
    case (false, .yes): #expect(desk.field.text == "xy")
    default: #expect(desk.field.text == "oldxy" && other.text == "")
    }
  }

  @Test("FLD-20a keys for another window do not wait for a request about the focus")
  func otherWindow() {
    let window = desk.engine.makeWindow(name: "other")
    let other = TextField(name: "b")
    window.addSubview(other)
    other.becomeFirstResponder()
    let asking = LateDelegate(desk)
    other.delegate = asking
    desk.focusField()
    desk.answersAtOnce = true
    desk.asksEnd = true
    desk.engine.perform { other.resignFirstResponder() }
    desk.deliver()
    desk.type("xy")
    #expect(desk.openCount == 1 && desk.field.text == "xy")
  }

  @Test("FLD-20a keys that begin to concern a text that a request is about wait from then on")
  func laterFocus() {
    let other = TextField(name: "b")
    other.text = "old"
    desk.engine.window.addSubview(other)
    let asking = LateDelegate(desk)
    other.delegate = asking
    desk.asksClear = true
    desk.answersAtOnce = true
    desk.focusField()
    desk.engine.perform { other.clear() }
    desk.deliver()
    desk.type("x")
    desk.hit(Typist.keystroke("⇥"), at: 0)
    desk.type("yz")
    #expect(desk.field.text == "x" && other.text == "old")
    desk.answer(.yes, about: "clear b")
    #expect(other.text == "yz")
  }

  @Test("Updates before a request are delivered before it, so the program knows the current text")
  func deliveredFirst() {
    desk.focusField()
    desk.answersAtOnce = true
    desk.type("a")
    desk.answersAtOnce = false
    desk.log = []
    desk.type("b")
    desk.field.text = "c"
    desk.answer(.yes)
    desk.deliver()
    let change = desk.log.firstIndex { $0.hasPrefix("text.didChange") }
    #expect(desk.log.first == "asked (1,0) b" && change != nil)
    desk.log = []
    desk.engine.perform { desk.field.replace(TextRange(0, 0), withText: "z") }
    desk.type("d")
    let text = desk.log.firstIndex { $0.hasPrefix("text.didChange(0,0) z") }
    let asked = desk.log.firstIndex { $0.hasPrefix("asked") }
    #expect(text != nil && asked != nil && text ?? 9 < asked ?? 0)
  }

  @Test("Timers fire while a key waits; those due after a queued key fire after it")
  func timers() {
    var fired: [String] = []
    desk.focusField()
    _ = desk.engine.timers.schedule(after: 50_000) { fired.append("early") }
    _ = desk.engine.timers.schedule(after: 150_000) { fired.append("late") }
    desk.type("a", at: 10_000)
    desk.advance(to: 60_000)
    #expect(fired == ["early"])
    desk.type("b", at: 100_000)
    desk.advance(to: 200_000)
    #expect(fired == ["early"] && desk.engine.nextDeadline == Timestamp(microseconds: 310_000))
    desk.answersAtOnce = true
    desk.answer(.yes)
    desk.advance(to: 200_000)
    #expect(fired == ["early", "late"] && desk.field.text == "ab")
  }

  @Test("A key keeps its time while it waits, and while it is queued")
  func keepsTime() {
    desk.focusField()
    desk.type("a", at: 1000)
    desk.type("b", at: 2000)
    desk.answer(.yes)
    desk.answer(.yes)
    #expect(desk.endedTimes == [1000, 1000, 2000, 2000])
  }

  @Test(
    "FLD-20b if 4096 key events are queued, default answers make room for more, and no key is lost",
    arguments: [true, false])
  func queueLimit(_ defaultAnswer: Bool) {
    desk.focusField()
    desk.defaultAnswer = defaultAnswer
    for _ in 0..<3000 {
      desk.type("b")
      #expect(desk.engine.keyQueue.count <= 4096)
    }
    // Only as many requests as necessary get the default answer.
    let count = desk.outcomes.count
    #expect(count > 900 && count < 1000)
    #expect(desk.field.text == String(repeating: "b", count: defaultAnswer ? count : 0))
    desk.answersAtOnce = true
    desk.answer(.yes)
    #expect(desk.field.text.count == (defaultAnswer ? 3000 : 3000 - count))
    #expect(desk.engine.isIdle && desk.engine.keyQueue.isEmpty)
    #expect(desk.ended.count { $0.hasSuffix("released") } == 3000)
  }

  @Test("If nothing may wait, the default answer is used at once")
  func cannotWait() {
    desk.engine.allowsLateAnswers = false
    desk.focusField()
    desk.defaultAnswer = true
    desk.type("ab")
    #expect(desk.field.text == "ab" && desk.engine.pendingKeystroke == nil)
    // Changes outside of keys, timers and `perform` do not wait either.
    desk.engine.allowsLateAnswers = true
    desk.field.insertText("c")
    #expect(desk.field.text == "abc")
  }

  @Test(
    "An answer that arrives during another operation resumes its keystroke after that operation")
  func nestedAnswer() throws {
    desk.focusField()
    desk.type("x")
    let token = try #require(desk.open?.token)
    var during = "?"
    desk.engine.perform { [desk] in
      desk.engine.resume(token, with: .yes)
      during = desk.field.text
    }
    #expect(during == "" && desk.field.text == "x")
  }

  @Test(
    "FLD-10a random answers keep the order of keys, can all be undone, and leave no state",
    arguments: 1...60)
  func walk(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let desk = LateDesk()
    desk.focusField()
    // The random answer to each change, chosen in advance; nil for none.
    let answers: [Int] = (0..<60).map { _ in Int.random(in: 0..<4, using: &generator) }
    desk.decide = { [unowned desk] text in
      switch answers[desk.outcomes.count] {
      case 0: .yes
      case 1: .no
      case 2: .replace(text + text)
      default: nil
      }
    }
    var time: Int64 = 0
    for _ in answers {
      time += Int64.random(in: 0..<200_000, using: &generator)
      desk.type(String("abcdefgh".randomElement(using: &generator) ?? "a"), at: time)
      if Bool.random(using: &generator) {
        desk.advance(to: time)
        desk.answerOpen()
      }
    }
    while desk.openCount > 0 {
      desk.answerOpen()
      time += 300_000
      desk.advance(to: time)
    }
    #expect(desk.outcomes.count == answers.count)
    #expect(desk.field.text == desk.outcomes.joined())
    while desk.field.canPerform(EditingCommand.undo) { desk.field.perform(EditingCommand.undo) }
    #expect(desk.field.text == "" && desk.engine.isIdle && desk.engine.keyQueue.isEmpty)
    #expect(desk.engine.pendingKeystroke == nil && desk.engine.operations.pending.isEmpty)
  }
}

/// Random keys with a program that answers at random.
@Suite struct LateAnswerWalkTests {
  private static let keys = [
    "⌫", "⌦", "←", "→", "⇧←", "⌥⌫", "⌘Z", "⇧⌘Z", "⌘A", "⌘X", "⌘C", "⌘V", "⌃K", "⌃Y", "⌃T", "↖", "↘",
    "⎋",
  ]
  private static let keysOfWalk = 1000

  private static func keystroke(_ generator: inout SeededGenerator) -> Keystroke {
    if Int.random(in: 0..<3, using: &generator) > 0 {
      return Typist.typing(String("abcdefgh .é😀".randomElement(using: &generator) ?? "a"))
    }
    return Typist.keystroke(keys.randomElement(using: &generator) ?? "⌫")
  }

  @Test(
    "FLD-10a late answers have the same result as immediate ones, and leave no state",
    .notInFastRuns,
    arguments: 0..<UInt64(Thoroughness.repetitions(20_000, long: 1_000_000) / keysOfWalk))
  func walk(seed: UInt64) {
    var generator = SeededGenerator(seed: seed + 1)
    let late = LateDesk()
    late.focusField()
    late.defaultAnswer = Bool.random(using: &generator)
    var keystrokes: [Keystroke] = []
    var time: Int64 = 0
    for _ in 0..<Self.keysOfWalk {
      let keystroke = Self.keystroke(&generator)
      keystrokes.append(keystroke)
      late.hit(keystroke, at: time)
      // Fast enough to queue, or slow enough for the deadline.
      time += [0, 5_000, 40_000, 320_000].randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...2: late.answer(.yes)
      case 3: late.answer(.no)
      case 4: late.answer(.replace(["", "Ü", "two"].randomElement(using: &generator) ?? ""))
      // The answer does not match this request.
      case 5: late.answer(.input(InputMethodReply([.commit("wrong")])))
      case 6: late.advance(to: time)
      default: break
      }
    }
    while late.engine.pendingKeystroke != nil {
      time += 300_000
      late.advance(to: time)
    }
    #expect(late.engine.operations.pending.isEmpty && late.engine.keyQueue.isEmpty)
    #expect(late.engine.isIdle && late.ended.count <= 2 * Self.keysOfWalk)

    let atOnce = LateDesk()
    atOnce.focusField()
    atOnce.known = late.decisions.reversed()
    for (index, keystroke) in keystrokes.enumerated() {
      atOnce.hit(keystroke, at: Int64(index) * 400_000)
    }
    #expect(atOnce.known == [], "both made the same number of requests")
    #expect(late.field.text == atOnce.field.text)
    #expect(late.field.selection == atOnce.field.selection)
    #expect(late.texts == atOnce.texts, "both reported the same changes in the same order")
    for desk in [late, atOnce] {
      while desk.field.canPerform(EditingCommand.undo) { desk.field.perform(EditingCommand.undo) }
      #expect(desk.field.text == "")
    }
  }
}

extension LateDesk {
  /// The reported changes.
  fileprivate var texts: [String] { log.filter { $0.hasPrefix("text.didChange") } }
}

extension Disposition {
  fileprivate var isWaiting: Bool { if case .waiting = self { true } else { false } }
}
