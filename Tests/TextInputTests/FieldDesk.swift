// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import TextInput

/// A desk with fields and views that share one delegate: its calls and the updates are in one list,
/// in order, as `field focus.shouldBegin`.
final class FieldDesk {
  let engine: TextEngine
  let delegate: QuestionRecorder
  private(set) var lastDisposition = Disposition.ignored
  private var time = Timestamp.zero

  init(application: Responder = Application()) {
    engine = TextEngine(application: application)
    delegate = QuestionRecorder(engine)
  }

  /// Adds a field with a text, its caret at the end.
  @discardableResult
  func field(_ name: String, _ text: String = "", in view: View? = nil) -> TextField {
    let field = TextField(name: name)
    field.text = text
    field.delegate = delegate
    add(field, in: view)
    return field
  }

  /// Adds a view with a text, its caret at the end.
  @discardableResult
  func view(_ name: String, _ text: String = "", in superview: View? = nil) -> TextView {
    let view = TextView(name: name)
    view.text = text
    view.delegate = delegate
    add(view, in: superview)
    return view
  }

  func add(_ container: TextContainer, in view: View? = nil) {
    (view ?? engine.window).addSubview(container)
    delegate.names[container.id] = container.name
  }

  /// Presses and releases keys: chords in symbols, separated by spaces.
  @discardableResult
  func press(_ keys: String) -> Self {
    for key in keys.split(separator: " ") { hit(Typist.keystroke(String(key))) }
    return self
  }

  /// Types text, one press for each character.
  @discardableResult
  func type(_ text: String) -> Self {
    for character in text { hit(Typist.typing(String(character))) }
    return self
  }

  func hit(_ keystroke: Keystroke) {
    var keystroke = keystroke
    keystroke.event.time = time
    lastDisposition = engine.handle(keystroke)
    engine.handle(keystroke.phase(.release))
  }

  /// Lets time pass.
  func wait(microseconds: Int64) {
    time = time.advanced(byMicroseconds: microseconds)
    engine.advance(to: time)
  }

  /// The delegate's calls and the updates since the last call; those of the keyboard area only on
  /// request.
  func log(keyboard: Bool = false) -> [String] {
    delegate.drain()
    defer { delegate.log = [] }
    return delegate.log.filter { keyboard || !$0.hasPrefix("keyboard.") }
  }
}

/// A delegate that records its calls among the updates, and answers and acts as configured.
final class QuestionRecorder: TextFieldDelegate, TextViewDelegate {
  var log: [String] = []
  var names: [ContainerID: String] = [:]
  /// The answer to a call, `a focus.shouldBegin`; yes by default.
  var answers: [String: Bool] = [:]
  /// The action that a call performs once.
  var acts: [String: () -> Void] = [:]
  /// The notifications, each with the text at that time.
  var reported: [String] = []
  private weak var engine: TextEngine?

  init(_ engine: TextEngine) {
    self.engine = engine
  }

  func drain() {
    for update in engine?.takeUpdates() ?? [] { log.append(line(update)) }
  }

  private func line(_ update: Update) -> String {
    switch update {
    case .textDidChange(let id, let range, let text, let origin):
      "\(name(id)) text.didChange(\(range.start),\(range.length)) \(text) \(origin)"
    case .selectionDidChange(let id, let selection):
      "\(name(id)) selection.didChange \(selection.isCaret ? "\(selection.head)" : "\(selection.anchor)→\(selection.head)")"
    case .selectionDidEnd(let id): "\(name(id)) selection.didChange none"
    case .markedDidChange(let id, _, let segments):
      "\(name(id)) marked.didChange \(segments.text)"
    case .editingChanged(let id), .didEndOnExit(let id), .focusDidBegin(let id):
      "\(name(id)) \(update.name)"
    case .focusDidEnd(let id, let reason): "\(name(id)) focus.didEnd(\(reason.wireWord))"
    case .traitsDidChange(let id, let traits):
      "\(name(id)) traits.didChange \(traits.keyboardType) \(traits.returnKeyType)"
    case .commandInvoked(let id, _, let target, _): "command \(id) \(target)"
    default: update.name
    }
  }

  private func name(_ id: ContainerID) -> String { names[id] ?? "?" }

  private func ask(_ question: String, _ details: String = "") -> Bool {
    drain()
    log.append(question + details)
    act(question)
    return answers[question] ?? true
  }

  private func tell(_ fact: String, _ container: TextContainer) {
    reported.append("\(container.name) \(fact) \(container.text)")
    act("\(container.name) \(fact)")
  }

  private func act(_ name: String) {
    acts.removeValue(forKey: name)?()
  }

  func textFieldShouldBeginEditing(_ field: TextField) -> Bool {
    ask("\(field.name) focus.shouldBegin")
  }
  func textFieldDidBeginEditing(_ field: TextField) { tell("didBegin", field) }
  func textFieldShouldEndEditing(_ field: TextField) -> Bool {
    ask("\(field.name) focus.shouldEnd")
  }
  func textFieldDidEndEditing(_ field: TextField, reason: EditingEndReason) {
    tell("didEnd(\(reason.wireWord))", field)
  }
  func textField(
    _ field: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool {
    ask(
      "\(field.name) text.shouldChange", "(\(range.start),\(range.length)) \(replacementString)")
  }
  func textFieldDidChangeSelection(_ field: TextField) { tell("didChangeSelection", field) }
  func textFieldShouldClear(_ field: TextField) -> Bool { ask("\(field.name) field.shouldClear") }
  func textFieldShouldReturn(_ field: TextField) -> Bool { ask("\(field.name) field.shouldReturn") }

  func textViewShouldBeginEditing(_ view: TextView) -> Bool {
    ask("\(view.name) focus.shouldBegin")
  }
  func textViewDidBeginEditing(_ view: TextView) { tell("didBegin", view) }
  func textViewShouldEndEditing(_ view: TextView) -> Bool { ask("\(view.name) focus.shouldEnd") }
  func textViewDidEndEditing(_ view: TextView) { tell("didEnd", view) }
  func textView(
    _ view: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool {
    ask("\(view.name) text.shouldChange", "(\(range.start),\(range.length)) \(text)")
  }
  func textViewDidChange(_ view: TextView) { tell("didChange", view) }
  func textViewDidChangeSelection(_ view: TextView) { tell("didChangeSelection", view) }
}
