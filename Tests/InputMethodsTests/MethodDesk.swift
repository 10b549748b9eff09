// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing
import TextInput

/// An engine with one text and one input method, and a US keyboard with real key codes.
///
/// A text is drawn as in the reference: `‸` is the caret, `«…»` a selection with `‸` at its active
/// end, `{…}` marked text with `|` between segments and `[…]` around the focused one, and `⏎` a
/// newline.
final class MethodDesk {
  let engine: TextEngine
  let container: TextContainer
  private(set) var lastDisposition = Disposition.ignored
  private var delivered: [Update] = []

  /// Creates an engine whose only method `makeMethod` creates.
  init(
    _ makeMethod: (TextEngine) -> any InputMethod, language: String = "ko",
    isField: Bool = false, traits: (inout TextInputTraits) -> Void = { _ in },
    memory: any InputMemory = VolatileMemory()
  ) {
    let mode = TextInputMode(
      LanguageTag(language) ?? LanguageTag(language: language), inputMethod: "method",
      displayName: language)
    engine = TextEngine(modes: ModeList([mode, .english]), memory: memory)
    container = isField ? TextField(name: "field") : TextView(name: "view")
    traits(&container.traits)
    engine.window.addSubview(container)
    engine.registerInputMethod(makeMethod(engine), named: "method")
    container.becomeFirstResponder()
    _ = engine.takeUpdates()
  }

  convenience init(_ method: any InputMethod, language: String = "ko") {
    self.init({ _ in method }, language: language)
  }

  /// Types text, one press for each character; `⏎`, `⌫`, `␠` and `⎋` stand for these keys.
  @discardableResult
  func type(_ text: String) -> Self {
    for character in text where character != " " { press(String(character)) }
    return self
  }

  /// Presses and releases keys: chords in symbols, `⌥⏎`, or names in angle brackets, `<KEY_HANJA>`;
  /// separated by spaces.
  @discardableResult
  func press(_ keys: String) -> Self {
    for key in keys.split(separator: " ") { hit(Self.keystroke(String(key))) }
    return self
  }

  func hit(_ keystroke: Keystroke) {
    lastDisposition = engine.handle(keystroke)
    var release = keystroke
    release.event.phase = .release
    release.text = ""
    engine.handle(release)
    deliver()
  }

  /// Delivers the updates, unless a key waits: then the test says when its request is sent.
  func deliver() {
    guard engine.pendingKeystroke == nil else { return }
    for _ in 0..<2 {
      engine.takeUpdates(into: &delivered)
      engine.updatesWereDelivered()
    }
  }

  // MARK: Keys

  static func keystroke(_ symbols: String) -> Keystroke {
    var modifiers: Modifiers = []
    var rest = Substring(symbols)
    let flags: [Character: Modifiers] = [
      "⌃": .control, "⌥": .option, "⇧": .shift, "⌘": .command, "⇪": .alphaShift,
    ]
    while rest.count > 1, let first = rest.first, let flag = flags[first] {
      modifiers.insert(flag)
      rest.removeFirst()
    }
    let key = rest == "␠" ? " " : String(rest)
    if let named = named[key] { return stroke(named.code, named.input, text: "", modifiers) }
    if key.hasPrefix("<"), let code = KeyCode(name: String(key.dropFirst().dropLast())) {
      if let typed = codes.first(where: { $0.value == code })?.key {
        return keystroke(String(typed))
      }
      if key == "<KEY_RO>" || key == "<KEY_YEN>" { return stroke(code, "\\", text: "\\", []) }
      let number = Int(key.dropFirst(6).dropLast()) ?? 0
      let input = key.hasPrefix("<KEY_F") ? KeyInput.function(number) : ""
      return stroke(code, input, text: "", modifiers)
    }
    var plain = key
    if let place = shiftedKeys.firstIndex(of: Character(key)) {
      plain = String(plainKeys[place])
      modifiers.insert(.shift)
    }
    let code = codes[Character(plain)] ?? KeyCode(0)
    let isChord = !modifiers.isDisjoint(with: [.control, .command, .option])
    var shifted = plain
    if modifiers.contains(.shift), let place = plainKeys.firstIndex(of: Character(plain)) {
      shifted = String(shiftedKeys[place])
    }
    return stroke(
      code, KeyInput(plain), text: isChord ? "" : shifted, modifiers,
      consumed: shifted == plain ? [] : .shift)
  }

