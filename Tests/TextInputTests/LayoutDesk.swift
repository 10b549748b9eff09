// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import Testing

@testable import TextInput

/// A desk with a keyboard of a real layout: key codes in, the engine's dispositions out.
final class LayoutDesk {
  let engine: TextEngine
  let layouts: KeyboardLayouts
  private var microseconds: Int64 = 0

  init(
    _ layout: String, _ variant: String = "", options: String = "", modes: ModeList = ModeList(),
    optionAsThirdLevel: OptionAsThirdLevel = .automatic, application: Responder = Application()
  ) throws {
    let settings = LayoutSettings(
      name: LayoutName(layout: layout, variant: variant, options: options),
      optionAsThirdLevel: optionAsThirdLevel)
    layouts = try KeyboardLayouts { _ in settings }
    try layouts.connect(Self.device)
    engine = TextEngine(application: application, modes: modes)
    engine.keyboardMap = layouts
  }

  /// Creates a desk whose mode has a language.
  convenience init(_ layout: String, writing language: String) throws {
    let mode = TextInputMode(try #require(LanguageTag(language)), displayName: language)
    try self.init(layout, modes: ModeList([mode]))
  }

  /// Declares commands on the application, each by its chords, which are also its identifier.
  @discardableResult
  func declare(
    _ chords: String..., change: (inout KeyCommand) -> Void = { _ in }
  ) throws -> LayoutDesk {
    for text in chords { try declare(text, on: engine.application, change) }
    return self
  }

  func declare(
    _ text: String, on responder: Responder, _ change: (inout KeyCommand) -> Void = { _ in }
  ) throws {
    let chords = try Chord.sequence(parsing: text)
    var command = KeyCommand(
      id: text, chords: chords, title: text)
    change(&command)
    responder.addKeyCommand(command) { _ in }
  }

  /// Presses and releases a key while others are held.
  @discardableResult
  func tap(_ key: UInt16, holding held: [KeyCode] = []) -> Disposition {
    stroke(KeyCode(key), holding: held).disposition
  }

  /// Presses the keys that were found for a chord.
  @discardableResult
  func press(_ press: KeyPress) -> (keystroke: Keystroke, disposition: Disposition) {
    let code = press.keystroke?.event.code ?? KeyCode(0)
    return stroke(code, holding: press.holdsThirdLevel, press.chord.modifiers)
  }

  /// Presses a key with modifiers, with or without AltGr.
  @discardableResult
  func stroke(
    _ code: KeyCode, holding thirdLevel: Bool, _ modifiers: Modifiers
  ) -> (keystroke: Keystroke, disposition: Disposition) {
    let keys: [(Modifiers, KeyCode)] = [
      (.option, .leftAlt), (.control, .leftControl), (.command, .leftMeta), (.shift, .leftShift),
    ]
    let held = keys.filter { modifiers.contains($0.0) }.map(\.1)
    return stroke(code, holding: (thirdLevel ? [thirdLevelKey].compactMap(\.self) : []) + held)
  }

  /// The key that selects the third level.
  private(set) lazy var thirdLevelKey: KeyCode? = (1...247).lazy.map { KeyCode(UInt16($0)) }.first {
    $0.rawValue != 84
      && layouts.keystroke(pressing: $0, holding: [], andThirdLevel: false)?.keysym.rawValue
        == 0xFE03
  }

  private func stroke(
    _ code: KeyCode, holding held: [KeyCode]
  ) -> (keystroke: Keystroke, disposition: Disposition) {
    for key in held { send(key, .press) }
    let result = send(code, .press)
    send(code, .release)
    for key in held.reversed() { send(key, .release) }
    layouts.cancelComposition()
    return result
  }

  @discardableResult
  func send(
    _ code: KeyCode, _ phase: KeyEvent.Phase
  ) -> (keystroke: Keystroke, disposition: Disposition) {
    microseconds += 1000
    let keystroke = layouts.keystroke(
      for: KeyEvent(
        time: Timestamp(microseconds: microseconds), device: DeviceID(rawValue: 0), code: code,
        phase: phase))
    return (keystroke, engine.handle(keystroke))
  }

  /// Resets the latches and locks of earlier keys.
  func begin() throws {
    try layouts.connect(Self.device)
    layouts.setLocks([])
  }

  private static let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "keyboard")

  /// The keys that the panel shows for each command, `⌘/: ⇧⌘7`.
  var shown: [String] {
    CommandPanel(engine.activeCommands, headings: CommandHeadings(programName: "Program")).groups
      .flatMap(\.rows).map {
        "\($0.chords(in: .symbols)): \($0.presses(in: .symbols))"
      }
  }
}
