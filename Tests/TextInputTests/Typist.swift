// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import TextInput

/// A US keyboard and one text view: keys in, drawn text out.
///
/// A text is drawn as in the reference: `‸` is the caret, `«…»` a selection with `‸` at its active
/// end, `{…}` marked text, and `⏎` a newline.
final class Typist {
  let engine: TextEngine
  let view: TextView
  var updates: [Update] {
    get {
      engine.takeUpdates(into: &taken)
      return taken
    }
    set {
      _ = engine.takeUpdates()
      taken = newValue
    }
  }
  private var taken: [Update] = []
  private(set) var lastDisposition = Disposition.ignored
  private var keyboard = DeviceID(rawValue: 0)

  init(_ drawn: String = "‸", wrapWidth: Int? = nil, application: Responder? = nil) {
    engine = application.map { TextEngine(application: $0) } ?? TextEngine()
    view = engine.makeTextView(name: "view")
    view.layout.wrapWidth = wrapWidth
    let (text, selection) = Self.read(drawn)
    view.text = text
    view.select(selection)
    view.becomeFirstResponder()
    updates = []
  }

  /// The view's text, drawn.
  var drawn: String { Self.draw(view) }

  /// Presses and releases keys: chords in symbols, `⌘⇧←`, separated by spaces.
  @discardableResult
  func press(_ keys: String) -> Self {
    for key in keys.split(separator: " ") { hit(Self.keystroke(String(key))) }
    return self
  }

  /// Types text, one press for each character.
  @discardableResult
  func type(_ text: String) -> Self {
    for character in text { hit(Self.typing(String(character))) }
    return self
  }

  /// Presses and releases one key.
  @discardableResult
  func hit(_ keystroke: Keystroke) -> Disposition {
    lastDisposition = engine.handle(keystroke)
    engine.handle(keystroke.phase(.release))
    return lastDisposition
  }

  /// Sends one event unchanged.
  @discardableResult
  func send(_ keystroke: Keystroke, _ phase: KeyEvent.Phase) -> Disposition {
    lastDisposition = engine.handle(keystroke.phase(phase))
    return lastDisposition
  }

  /// The updates since the last call, each as a short line.
  func facts() -> [String] {
    defer { updates = [] }
    return updates.map(Self.fact)
  }

  // MARK: Keystrokes

  /// The keystroke of a chord on a US keyboard.
  static func keystroke(_ symbols: String) -> Keystroke {
    guard let chord = try? Chord(parsing: symbols) else {
      Issue.record("no chord: \(symbols)")
      return typing("")
    }
    var text = chord.input.rawValue.hasPrefix("input") ? "" : chord.input.rawValue
    var consumed: Modifiers = []
    if chord.modifiers.contains(.shift), let shifted = Self.shifted(text) {
      text = shifted
      consumed = .shift
    }
    let keysym = text.unicodeScalars.first.map { $0.value >= 0x20 ? $0.value : 0 } ?? 0
    if !chord.modifiers.isDisjoint(with: [.control, .command, .option]) { text = "" }
    return Keystroke(
      event: event(chord.input.rawValue), keysym: Keysym(rawValue: keysym), text: text,
      modifiers: chord.modifiers, consumedModifiers: consumed,
      charactersIgnoringModifiers: chord.input)
  }

  /// A keystroke that types some text.
  static func typing(_ text: String) -> Keystroke {
    let isCapital = text.lowercased() != text
    return Keystroke(
      event: event(text), keysym: Keysym(rawValue: 0x61), text: text == "\n" ? "\r" : text,
      modifiers: isCapital ? .shift : [], consumedModifiers: isCapital ? .shift : [],
      charactersIgnoringModifiers: text == "\n" ? .return : KeyInput(text.lowercased()))
  }

  /// A keystroke of a dead key or compose sequence.
  static func composing(
    _ composition: Keystroke.Composition, text: String = "", input: KeyInput = "e",
    modifiers: Modifiers = []
  ) -> Keystroke {
    Keystroke(
      event: event(input.rawValue), text: text, modifiers: modifiers, consumedModifiers: modifiers,
      charactersIgnoringModifiers: input, composition: composition)
  }

