// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// An input method whose answers the test sets.
private final class ScriptedMethod: InputMethod {
  var answersLater = true
  /// The answers to the keys, in order; it has no opinion about later keys.
  var answers: [InputMethodAnswer] = []
  /// The reply if no answer comes in time; nil to start again.
  var withoutAnswer: InputMethodReply?
  /// The answers to chosen candidates, in order; it has no opinion about later ones.
  var choices: [InputMethodAnswer] = []
  private(set) var chosen: [Int] = []
  /// The actions that it leaves for after the delivery.
  var rest: [InputMethodAction] = []
  private(set) var continuations: [InputMethodContext] = []
  /// The actions when its composition has to end.
  var ending: [InputMethodAction] = []
  /// The requests it sent, the oldest first.
  private(set) var tokens: [AnswerToken] = []
  private(set) var contexts: [InputMethodContext] = []
  private(set) var changes = 0
  private(set) var keys = ""

  func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
    contexts.append(context)
    keys += keystroke.text
    return answers.isEmpty ? .noOpinion : answers.removeFirst()
  }

  func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer {
    chosen.append(index)
    return choices.isEmpty ? .noOpinion : choices.removeFirst()
  }

  func replyAfterTimeout(in context: InputMethodContext) -> InputMethodReply? { withoutAnswer }

  func actionsAfterDelivery(in context: InputMethodContext) -> [InputMethodAction] {
    continuations.append(context)
    return rest
  }

  func finish(in context: InputMethodContext) -> [InputMethodAction] { ending }

  func contextDidChange(_ context: InputMethodContext) { changes += 1 }

  /// An answer that the test sends later.
  var later: InputMethodAnswer { .later { [unowned self] in tokens.append($0) } }
}

/// The protocol of input methods: immediate and late actions, and events in between (12.1).
@Suite struct InputMethodSeamTests {
  private let desk = Desk(modes: "ja-JP+kana en-US")
  private let method = ScriptedMethod()
  private let view: TextView

  init() {
    desk.engine.registerInputMethod(method, named: "kana")
    view = desk.add(TextView(name: "view"))
    _ = desk.facts()
  }

  private var drawn: String { Typist.draw(view) }

  /// Delivers the pending updates, so that requests are sent.
  private func deliver() {
    _ = desk.facts()
    desk.engine.updatesWereDelivered()
  }

  /// Answers the last request.
  @discardableResult
  private func answer(_ actions: InputMethodAction..., passesKeyOn: Bool = false) throws -> Bool {
    let token = try #require(method.tokens.last)
    return desk.engine.resume(
      token, with: .input(InputMethodReply(actions, passesKeyOn: passesKeyOn)))
  }

  // MARK: At once

  @Test("IME-1a, IME-1c each action has its effect, and only the commit is an undo step")
  func actions() {
    view.text = "日本"
    method.answers = [
      .handled(.mark("と")),
      .handled(
        .mark(
          [MarkedSegment("東", style: .focused), MarkedSegment("京", style: .converted)],
          selected: TextRange(0, 1))),
      .handled(.commit("東京")),
    ]
    desk.type("t")
    #expect(drawn == "日本{と‸}")
    desk.type("o")
    #expect(drawn == "日本{«東‸»京}")
    #expect(view.markedSegments.map(\.style) == [.focused, .converted])
    _ = desk.facts()
    desk.type("x")
    #expect(drawn == "日本東京‸" && view.markedSegments.isEmpty)
    #expect(desk.facts() == ["marked none", "selection 4", "text (2,0) 東京 user"])
    desk.press("⌘Z")
    #expect(drawn == "日本‸")
  }

  @Test("Deleting around the caret takes whole characters on both sides, and consults once")
  func deleteAround() {
    view.text = "a👩‍👩‍👧e\u{301}z"
    let joined = "👩‍👩‍👧".utf16.count
    view.select(Selection(caret: 1 + joined))
    method.answers = [.handled(.delete(before: 1, after: 1))]
    desk.type("x")
    #expect(drawn == "a‸z")
    method.answers = [.handled(.delete(before: 9, after: 9))]
    desk.type("x")
    #expect(drawn == "‸")
  }

  @Test("Candidates are shown with annotations and pages while the method has any")
  func candidates() {
    let list = CandidateList(
      .inputMethod, items: (1...12).map { Candidate("候\($0)", annotation: "note \($0)") },
      pageSize: 5, highlighted: 0)
    method.answers = [.handled(.mark("こう"), .show(list)), .handled(.commit("候2"), .show(nil))]
    desk.type("k")
    #expect(desk.engine.candidates == list)
    #expect(desk.engine.candidates?.pageCount == 3)
    desk.type("2")
    #expect(desk.engine.candidates == nil)
    #expect(method.keys == "k2" && drawn == "候2‸")
  }

