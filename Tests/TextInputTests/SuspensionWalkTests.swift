// SPDX-License-Identifier: Apache-2.0
import Assistance
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing
import Text

@testable import TextInput

/// Delegates that always answer late, at every call, during keys, timers and actions of a program.
///
/// A debug build stops if an exclusive access is open at one of these suspensions.
@Suite(.notInFastRuns) struct SuspensionWalkTests {
  private static let keysOfWalk = 1000

  @Test(
    "No exclusive access is open while a delegate is called, whatever calls it",
    arguments: 0..<UInt64(Thoroughness.repetitions(8_000, long: 1_000_000) / keysOfWalk))
  func walk(seed: UInt64) {
    let walker = SuspensionWalker(seed: seed)
    for _ in 0..<Self.keysOfWalk { walker.step() }
    walker.answerEverything()
    #expect(walker.isSettled, "seed \(seed)")
    #expect(walker.asked == Set(SuspensionWalker.Question.allCases), "seed \(seed)")
  }
}

private final class SuspensionWalker: TextFieldDelegate, TextViewDelegate {
  enum Question: CaseIterable {
    case begin, end, change, clear, fieldReturn
  }

  private let engine = TextEngine()
  private let fields = ["a", "b", "secret"].map { TextField(name: $0) }
  private let view = TextView(name: "v")
  private var random: SeededGenerator
  private var open: [AnswerToken] = []
  private var time: Int64 = 0
  /// The kinds of questions that were asked while an operation could wait.
  private(set) var asked: Set<Question> = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed &+ 77)
    engine.allowsLateAnswers = true
    engine.assistant = Assistant()
    engine.settings.holdForAccents = true
    for field in fields {
      engine.window.addSubview(field)
      field.delegate = self
      field.addAction(for: .editingDidEndOnExit) {}
    }
    fields[1].clearsOnBeginEditing = true
    fields[2].traits.isSecureTextEntry = true
    engine.window.addSubview(view)
    view.delegate = self
    fields[0].becomeFirstResponder()
    engine.pasteboard.text = "pasted\ntext"
  }

  private var containers: [TextContainer] { fields + [view] }

  var isSettled: Bool {
    engine.operations.pending.isEmpty && engine.keyQueue.isEmpty && !engine.isKeySuspended
      && engine.isIdle
  }

  // MARK: Questions

  private func ask(_ question: Question, about container: TextContainer?) -> AnswerOutcome {
    engine.waitForAnswer(about: container) { [self] token in
      asked.insert(question)
      open.append(token)
    }
  }

  private func agrees(_ question: Question, about container: TextContainer? = nil) -> Bool {
    switch ask(question, about: container) {
    case .answered(let answer): answer.isYes
    default: true
    }
  }

  private func decide(_ container: TextContainer) -> TextChangeDecision {
    switch ask(.change, about: container) {
    case .answered(.no), .cancelled: .refuse
    case .answered(.replace(let text)): .replace(text)
    default: .accept
    }
  }

  func textFieldShouldBeginEditing(_ field: TextField) -> Bool { agrees(.begin) }
  func textFieldShouldEndEditing(_ field: TextField) -> Bool { agrees(.end) }
  func textFieldShouldClear(_ field: TextField) -> Bool { agrees(.clear, about: field) }
  func textFieldShouldReturn(_ field: TextField) -> Bool { agrees(.fieldReturn, about: field) }
  func textField(
    _ field: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision { decide(field) }
  func textViewShouldBeginEditing(_ view: TextView) -> Bool { agrees(.begin) }
  func textViewShouldEndEditing(_ view: TextView) -> Bool { agrees(.end) }
  func textView(
    _ view: TextView, decideAboutTextIn range: TextRange, replacementText text: String
  ) -> TextChangeDecision { decide(view) }

  // MARK: Steps

  private static let chords = BuiltinCommands.table.flatMap { row in
    row.chords.map { Typist.keystroke($0.description) }
  }

  private static let others: [Keystroke] =
    [
      "⏎", "⏎", "⇥", "⇥", "⇧⇥", "⌥⌘⌫", "⌫", "⌦", "⌘V", "⌘X", "⌘Z", "⇧⌘Z", "⌘A", "⌃K", "⌃Y", "⌃T",
      "F5",
      "⎋", "1", "↓", "↑",
    ].map(Typist.keystroke) + [
      Typist.composing(.pending(preview: "´")), Typist.composing(.completed, text: "é"),
      Typist.composing(.cancelled(swallowed: false), text: "´x", input: "x"),
    ]

  private func key() -> Keystroke {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: Typist.typing(String("aeo .,\"-'1é".randomElement(using: &random) ?? "a"))
    case 5: Self.chords.randomElement(using: &random) ?? Typist.shiftKey
    default: Self.others.randomElement(using: &random) ?? Typist.shiftKey
    }
  }

  func step() {
    if view.storage.count > 200 { view.text = "" }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: act()
    case 1:
      time += [1_000, 100_000, 400_000].randomElement(using: &random) ?? 0
      engine.advance(to: Timestamp(microseconds: time))
    default: hit(key())
    }
    deliver()
    // Often enough that most operations suspend more than once.
    if Int.random(in: 0..<3, using: &random) > 0 { answer() }
  }

  private func hit(_ keystroke: Keystroke) {
    time += 3_000
    var keystroke = keystroke
    for phase in [KeyEvent.Phase.press, .repeat, .release] {
      if phase == .repeat, Int.random(in: 0..<6, using: &random) > 0 { continue }
      keystroke = keystroke.phase(phase)
      keystroke.event.time = Timestamp(microseconds: time)
      engine.handle(keystroke)
      deliver()
    }
  }

  /// Performs an action of a program in which delegates are called.
  private func act() {
    let container = containers.randomElement(using: &random) ?? view
    let action = Int.random(in: 0..<9, using: &random)
    engine.perform { [view] in
      switch action {
      case 0: container.becomeFirstResponder()
      case 1: container.resignFirstResponder()
      case 2: (container as? TextField)?.clear()
      case 3: container.insertText("i")
      case 4: container.setMarkedText("ko", selectedRange: TextRange(caret: 2))
      case 5: container.unmarkText()
      case 6: container.insertFromAccessory("(a)")
      case 7: container.fill(with: "filled", isSecret: false, in: UndoGroup(number: 1))
      default: view.perform(EditingCommand.deleteWordBackward)
      }
    }
  }

  private func deliver() {
    var count = -1
    while count != open.count {
      count = open.count
      _ = engine.takeUpdates()
      engine.updatesWereDelivered()
    }
  }

  private func answer() {
    guard !open.isEmpty else { return }
    let token = open.remove(at: Int.random(in: 0..<open.count, using: &random))
    let answers: [DelegateAnswer] = [.yes, .yes, .yes, .no, .replace("r")]
    engine.resume(token, with: answers.randomElement(using: &random) ?? .yes)
    deliver()
  }

  func answerEverything() {
    while !open.isEmpty { answer() }
  }
}