  private static func stroke(
    _ code: KeyCode, _ input: KeyInput, text: String, _ modifiers: Modifiers,
    consumed: Modifiers = []
  ) -> Keystroke {
    let typed =
      text.isEmpty && modifiers.isDisjoint(with: [.control, .command])
        && [.return, .tab].contains(input) ? input.rawValue : text
    return Keystroke(
      event: KeyEvent(time: .zero, device: DeviceID(rawValue: 0), code: code, phase: .press),
      keysym: Keysym(rawValue: 0x61), text: typed, modifiers: modifiers,
      consumedModifiers: consumed, charactersIgnoringModifiers: input)
  }

  private static let named: [String: (code: KeyCode, input: KeyInput)] = [
    "⏎": (.enter, .return), "⌫": (.backspace, .delete), "⎋": (.escape, .escape),
    "⇥": (.tab, .tab), "←": (KeyCode(105), .leftArrow), "→": (KeyCode(106), .rightArrow),
    "↑": (KeyCode(103), .upArrow), "↓": (KeyCode(108), .downArrow),
    "⇞": (KeyCode(104), .pageUp), "⇟": (KeyCode(109), .pageDown),
  ]

  private static let plainKeys = Array("`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./")
  private static let shiftedKeys = Array("~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"ZXCVBNM<>?")
  private static let codes: [Character: KeyCode] = {
    var codes: [Character: KeyCode] = [" ": .space, "`": KeyCode(41)]
    let rows: [(UInt16, String)] = [
      (2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'"), (43, "\\zxcvbnm,./"),
    ]
    for (first, keys) in rows {
      for (offset, key) in keys.enumerated() { codes[key] = KeyCode(first + UInt16(offset)) }
    }
    return codes
  }()

  // MARK: Results

  /// The text, drawn.
  var drawn: String {
    let text = container.text
    var marks: [(offset: Int, order: Int, mark: String)] = []
    let selection = container.selection
    if let marked = container.markedRange {
      marks += [(marked.start, 0, "{"), (marked.end, 7, "}")]
      var place = marked.start
      for (index, segment) in container.markedSegments.enumerated() {
        if index > 0 { marks.append((place, 5, "|")) }
        if segment.style == .focused { marks.append((place, 6, "[")) }
        place += segment.text.utf16.count
        if segment.style == .focused { marks.append((place, 4, "]")) }
      }
    }
    if !selection.isCaret {
      marks += [(selection.range.start, 1, "«"), (selection.range.end, 3, "»")]
    }
    marks.append((selection.head, 2, "‸"))
    var result = ""
    var offset = 0
    let sorted = marks.sorted { ($0.offset, $0.order) < ($1.offset, $1.order) }
    for mark in sorted {
      result += container.storage.substring(TextRange(offset, mark.offset)) + mark.mark
      offset = mark.offset
    }
    return (result + container.storage.substring(TextRange(offset, text.utf16.count)))
      .replacing("\n", with: "⏎")
  }

  /// The visible page of candidates, the highlighted one in brackets; empty without a list.
  var row: String {
    guard let list = engine.candidates else { return "" }
    return list.visible.map { index in
      let text = list.items[index].text
      return index == list.highlighted ? "[\(text)]" : text
    }.joined(separator: " ")
  }

  /// The updates of text and marked text since the last call.
  func facts() -> [String] {
    engine.takeUpdates(into: &delivered)
    defer { delivered = [] }
    return delivered.compactMap { update in
      switch update {
      case .textDidChange(_, let range, let text, _): "text \(range.start)-\(range.end) \(text)"
      case .markedDidChange(_, let range, let segments):
        range == nil ? "unmarked" : "marked \(segments.text)"
      default: nil
      }
    }
  }
}