  @Test("The actions that a reply leaves for later follow the delivery of its notifications")
  func continuing() {
    let list = CandidateList(.inputMethod, items: [Candidate("候")], highlighted: 0)
    var reply = InputMethodReply([.mark("こう")])
    reply.continuesAfterDelivery = true
    method.rest = [.show(list)]
    method.answers = [.now(reply)]
    desk.type("k")
    #expect(desk.facts().contains { $0.hasPrefix("marked (0,2)") })
    #expect(method.continuations.isEmpty && desk.engine.candidates == nil)
    desk.engine.updatesWereDelivered()
    #expect(desk.engine.candidates == list)
    #expect(method.continuations.map { $0.textBefore(limit: 9) } == [""])
    deliver()
    #expect(method.continuations.count == 1)
  }

  @Test("Nothing follows if a client or another key comes first, or if the mode changes")
  func notContinuing() {
    var reply = InputMethodReply([.mark("こう")])
    reply.continuesAfterDelivery = true
    for disturb in [
      { view.text = "x" }, { desk.type("y") }, { desk.press("⌃␠") },
      { view.resignFirstResponder() },
    ] as [() -> Void] {
      method.answers = [.now(reply)]
      view.becomeFirstResponder()
      desk.type("k")
      _ = desk.facts()
      disturb()
      deliver()
      deliver()
      #expect(method.continuations.isEmpty)
    }
  }

  @Test("candidates.choose reaches the method as the candidate's digit")
  func choosing() {
    method.answers = [
      .handled(
        .show(
          CandidateList(
            .inputMethod, items: [Candidate("亜"), Candidate("阿")], highlighted: 0))),
      .handled(.commit("阿"), .show(nil)),
    ]
    desk.type("a")
    #expect(desk.engine.chooseCandidate(2))
    #expect(method.keys == "a2" && view.text == "阿")
    #expect(!desk.engine.chooseCandidate(2))
  }

  @Test("F029 a method takes a chosen candidate itself, even if its digit would be typed")
  func takingChoices() {
    let items = (0..<12).map { Candidate("候\($0)") }
    let list = CandidateList(.inputMethod, items: items, highlighted: 10)
    method.answers = [.handled(.mark("u4"), .show(list))]
    method.choices = [.handled(.commit("候11"), .show(nil))]
    desk.type("u")
    #expect(!desk.engine.chooseCandidate(9), "the page has three candidates")
    #expect(desk.engine.chooseCandidate(3))
    #expect(method.chosen == [11] && method.keys == "u" && drawn == "候11‸")
  }

  @Test("Nothing is chosen from a list while a press waits, because the list is out of date")
  func choosingWhileWaiting() throws {
    let list = CandidateList(.inputMethod, items: [Candidate("你")], highlighted: 0)
    method.answers = [.handled(.mark("n"), .show(list)), method.later]
    desk.type("n")
    desk.engine.handle(Typist.typing("i"))
    deliver()
    #expect(!desk.engine.chooseCandidate(1))
    try answer(.mark("ni"))
    #expect(method.chosen.isEmpty && drawn == "{ni‸}")
  }

  @Test("A chosen candidate whose method waits holds later keys back, like a key")
  func waitingChoice() throws {
    let list = CandidateList(.inputMethod, items: [Candidate("你")], highlighted: 0)
    method.answers = [.handled(.mark("nih"), .show(list)), .handled(.mark("ha"))]
    method.choices = [method.later]
    desk.type("n")
    #expect(desk.engine.chooseCandidate(1))
    deliver()
    desk.type("a")
    #expect(method.keys == "n" && drawn == "{nih‸}")
    try answer(.commit("你"), .mark("h"))
    #expect(method.keys == "na" && drawn == "你{ha‸}")
    #expect(desk.engine.pendingKeystroke == nil && !desk.engine.isHoldingKeys)
  }

  @Test(
    "IME-16 a method commits, and then the key has its usual effect",
    arguments: [("!", "한!‸"), (" ", "한 ‸")])
  func passesOn(_ key: String, _ drawn: String) {
    method.answers = [.handled(.mark("한")), .declined(.commit("한"))]
    desk.type("g")
    desk.type(key)
    #expect(self.drawn == drawn)
  }