  /// A press of a modifier key.
  static let shiftKey = Keystroke(
    event: KeyEvent(
      time: .zero, device: DeviceID(rawValue: 0), code: .leftShift, phase: .press),
    keysym: Keysym(rawValue: 0xFFE1), modifiers: .shift)

  private static func event(_ input: String) -> KeyEvent {
    let code = UInt16(truncatingIfNeeded: 1 + input.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFF)
    return KeyEvent(
      time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(code), phase: .press)
  }

  private static func shifted(_ text: String) -> String? {
    let capital = text.uppercased()
    if capital != text, capital.count == 1 { return capital }
    let pairs: [String: String] = ["7": "&", "'": "\"", "/": "?", ";": ":", "2": "@"]
    return pairs[text]
  }

  // MARK: Drawing

  static func draw(_ view: TextContainer) -> String {
    var marks: [(offset: Int, order: Int, mark: String)] = []
    let selection = view.selection
    if let marked = view.markedRange {
      marks += [(marked.start, 0, "{"), (marked.end, 4, "}")]
    }
    if !selection.isCaret {
      marks += [(selection.range.start, 1, "«"), (selection.range.end, 3, "»")]
    }
    marks.append((selection.head, 2, "‸"))
    marks.sort { ($0.offset, $0.order) < ($1.offset, $1.order) }
    var units = Array(view.text.utf16)
    for mark in marks.reversed() { units.insert(contentsOf: mark.mark.utf16, at: mark.offset) }
    return String(decoding: units, as: UTF16.self)
      .replacing("\r\n", with: "␍").replacing("\n", with: "⏎")
  }

  static func read(_ drawn: String) -> (text: String, selection: Selection) {
    var text = ""
    var head: Int?
    var start: Int?
    var end: Int?
    for character in drawn {
      switch character {
      case "‸": head = text.utf16.count
      case "«": start = text.utf16.count
      case "»": end = text.utf16.count
      case "⏎": text += "\n"
      case "␍": text += "\r\n"
      default: text.append(character)
      }
    }
    guard let head else { return (text, Selection(caret: text.utf16.count)) }
    guard let start, let end else { return (text, Selection(caret: head)) }
    return (text, Selection(anchor: head == start ? end : start, head: head))
  }

  /// The candidates, the highlighted one in brackets.
  static func draw(_ list: CandidateList) -> String {
    list.items.indices.map {
      $0 == list.highlighted ? "[\(list.items[$0].text)]" : list.items[$0].text
    }.joined(separator: " ")
  }

  static func fact(_ update: Update) -> String {
    switch update {
    case .textDidChange(_, let range, let text, let origin):
      "text (\(range.start),\(range.length)) \(text) \(origin)"
    case .selectionDidChange(_, let selection):
      selection.isCaret
        ? "selection \(selection.head)" : "selection \(selection.anchor)→\(selection.head)"
    case .selectionDidEnd: "selection none"
    case .markedDidChange(_, let range, let segments):
      range.map { "marked (\($0.start),\($0.length)) \(segments.text)" } ?? "marked none"
    case .candidatesDidChange(let list, _):
      "candidates \(list.map(Self.draw) ?? "none")"
    case .modeDidChange(let mode): "mode \(mode.id)"
    case .commandInvoked(let id, _, let target, _): "command \(id) \(target)"
    case .correctionDidChange(_, let correction, _):
      "\(update.name) (\(correction.range.start),\(correction.range.length)) "
        + "\(correction.typed) → \(correction.replacement)"
    case .inlineDidChange(_, let text): "inline \(text ?? "none")"
    case .viewDidScroll(_, let topOffset): "scroll \(topOffset)"
    case .spellingDidChange(_, let range, let words):
      "spelling \(range.start)..<\(range.end) "
        + words.map { "\($0.start)..<\($0.end)" }.joined(separator: " ")
    default: update.name
    }
  }
}

extension TextEngine {
  /// Adds a text view to the window.
  func makeTextView(name: String, traits: TextInputTraits = TextInputTraits()) -> TextView {
    let view = TextView(name: name, traits: traits)
    window.addSubview(view)
    return view
  }
}

extension Keystroke {
  func phase(_ phase: KeyEvent.Phase) -> Keystroke {
    var copy = self
    copy.event.phase = phase
    if phase == .release || phase == .cancel {
      copy.text = ""
      copy.composition = .none
    }
    return copy
  }
}
