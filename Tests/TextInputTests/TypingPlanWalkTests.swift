// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing

@testable import TextInput

/// The short way of letters has the results of the long one.
@Suite(.notInFastRuns) struct TypingPlanWalkTests {
  /// A desk with a field, a view and a password on a screen.
  private final class Place {
    let desk = Desk(modes: "en-US fr-FR")
    let screen = ViewController(name: "screen")
    let game = Game(name: "game")
    let other = ViewController(name: "other")
    let texts: [TextContainer] = [
      TextField(name: "field"), TextView(name: "view"), TextField(name: "password"),
    ]

    /// A responder whose wish is not known before it is asked.
    final class Game: Responder {
      var isPlaying = false
      override var wantsPresses: Bool { isPlaying }
      override func pressBegan(_ keystroke: Keystroke) -> Bool { keystroke.text == "x" }
    }

    init(usesPlan: Bool) {
      desk.engine.dispatcher.plan.isEnabled = usesPlan
      desk.engine.window.rootViewController = screen
      texts[2].traits.isSecureTextEntry = true
      for text in texts { screen.view.addSubview(text) }
      texts[0].becomeFirstResponder()
    }

    /// The results since the last call.
    func results() -> [String] {
      desk.facts() + texts.map { "\($0.text) \($0.selection)" }
    }

    func command(_ key: String, priority: Bool) -> KeyCommand {
      let keystroke = Typist.keystroke(key)
      return KeyCommand(
        id: "command", input: keystroke.charactersIgnoringModifiers, modifiers: keystroke.modifiers,
        title: "Command"
      ) { $0.wantsPriority = priority }
    }
  }

  private static let keys = [
    "x", "e", "x", "⇧X", "⌘K", "⌫", "←", "⇧→", "⇥", "⏎", "⌃F2", "⎋", "F5", "⌥⎋", "⌘A", "⌘Z", "⌃␠",
    "⌘X", "⌘V", "⌘J",
  ]

  private func perform(_ step: Int, _ choice: Int, _ place: Place) -> Disposition? {
    let desk = place.desk
    switch step {
    case 0..<30: desk.type(["a", "e", "x", " ", "É", "ж", "\t", "ab"][choice % 8])
    case 30..<50: return desk.press(Self.keys[choice % Self.keys.count])
    case 50..<54: return desk.down(["x", "e", "cmd", "⇧X"][choice % 4])
    case 54..<57: return desk.repeats(["x", "e", "⌫"][choice % 3])
    case 57..<62: return desk.up(["x", "e", "cmd", "⇧X"][choice % 4])
    case 62..<65: desk.wait([10, 600, 3000][choice % 3])
    case 65..<69: place.texts[choice % 3].becomeFirstResponder()
    case 69: desk.engine.window.endEditing(force: true)
    case 70..<73:
      let command = place.command(["x", "⌘J", "⇧X"][choice % 3], priority: choice % 2 == 0)
      place.screen.addKeyCommand(command) { _ in }
    case 73..<75: place.screen.removeKeyCommand(id: "command")
    case 75:
      place.game.isPlaying = choice % 2 == 0
      place.screen.next = choice % 3 == 0 ? place.game : nil
    case 76: place.screen.present(place.other)
    case 77: place.other.dismiss()
    case 78: desk.engine.settings.legacyCommandsFirst.toggle()
    case 79: desk.engine.settings.holdForAccents.toggle()
    case 80: desk.engine.setActive(!desk.engine.isActive)
    case 81: place.texts[choice % 3].setMarkedText("mark", selectedRange: TextRange(caret: 2))
    case 82: place.texts[choice % 3].unmarkText()
    case 83: place.texts[choice % 3].traits.keyboardType = choice % 2 == 0 ? .numberPad : .default
    case 84: place.texts[choice % 3].isEnabled.toggle()
    case 85: place.texts[choice % 3].clearsOnInsertion = true
    case 86: (place.texts[1] as? TextView)?.isEditable.toggle()
    case 87:
      let chord = Chord(Typist.keystroke("x").charactersIgnoringModifiers, [])
      desk.engine.bindings.bind(chord, to: choice % 2 == 0 ? .deleteBackward : nil)
    case 88:
      let responder = Responder(name: "user")
      responder.addKeyCommand(place.command("e", priority: true)) { _ in }
      desk.engine.userCommands = choice % 2 == 0 ? responder : nil
    default: break
    }
    return nil
  }

  /// Ends what keeps letters from the text, so that the short way is taken again.
  private func tidy(_ place: Place) {
    let desk = place.desk
    for key in ["x", "e", "cmd", "⇧X"] { desk.up(key) }
    desk.engine.setActive(true)
    place.other.dismiss()
    place.screen.next = nil
    place.screen.removeKeyCommand(id: "command")
    desk.engine.userCommands = nil
    desk.engine.settings.legacyCommandsFirst = false
    desk.engine.bindings = .builtin
    for text in place.texts { text.isEnabled = true }
    (place.texts[1] as? TextView)?.isEditable = true
    place.texts[1].becomeFirstResponder()
    desk.press("⎋")
  }

  @Test(
    "CMD-9a a letter that goes straight into the text has the results that all steps would give it",
    arguments: 1...12 as ClosedRange<UInt64>)
  func walk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (short, long) = (Place(usesPlan: true), Place(usesPlan: false))
    var count = 0
    for number in 0..<Thoroughness.repetitions(2000, long: 50_000) {
      if number % 25 == 0 { for place in [short, long] { tidy(place) } }
      let (step, choice) = (
        Int.random(in: 0..<90, using: &random), Int.random(in: 0..<120, using: &random)
      )
      let letter = Typist.typing("a")
      let plan = short.desk.engine.dispatcher.plan
      if plan.container(for: letter.phase(.press)) != nil { count += 1 }
      let dispositions = (perform(step, choice, short), perform(step, choice, long))
      #expect(dispositions.0 == dispositions.1, "\(number): step \(step), \(choice)")
      let results = (short.results(), long.results())
      #expect(results.0 == results.1, "\(number): step \(step), \(choice)")
      guard results.0 == results.1 else { return }
    }
    #expect(count > 300, "the short way was taken rarely")
  }
}