  @Test("A method that declines a key and leaves text marked loses no letter")
  func declinesInTheMiddle() {
    method.answers = [.handled(.mark("ni")), .declined()]
    desk.type("nx")
    #expect(drawn == "nix‸")
  }

  @Test("The context contains mode, traits, surrounding text and marked text")
  func context() throws {
    view.text = "前の文字あと"
    view.traits.autocapitalizationType = .words
    view.select(Selection(caret: 4))
    method.answers = [.handled(.mark("か")), .handled()]
    desk.type("k")
    desk.type("a")
    let context = try #require(method.contexts.last)
    #expect(context.container == view.id && context.mode.id == "ja-JP+kana")
    #expect(context.traits.autocapitalizationType == .words)
    #expect(!context.resolvedTraits.autocorrection && !context.isSecret)
    #expect(context.markedText == "か" && context.selection == Selection(caret: 5))
    #expect(context.textBefore(limit: 2) == "文字" && context.textAfter(limit: 64) == "あと")
    #expect(context.textBefore(limit: 0) == "" && context.textAfter(limit: 1) == "あ")
  }

  // MARK: Later

  @Test("A late reply's actions run before the keys typed meanwhile")
  func later() throws {
    method.answers = [method.later, .handled(.mark("に"))]
    guard case .waiting = desk.engine.handle(Typist.typing("n")) else {
      Issue.record("the key does not wait")
      return
    }
    deliver()
    desk.type("i")
    #expect(drawn == "‸" && method.keys == "n")
    #expect(try answer(.mark("n")))
    #expect(method.keys == "ni" && drawn == "{に‸}")
  }

  @Test(
    "A reply after 299 ms is used; one after 301 ms is dropped, and the letter is typed",
    arguments: [(Int64(299), "に‸"), (301, "n‸")])
  func deadline(_ milliseconds: Int64, _ drawn: String) throws {
    method.answers = [method.later]
    desk.engine.handle(Typist.typing("n"))
    deliver()
    desk.engine.advance(to: Timestamp(microseconds: milliseconds * 1000))
    let counts = try answer(.commit("に"))
    #expect(counts == (milliseconds < 300))
    #expect(self.drawn == drawn)
    #expect(desk.engine.pendingKeystroke == nil && desk.engine.operations.nextDeadline == nil)
  }

  @Test("A late method's marked text is committed as shown before the letter is handled")
  func timeOutWhileMarked() {
    method.answers = [.handled(.mark("に")), method.later]
    desk.type("n")
    desk.engine.handle(Typist.typing("h"))
    deliver()
    desk.engine.advance(to: Timestamp(microseconds: 300_000))
    #expect(drawn == "にh‸")
    #expect(method.changes > 0, "the method starts again")
  }

  @Test("A method that can go on without the answer keeps the letter in its composition")
  func goesOnWithoutAnswer() {
    method.answers = [.handled(.mark("n")), method.later]
    method.withoutAnswer = InputMethodReply([.mark("nh")])
    desk.type("n")
    let changes = method.changes
    desk.engine.handle(Typist.typing("h"))
    deliver()
    desk.engine.advance(to: Timestamp(microseconds: 300_000))
    #expect(drawn == "{nh‸}" && method.changes == changes)
    #expect(desk.engine.pendingKeystroke == nil)
  }

  @Test("After a time-out, actions for the key that has timed out are too late")
  func tooLateAfterTimeOut() throws {
    method.answers = [.handled(.mark("n")), method.later]
    method.withoutAnswer = InputMethodReply([.mark("nh")])
    desk.type("n")
    desk.engine.handle(Typist.typing("h"))
    deliver()
    let context = try #require(method.contexts.last)
    desk.engine.advance(to: Timestamp(microseconds: 300_000))
    #expect(drawn == "{nh‸}")
    #expect(!desk.engine.perform([.commit("late")], of: method, for: context))
    #expect(drawn == "{nh‸}")
  }

  @Test("A method whose text was changed while it waited starts again, without the letter twice")
  func changedWhileWaiting() {
    method.answers = [.handled(.mark("n")), method.later]
    method.withoutAnswer = InputMethodReply([.mark("nh")])
    desk.type("n")
    desk.engine.handle(Typist.typing("h"))
    deliver()
    view.insertText("x")
    desk.engine.advance(to: Timestamp(microseconds: 300_000))
    #expect(drawn == "xh‸", "the program's text replaced the marked text")
  }

