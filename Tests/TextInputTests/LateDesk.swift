// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

/// A desk with a field whose delegate answers late: the test sends the answers.
final class LateDesk {
  let engine = TextEngine()
  let field = TextField(name: "a")
  /// The changes that the delegate was consulted about, in order: `(0,0) x`.
  fileprivate(set) var asked: [String] = []
  /// The requests and the delivered updates, in order.
  var log: [String] = []
  /// Whether the delegate is consulted about Return and clearing too.
  var asksReturn = false
  var asksClear = false
  /// Whether the delegate is consulted about the beginning and the end of editing.
  var asksBegin = false
  var asksEnd = false
  /// Whether the delegate accepts changes immediately.
  var answersAtOnce = false
  /// The default answer.
  var defaultAnswer = false
  /// The answer to a change; nil for none in time.
  var decide: (String) -> DelegateAnswer? = { _ in nil }
  /// The text that each change inserted in the end.
  fileprivate(set) var outcomes: [String] = []
  /// The decisions of the delegate in the end, as values.
  fileprivate(set) var decisions: [TextChangeDecision] = []
  /// The immediate answers of the delegate, the next one last; nil for late answers.
  var known: [TextChangeDecision]?
  /// The results of ``TextEngine/handle(_:)`` for press and release.
  private(set) var dispositions: [Disposition] = []
  /// The keystrokes that ended later, with their dispositions.
  private(set) var ended: [String] = []
  /// When those keystrokes were typed, in microseconds.
  private(set) var endedTimes: [Int64] = []
  fileprivate var requests: [(name: String, token: AnswerToken, range: TextRange, text: String)] =
    []
  private var time: Int64 = 0
  private var delegate: LateDelegate?

  init() {
    engine.allowsLateAnswers = true
    engine.window.addSubview(field)
    let delegate = LateDelegate(self)
    self.delegate = delegate
    field.delegate = delegate
    engine.keystrokeDidEnd = { [unowned self] keystroke, disposition in
      ended.append("\(keystroke.charactersIgnoringModifiers) \(disposition)")
      endedTimes.append(keystroke.event.time.microseconds)
    }
  }

  func focusField() {
    field.becomeFirstResponder()
    _ = engine.takeUpdates()
  }

  /// Presses and releases a key for each character, all at one moment.
  func type(_ text: String, at microseconds: Int64? = nil) {
    time = microseconds ?? time
    for character in text { hit(Typist.typing(String(character)), at: time) }
  }

  /// Presses and releases a key at one moment.
  func hit(_ keystroke: Keystroke, at microseconds: Int64) {
    time = microseconds
    var keystroke = keystroke
    keystroke.event.time = Timestamp(microseconds: time)
    dispositions.append(engine.handle(keystroke))
    deliver()
    dispositions.append(engine.handle(keystroke.phase(.release)))
    deliver()
  }

  func advance(to microseconds: Int64) {
    time = microseconds
    engine.advance(to: Timestamp(microseconds: microseconds))
    deliver()
  }

  /// Delivers pending updates and sends the requests after them, until none is left.
  func deliver() {
    var count = -1
    while count != log.count {
      count = log.count
      for update in engine.takeUpdates() {
        if case .textDidChange(_, let range, let text, _) = update {
          log.append("text.didChange(\(range.start),\(range.length)) \(text)")
        }
      }
      engine.updatesWereDelivered()
    }
  }

  // MARK: Answers

  /// The number of open requests.
  var openCount: Int {
    requests.count { request in engine.operations.pending.contains { $0.token == request.token } }
  }

  /// The oldest open request.
  var open: (token: AnswerToken, range: TextRange, text: String)? {
    deliver()
    return requests.first { request in
      engine.operations.pending.contains { $0.token == request.token }
    }
    .map { ($0.token, $0.range, $0.text) }
  }

  /// Answers the oldest open request, or the one of a name.
  ///
  /// - Returns: Whether the answer was used.
  @discardableResult
  func answer(_ answer: DelegateAnswer, about name: String? = nil) -> Bool {
    deliver()
    let request = requests.first { request in
      name.map { $0 == request.name } ?? true
        && engine.operations.pending.contains { $0.token == request.token }
    }
    guard let request else { return false }
    defer { deliver() }
    return engine.resume(request.token, with: answer)
  }

  /// Answers the open request about a change with ``decide``, unless that returns nil.
  func answerOpen() {
    guard let open, let answer = decide(open.text) else { return }
    engine.resume(open.token, with: answer)
    deliver()
  }
}

/// A delegate that answers when its test tells it to.
final class LateDelegate: TextFieldDelegate {
  private unowned let desk: LateDesk

  init(_ desk: LateDesk) {
    self.desk = desk
  }

  /// Asks about the focus.
  private func wait(_ name: String, in window: Window?) -> Bool {
    let outcome = desk.engine.waitForAnswer(in: window) { [desk] token in
      desk.requests.append((name, token, TextRange(0, 0), ""))
    }
    return outcome == .answered(.yes)
  }

  func textFieldShouldBeginEditing(_ field: TextField) -> Bool {
    !desk.asksBegin || wait("begin \(field.name)", in: field.window)
  }

  func textFieldShouldEndEditing(_ field: TextField) -> Bool {
    !desk.asksEnd || wait("end \(field.name)", in: field.window)
  }

  private func wait(
    _ name: String, about field: TextField, _ range: TextRange = TextRange(0, 0),
    _ text: String = ""
  ) -> AnswerOutcome {
    desk.engine.waitForAnswer(about: field) { [desk] token in
      desk.log.append("asked (\(range.start),\(range.length)) \(text)")
      desk.requests.append((name, token, range, text))
      if name == "change" { desk.asked.append("(\(range.start),\(range.length)) \(text)") }
    }
  }

  func textField(
    _ field: TextField, decideAboutCharactersIn range: TextRange, replacementString text: String
  ) -> TextChangeDecision {
    if desk.answersAtOnce { return .accept }
    if desk.known != nil { return desk.known?.popLast() ?? .refuse }
    let decision: TextChangeDecision
    switch wait("change", about: field, range, text) {
    case .answered(.yes): decision = .accept
    case .answered(.no), .answered(.input), .cancelled: decision = .refuse
    case .answered(.replace(let other)): decision = .replace(other)
    case .timedOut, .overrun: decision = desk.defaultAnswer ? .accept : .refuse
    }
    desk.decisions.append(decision)
    switch decision {
    case .accept: desk.outcomes.append(text)
    case .refuse: desk.outcomes.append("")
    case .replace(let other): desk.outcomes.append(other)
    }
    return decision
  }

  func textFieldShouldReturn(_ field: TextField) -> Bool {
    guard desk.asksReturn else { return true }
    return wait("return \(field.name)", about: field) == .answered(.yes)
  }

  func textFieldShouldClear(_ field: TextField) -> Bool {
    guard desk.asksClear else { return true }
    return wait("clear \(field.name)", about: field) == .answered(.yes)
  }
}
