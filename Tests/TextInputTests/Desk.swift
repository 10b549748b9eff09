// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors

@testable import TextInput

/// A desk with containers and a clock: keys in, updates out.
final class Desk {
  let engine: TextEngine
  private(set) var now: Int64 = 0

  /// Creates a desk with built-in modes, whose ids are separated by spaces.
  ///
  /// Unless `registersMethods` is false, each has the input method that it needs.
  init(
    modes: String = "", memory: any InputMemory = VolatileMemory(),
    application: Responder = Application(), registersMethods: Bool = true
  ) {
    let list = ModeList(
      modes.split(separator: " ").compactMap { id in
        TextInputMode.builtin.first { $0.id == id }
      })
    engine = TextEngine(application: application, modes: list, memory: memory)
    for name in list.modes.compactMap(\.inputMethod) where registersMethods {
      engine.registerInputMethod(NoOpinion(), named: name)
    }
    _ = engine.takeUpdates()
  }

  /// An input method that handles no key.
  final class NoOpinion: InputMethod {
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      .noOpinion
    }
    func contextDidChange(_ context: InputMethodContext) {}
  }

  /// A desk with one text view that has the focus, its text drawn as ``Typist`` draws it.
  static func showing(_ drawn: String) -> (Desk, TextView) {
    let desk = Desk()
    let view = desk.add(TextView(name: "view"))
    let (text, selection) = Typist.read(drawn)
    view.text = text
    view.select(selection)
    _ = desk.engine.takeUpdates()
    return (desk, view)
  }

  /// Adds a container and gives it the focus.
  @discardableResult
  func add<Container: TextContainer>(_ container: Container) -> Container {
    engine.window.addSubview(container)
    container.becomeFirstResponder()
    _ = engine.takeUpdates()
    return container
  }

  /// Adds a field with some traits and gives it the focus.
  @discardableResult
  func field(
    _ name: String = "field", _ change: (inout TextInputTraits) -> Void = { _ in }
  ) -> TextField {
    var traits = TextInputTraits()
    change(&traits)
    return add(TextField(name: name, traits: traits))
  }

  /// Lets time pass, with a wake-up at each deadline.
  @discardableResult
  func wait(_ milliseconds: Int64) -> Self {
    let end = now + milliseconds * 1000
    while let deadline = engine.nextDeadline, deadline.microseconds <= end {
      engine.advance(to: deadline)
    }
    now = end
    return self
  }

  @discardableResult
  func send(_ keystroke: Keystroke, _ phase: KeyEvent.Phase) -> Disposition {
    var keystroke = keystroke.phase(phase)
    keystroke.event.time = Timestamp(microseconds: now)
    return engine.handle(keystroke)
  }

  /// Presses and releases keys: chords in symbols, separated by spaces.
  @discardableResult
  func press(_ keys: String) -> Disposition {
    var last = Disposition.ignored
    for key in keys.split(separator: " ") {
      let keystroke = Self.keystroke(String(key))
      last = send(keystroke, .press)
      send(keystroke, .release)
    }
    return last
  }

  /// Types text, one press for each character.
  func type(_ text: String) {
    for character in text {
      send(Typist.typing(String(character)), .press)
      send(Typist.typing(String(character)), .release)
    }
  }

  /// Holds a key down.
  @discardableResult
  func down(_ key: String) -> Disposition { send(Self.keystroke(key), .press) }

  @discardableResult
  func up(_ key: String) -> Disposition { send(Self.keystroke(key), .release) }

  @discardableResult
  func repeats(_ key: String) -> Disposition { send(Self.keystroke(key), .repeat) }

  /// The updates since the last call, without those of the keyboard area.
  func facts() -> [String] {
    engine.takeUpdates().filter { $0.keyboardFact == nil }.map(Typist.fact)
  }

  /// The updates of one name since the last call.
  func facts(_ name: String) -> [String] {
    engine.takeUpdates().filter { $0.name == name }.map(Typist.fact)
  }

  var mode: String { engine.modes.current.id }
  var list: String { engine.candidates.map(Typist.draw) ?? "none" }

  /// A chord, `globe`, `fn`, a modifier key such as `cmd`, or a text to type.
  static func keystroke(_ key: String) -> Keystroke {
    switch key {
    case "globe": return plain(KeyCode(0x248))
    case "fn": return plain(KeyCode(0x1D0))
    case "caps": return modifier(.capsLock, 0xFFE5, [])
    case "cmd": return modifier(KeyCode(125), 0xFFEB, .command)
    case "right-cmd": return modifier(KeyCode(126), 0xFFEC, .command)
    case "shift": return modifier(.leftShift, 0xFFE1, .shift)
    case "cmd+shift": return modifier(.leftShift, 0xFFE1, [.command, .shift])
    case "shift+cmd": return modifier(KeyCode(125), 0xFFEB, [.command, .shift])
    default:
      let isChord = key.count > 1 || "⎋⏎⌫⌦⇥←→↑↓␠⇞⇟".contains(key)
      return isChord ? Typist.keystroke(key) : Typist.typing(key)
    }
  }

  private static func modifier(
    _ code: KeyCode, _ keysym: UInt32, _ modifiers: Modifiers
  ) -> Keystroke {
    var keystroke = plain(code)
    keystroke.keysym = Keysym(rawValue: keysym)
    keystroke.modifiers = modifiers
    return keystroke
  }

  private static func plain(_ code: KeyCode) -> Keystroke {
    Keystroke(
      event: KeyEvent(time: .zero, device: DeviceID(rawValue: 0), code: code, phase: .press))
  }
}