  @Test("ibus-hangul 42: r k 1 gives 가1, for replies of any delay", arguments: 0...3)
  func orderOfCommitAndKey(_ lateness: Int) throws {
    let replies: [(actions: [InputMethodAction], passes: Bool)] = [
      ([.mark("ㄱ")], false), ([.mark("가")], false), ([.commit("가")], true),
    ]
    method.answers = replies.indices.map { index in
      index < lateness
        ? method.later
        : .now(InputMethodReply(replies[index].actions, passesKeyOn: replies[index].passes))
    }
    desk.type("rk1")
    for index in 0..<lateness {
      deliver()
      let token = try #require(method.tokens.last)
      desk.engine.resume(
        token,
        with: .input(
          InputMethodReply(replies[index].actions, passesKeyOn: replies[index].passes)))
    }
    #expect(drawn == "가1‸")
  }

  @Test("fcitx5 59: a commit and the key that is passed on keep their order")
  func forwardedKey() throws {
    method.answers = [.handled(.mark("ni")), method.later]
    desk.type("n")
    desk.type(", ")
    deliver()
    desk.type("x")
    try answer(.commit("你"), passesKeyOn: true)
    #expect(drawn == "你, x‸")
  }

  @Test("ibus 1713: a slow method keeps the order of (Window")
  func slowMethod() throws {
    method.answers = Array(repeating: method.later, count: 7)
    desk.type("(Window")
    for _ in 0..<7 {
      deliver()
      try answer(passesKeyOn: true)
    }
    #expect(drawn == "(Window‸")
  }

  @Test("ibus 1202: a key that waited keeps its time")
  func times() throws {
    var ended: [Int64] = []
    desk.engine.keystrokeDidEnd = { keystroke, _ in
      if keystroke.event.phase == .press { ended.append(keystroke.event.time.microseconds) }
    }
    method.answers = [method.later, method.later]
    for (text, time) in [("a", Int64(1000)), ("b", 2000)] {
      var keystroke = Typist.typing(text)
      keystroke.event.time = Timestamp(microseconds: time)
      desk.engine.handle(keystroke)
    }
    deliver()
    desk.engine.advance(to: Timestamp(microseconds: 90_000))
    try answer(passesKeyOn: true)
    deliver()
    try answer(passesKeyOn: true)
    #expect(ended == [1000, 2000] && drawn == "ab‸")
  }

  // MARK: In between

  @Test(
    "A method's late reply is dropped if focus, mode, text or secrecy changed meanwhile",
    arguments: ["focus", "mode", "edit", "secure"])
  func meanwhile(_ cause: String) throws {
    let other = desk.field()
    view.becomeFirstResponder()
    method.answers = [.handled(.mark("に")), method.later]
    desk.type("n")
    desk.engine.handle(Typist.typing("h"))
    deliver()
    switch cause {
    case "focus": other.becomeFirstResponder()
    case "mode": desk.engine.modes.perform(.choose("en-US"))
    case "edit": view.text = "x"
    default: view.traits.isSecureTextEntry = true
    }
    let counted = try answer(.commit("にほ"))
    #expect(!view.text.contains("ほ"))
    // The key has no effect if its text has lost the focus; otherwise its letter is typed.
    switch cause {
    case "focus":
      #expect(!counted && view.text == "に" && other.text == "")
    case "mode": #expect(view.text == "にh")
    case "edit": #expect(view.text == "xh")
    default: #expect(view.text.hasSuffix("h"))
    }
    #expect(desk.engine.pendingKeystroke == nil)
    // Later keys are handled as usual.
    method.answers = []
    desk.type("z")
    deliver()
    #expect((cause == "focus" ? other.text : view.text).hasSuffix("z"))
  }

  @Test(
    "A late reply about a composition's first key is dropped after such changes too",
    arguments: ["mode", "edit", "secure", "method"])
  func firstKeyMeanwhile(_ cause: String) throws {
    method.answers = [method.later]
    desk.engine.handle(Typist.typing("n"))
    deliver()
    switch cause {
    case "mode": desk.engine.modes.perform(.choose("en-US"))
    case "edit": view.text = ""
    case "secure": view.traits.isSecureTextEntry = true
    default: desk.engine.registerInputMethod(nil, named: "kana")
    }
    try answer(.mark("に"), .show(CandidateList(.inputMethod, items: [Candidate("二")])))
    desk.type("z")
    deliver()
    #expect(view.text == "nz" && view.markedRange == nil && desk.engine.candidates == nil)
  }

