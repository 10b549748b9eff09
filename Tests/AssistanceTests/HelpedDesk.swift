// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import Assistance
@testable import TextInput

/// A desk with an engine, the assistant and a scripted vocabulary: keys in, updates out.
final class HelpedDesk {
  let engine: TextEngine
  let vocabulary = ScriptedVocabulary()
  let personalWords = PersonalWords()
  let assistant: Assistant
  /// The delegate's calls about text, each as `(start,length) text`.
  let delegate = RecordingDelegate()

  /// Creates a desk with built-in modes, whose ids are separated by spaces.
  ///
  /// - Parameters:
  ///   - modes: the ids.
  ///   - vocabularies: the words; by default those of ``vocabulary``.
  init(modes: String = "", vocabularies: (any VocabularySource)? = nil) {
    let list = ModeList(
      modes.split(separator: " ").compactMap { id in
        TextInputMode.builtin.first { $0.id == id }
      })
    engine = TextEngine(modes: list)
    for name in list.modes.compactMap(\.inputMethod) {
      engine.registerInputMethod(NoOpinion(), named: name)
    }
    assistant = Assistant(
      vocabularies: vocabularies ?? vocabulary, personalWords: personalWords)
    engine.assistant = assistant
  }

  private final class NoOpinion: InputMethod {
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      .noOpinion
    }
    func contextDidChange(_ context: InputMethodContext) {}
  }

  /// Adds a text view and gives it the focus.
  @discardableResult
  func view(_ change: (inout TextInputTraits) -> Void = { _ in }) -> TextView {
    var traits = TextInputTraits()
    traits.autocapitalizationType = .none
    change(&traits)
    let view = TextView(name: "view", traits: traits)
    view.delegate = delegate
    return add(view)
  }

  /// Adds a field and gives it the focus.
  @discardableResult
  func field(_ change: (inout TextInputTraits) -> Void = { _ in }) -> TextField {
    var traits = TextInputTraits()
    traits.autocapitalizationType = .none
    change(&traits)
    let field = TextField(name: "field", traits: traits)
    field.delegate = delegate
    return add(field)
  }

  /// Adds a container and gives it the focus.
  @discardableResult
  func add<Container: TextContainer>(_ container: Container) -> Container {
    engine.window.addSubview(container)
    container.becomeFirstResponder()
    _ = engine.takeUpdates()
    return container
  }

  /// Presses and releases keys, separated by spaces: chords in symbols, or a text to type.
  ///
  /// The updates are delivered after each.
  @discardableResult
  func press(_ keys: String) -> Disposition {
    var last = Disposition.ignored
    for key in keys.split(separator: " ") { last = hit(Self.keystroke(String(key))) }
    return last
  }

  /// Types text, one key for each character.
  @discardableResult
  func type(_ text: String) -> Self {
    for character in text { hit(Self.typing(String(character))) }
    return self
  }

  @discardableResult
  private func hit(_ keystroke: Keystroke) -> Disposition {
    let disposition = engine.handle(keystroke)
    engine.updatesWereDelivered()
    var release = keystroke
    release.event.phase = .release
    release.text = ""
    engine.handle(release)
    return disposition
  }

  /// The updates since the last call, without those of the keyboard area.
  func facts() -> [String] {
    engine.updatesWereDelivered()
    return engine.takeUpdates().compactMap(Self.fact)
  }

  /// The updates of corrections since the last call.
  func corrections() -> [String] { facts().filter { $0.hasPrefix("correction.") } }

  /// The row, the highlighted slot in brackets; the literal in quotes, and a source after a colon.
  var row: String {
    engine.updatesWereDelivered()
    guard let list = engine.candidates else { return "none" }
    return list.items.enumerated().map { index, item in
      var text = item.role == .literal ? "“\(item.text)”" : item.text
      if let source = item.annotation { text += ":\(source)" }
      return index == list.highlighted ? "[\(text)]" : text
    }.joined(separator: " | ")
  }

  /// The roles of the row.
  var roles: [Candidate.Role?] { engine.candidates?.items.map(\.role) ?? [] }

  // MARK: Keystrokes

  static func keystroke(_ key: String) -> Keystroke {
    let isChord = key.count > 1 || "⎋⏎⌫⌦⇥←→↑↓␠".contains(key)
    guard isChord, let chord = try? Chord(parsing: key) else { return typing(key) }
    var text = chord.input.rawValue.hasPrefix("input") ? "" : chord.input.rawValue
    switch chord.input {
    case .return: text = "\r"
    case .tab: text = "\t"
    default: break
    }
    if !chord.modifiers.isDisjoint(with: [.control, .command, .option]) { text = "" }
    return Keystroke(
      event: event(chord.input.rawValue), keysym: Keysym(rawValue: 0x61), text: text,
      modifiers: chord.modifiers, charactersIgnoringModifiers: chord.input)
  }

  static func typing(_ text: String) -> Keystroke {
    let isCapital = text.lowercased() != text
    return Keystroke(
      event: event(text), keysym: Keysym(rawValue: 0x61), text: text == "\n" ? "\r" : text,
      modifiers: isCapital ? .shift : [], consumedModifiers: isCapital ? .shift : [],
      charactersIgnoringModifiers: text == "\n" ? .return : KeyInput(text.lowercased()))
  }

  private static func event(_ input: String) -> KeyEvent {
    let code = UInt16(truncatingIfNeeded: 1 + input.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFF)
    return KeyEvent(
      time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(code), phase: .press)
  }

  private static func fact(_ update: Update) -> String? {
    switch update {
    case .textDidChange(_, let range, let text, _):
      return "text (\(range.start),\(range.length)) \(text)"
    case .correctionDidChange(_, let correction, _):
      return "\(update.name) \(correction.typed) → \(correction.replacement)"
    case .candidatesDidChange(let list, _):
      return "candidates " + (list.map { $0.items.map(\.text).joined(separator: " ") } ?? "none")
    case .inlineDidChange(_, let text): return "inline \(text ?? "none")"
    case .selectionDidChange, .keyboard: return nil
    default: return update.name
    }
  }
}

/// A delegate that records its calls about text, and refuses some changes.
final class RecordingDelegate: TextViewDelegate, TextFieldDelegate {
  var asked: [String] = []
  /// Called with the text of each change; returns whether it is refused.
  var refuses: (String) -> Bool = { _ in false }

  private func answer(_ range: TextRange, _ text: String) -> Bool {
    asked.append("(\(range.start),\(range.length)) \(text)")
    return !refuses(text)
  }
  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool { answer(range, text) }
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { answer(range, replacementString) }
}
