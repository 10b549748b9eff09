// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

@testable import Assistance

/// A keyboard, one text and the assistant: keys in, drawn text out.
///
/// A text is drawn as in the reference: `‸` is the caret, `⟦…⟧` a selection with `‸` at its active
/// end, `⏎` a newline, and `␣` a no-break space.
final class HelpedTypist {
  let engine: TextEngine
  let container: TextContainer
  let assistant = Assistant()

  init(
    _ drawn: String = "‸", in language: String = "en-US", isField: Bool = false,
    settings: [WritableKeyPath<TextInputSettings, Bool>: Bool] = [:],
    traits: (inout TextInputTraits) -> Void = { _ in }
  ) {
    let tag = LanguageTag(language) ?? .english
    let mode = TextInputMode(tag, displayName: language, layout: KeyboardLayout("us"))
    engine = TextEngine(modes: ModeList([mode]))
    for (setting, value) in settings { engine.settings[keyPath: setting] = value }
    var wanted = TextInputTraits()
    traits(&wanted)
    container =
      isField ? TextField(name: "field", traits: wanted) : TextView(name: "view", traits: wanted)
    engine.window.addSubview(container)
    engine.assistant = assistant
    container.becomeFirstResponder()
    show(drawn)
  }

  /// Sets the text and the selection, as a program does.
  func show(_ drawn: String) {
    var text = ""
    var marks: [Character: Int] = [:]
    for character in drawn {
      switch character {
      case "‸", "⟦", "⟧": marks[character] = text.utf16.count
      case "⏎": text += "\n"
      case "␣": text += "\u{A0}"
      default: text.append(character)
      }
    }
    container.text = text
    let caret = marks["‸"] ?? text.utf16.count
    let start = marks["⟦"] ?? caret
    let end = marks["⟧"] ?? caret
    container.select(Selection(anchor: caret == start ? end : start, head: caret))
    _ = engine.takeUpdates()
  }

  /// The text, drawn.
  var drawn: String {
    let selection = container.selection
    var marks = [(selection.head, "‸")]
    if !selection.isCaret {
      marks.insert((selection.range.start, "⟦"), at: 0)
      marks.append((selection.range.end, "⟧"))
    }
    var units = Array(container.text.utf16)
    for (offset, mark) in marks.reversed() { units.insert(contentsOf: mark.utf16, at: offset) }
    return String(decoding: units, as: UTF16.self)
      .replacing("\n", with: "⏎").replacing("\u{A0}", with: "␣")
  }

  /// The text without the caret, drawn.
  var text: String { drawn.replacing("‸", with: "") }

  /// Types text, one key press for each character; `⌫` and `⏎` are keys.
  @discardableResult
  func type(_ text: String) -> Self {
    for character in text {
      switch character {
      case "⌫", "⏎": press(String(character))
      default: hit(Self.typing(String(character)))
      }
    }
    return self
  }

  /// Presses and releases keys: chords in symbols, separated by spaces.
  @discardableResult
  func press(_ keys: String) -> Self {
    for key in keys.split(separator: " ") {
      guard let chord = try? Chord(parsing: String(key)) else { continue }
      var keystroke = Self.typing(chord.input.rawValue)
      keystroke.modifiers = chord.modifiers
      keystroke.charactersIgnoringModifiers = chord.input
      let isText = !chord.input.rawValue.hasPrefix("input")
      let types = chord.modifiers.isDisjoint(with: [.control, .command, .option])
      keystroke.text = isText && types ? chord.input.rawValue : ""
      hit(keystroke)
    }
    return self
  }

  /// Presses and releases a key, and delivers the updates as the program does.
  func hit(_ keystroke: Keystroke) {
    engine.handle(keystroke)
    engine.updatesWereDelivered()
    var release = keystroke
    release.event.phase = .release
    release.text = ""
    engine.handle(release)
  }

  /// The keystroke that types a character.
  static func typing(_ text: String) -> Keystroke {
    let code = UInt16(truncatingIfNeeded: 1 + text.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFF)
    let isCapital = text.lowercased() != text
    return Keystroke(
      event: KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(code), phase: .press),
      keysym: Keysym(rawValue: 0x61), text: text, modifiers: isCapital ? .shift : [],
      consumedModifiers: isCapital ? .shift : [],
      charactersIgnoringModifiers: KeyInput(text.lowercased()))
  }
}