  @Test("A key passed on after a commit is not typed into a text that has lost the focus")
  func focusMovesAtCommit() {
    final class Mover: TextViewDelegate {
      weak var next: TextField?
      func textViewDidChange(_ textView: TextView) { next?.becomeFirstResponder() }
    }
    let other = desk.field()
    view.becomeFirstResponder()
    let mover = Mover()
    mover.next = other
    view.delegate = mover
    method.answers = [.handled(.mark("가")), .declined(.commit("가"))]
    desk.type("k1")
    #expect(view.text == "가" && other.isFirstResponder)
  }

  @Test("Choosing a candidate while keys are typed keeps their order and types no digit")
  func choosingLater() throws {
    let list = CandidateList(
      .inputMethod, items: [Candidate("亜"), Candidate("阿")], highlighted: 0)
    method.answers = [.handled(.mark("あ"), .show(list)), method.later, method.later]
    desk.type("a")
    deliver()
    // As a program's request does, in a separate operation.
    desk.engine.perform { [desk] in desk.engine.chooseCandidate(2) }
    deliver()
    let chosen = try #require(method.tokens.last)
    desk.type("xy")
    deliver()
    // The keys wait for the choice, which was made before them.
    #expect(method.tokens.count == 1)
    desk.engine.resume(chosen, with: .input(InputMethodReply([.commit("阿"), .show(nil)])))
    deliver()
    try answer(passesKeyOn: true)
    deliver()
    #expect(view.text == "阿xy")
    #expect(desk.engine.isIdle && desk.engine.keyQueue.isEmpty)
  }

  @Test("A choice types nothing if the method does not reply in time")
  func choosingInVain() {
    let list = CandidateList(.inputMethod, items: [Candidate("亜")], highlighted: 0)
    method.answers = [.handled(.mark("あ"), .show(list)), method.later]
    desk.type("a")
    #expect(desk.engine.chooseCandidate(1))
    deliver()
    desk.engine.advance(to: Timestamp(microseconds: 400_000))
    #expect(!view.text.contains("1"))
  }

  @Test("Actions after one that caused a program's change are dropped")
  func changeBetweenActions() {
    final class Eraser: TextViewDelegate {
      func textViewDidChange(_ textView: TextView) {
        if !textView.text.isEmpty { textView.text = "" }
      }
    }
    let eraser = Eraser()
    view.delegate = eraser
    method.answers = [.handled(.commit("a"), .mark("b"))]
    desk.type("x")
    #expect(view.text == "" && view.markedRange == nil)
  }

  @Test("A method's marked text is committed if it has no opinion about the next letter")
  func noOpinionWhileMarked() {
    method.answers = [.handled(.mark("ni")), .noOpinion]
    desk.type("nx")
    #expect(drawn == "nix‸")
  }

  @Test("Actions without a key apply until another key, text or focus")
  func unasked() throws {
    let list = CandidateList(.inputMethod, items: [Candidate("東")], highlighted: 0)
    method.answers = [.handled(.mark("ひ"))]
    desk.type("h")
    let context = try #require(method.contexts.last)
    #expect(desk.engine.perform([.show(list)], of: method, for: context))
    #expect(desk.engine.candidates == list)
    desk.type("x")
    #expect(!desk.engine.perform([.show(nil)], of: method, for: context))
    method.answers = [.handled()]
    desk.type("y")
    let next = try #require(method.contexts.last)
    view.text = ""
    #expect(!desk.engine.perform([.commit("late")], of: method, for: next))
    #expect(view.text == "" && desk.engine.candidates == nil)
  }

  @Test("IME-5a a method's last actions run when the focus leaves, and its candidates are hidden")
  func finishing() {
    let other = desk.field()
    view.becomeFirstResponder()
    method.answers = [
      .handled(.mark("n"), .show(CandidateList(.inputMethod, items: [Candidate("ん")])))
    ]
    method.ending = [.commit("ん")]
    desk.type("n")
    #expect(desk.engine.candidates != nil)
    other.becomeFirstResponder()
    #expect(view.text == "ん" && desk.engine.candidates == nil)
  }

  @Test("A mode is supported while its method is registered; without it keys still type")
  func supported() {
    let kana = desk.engine.modes.current
    #expect(desk.engine.supports(kana) && desk.engine.supports(.english))
    desk.engine.registerInputMethod(nil, named: "kana")
    #expect(!desk.engine.supports(kana) && desk.mode == "en-US")
    desk.type("k")
    #expect(drawn == "k‸")
  }
}
