// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Reference 8.2 and 8.3: the dispatch of a key press.
@Suite struct DispatchTests {
  private let application = RecordingResponder("application")

  private func command(
    _ id: String, _ chord: String, priority: Bool = false, repeats: Bool = true
  ) throws -> KeyCommand {
    let chord = try Chord(parsing: chord)
    return KeyCommand(id: id, input: chord.input, modifiers: chord.modifiers, title: id) {
      $0.wantsPriority = priority
      $0.isRepeating = repeats
    }
  }

  private func typist(_ drawn: String, _ commands: [KeyCommand]) -> Typist {
    application.commands = CommandRegistry(commands)
    return Typist(drawn, application: application)
  }

  @Test(
    "8.3 ⌘↓ runs the command of a list or with priority, but not in text, even if that is empty")
  func conversations() throws {
    let next = try command("next", "⌘↓")
    let inList = typist("ab‸c⏎d", [next])
    inList.engine.window.focus(nil)
    inList.updates = []
    #expect(inList.press("⌘↓").lastDisposition == .command(id: "next"))
    #expect(inList.facts() == ["command next application"])

    let inText = typist("ab‸c⏎d", [next])
    #expect(inText.press("⌘↓").lastDisposition == .binding(.moveDocumentEnd))
    #expect(inText.drawn == "abc⏎d‸")

    let urgent = typist("ab‸c⏎d", [try command("next", "⌘↓", priority: true)])
    #expect(urgent.press("⌘↓").lastDisposition == .command(id: "next"))
    #expect(urgent.drawn == "ab‸c⏎d")

    let empty = typist("‸", [next])
    #expect(empty.press("⌘↓").lastDisposition == .binding(.moveDocumentEnd))
    #expect(empty.facts() == [])
  }

  @Test("CMD-9a, CMD-9b plain ⌫ and letters go to text, unless a command has priority")
  func textBeforeCommands() throws {
    let commands = [try command("delete", "⌫"), try command("a", "a"), try command("k", "⌘K")]
    let typist = typist("x‸", commands)
    #expect(typist.press("a ⌫").drawn == "x‸")
    #expect(application.log == [])
    #expect(typist.press("⌘K").lastDisposition == .command(id: "k"))
    application.commands = CommandRegistry([try command("a", "a", priority: true)])
    #expect(typist.press("a").lastDisposition == .command(id: "a"))
    #expect(typist.drawn == "x‸")
  }

  @Test("A key whose binding does not apply goes on to a command")
  func declinedBinding() throws {
    let typist = typist("x‸", [try command("copy-all", "⌘C")])
    #expect(typist.press("⌘C").lastDisposition == .command(id: "copy-all"))
    #expect(typist.press("⌘A ⌘C").lastDisposition == .binding(.copy))
  }

  @Test("CMD-10a, CMD-10b a chord matches ⌃⌥⇧⌘ exactly, and ignores Caps Lock")
  func exactness() throws {
    let typist = typist("‸", [try command("k", "⌘K")])
    #expect(typist.press("⇧⌘K").lastDisposition == .unhandled)
    var locked = Typist.keystroke("⌘K")
    locked.modifiers.insert(.alphaShift)
    #expect(typist.hit(locked) == .command(id: "k"))
  }

  @Test("CMD-11a, CMD-11b a command runs at each autorepeat, unless it is declared not to repeat")
  func repeating() throws {
    let typist = typist(
      "‸", [try command("again", "⌘K"), try command("once", "⌘L", repeats: false)])
    let again = Typist.keystroke("⌘K")
    typist.send(again, .press)
    typist.send(again, .repeat)
    typist.send(again, .repeat)
    typist.send(again, .release)
    #expect(application.log == ["perform again", "perform again", "perform again"])
    let once = Typist.keystroke("⌘L")
    typist.send(once, .press)
    #expect(typist.send(once, .repeat) == .command(id: "once"))
    typist.send(once, .release)
    #expect(application.log.filter { $0 == "perform once" }.count == 1)
  }

  @Test("CMD-4a, CMD-4c, CMD-6a the nearest responder's command comes first, the menu's last")
  func chain() throws {
    let typist = typist("‸", [try command("application", "⌘K")])
    let listed = [try command("menu", "⌘K"), try command("menu-l", "⌘L")]
    application.menu = {
      $0.insertElements(listed.map(MenuElement.command), atEndOfMenu: .file)
    }
    let controller = RecordingResponder("controller", next: application)
    controller.commands = CommandRegistry([try command("controller", "⌘K")])
    typist.view.next = controller
    #expect(typist.press("⌘K").lastDisposition == .command(id: "controller"))
    #expect(typist.press("⌘L").lastDisposition == .command(id: "menu-l"))
    // Not performable, so the next candidate is tried (CMD-8).
    controller.performable = ["application", "menu"]
    application.performable = ["application", "menu"]
    #expect(typist.press("⌘K").lastDisposition == .command(id: "application"))
    application.commands = nil
    #expect(typist.press("⌘K").lastDisposition == .command(id: "menu"))
    controller.performable = []
    application.performable = []
    #expect(typist.press("⌘K").lastDisposition == .unhandled)
  }

  @Test("CMD-7a, CMD-7b the first responder that can perform a command does, not the declaring one")
  func performer() throws {
    let typist = typist("‸", [try command("k", "⌘K")])
    let controller = RecordingResponder("controller", next: application)
    typist.view.next = controller
    _ = typist.press("⌘K").facts()
    #expect(controller.log == ["perform k"])
    controller.performable = []
    typist.press("⌘K")
    #expect(application.log == ["perform k"])
    #expect(typist.facts() == ["command k application"])
  }

  @Test("CMD-13d a reserved combination precedes commands with priority")
  func reserved() throws {
    let typist = typist("‸", [try command("mine", "⌃F6", priority: true)])
    try typist.engine.reservedCommands.add(command("panel", "⌃F6"))
    #expect(typist.press("⌃F6").lastDisposition == .command(id: "panel"))
  }

  @Test("CMD-15a, CMD-15b a key that ran a command causes no raw press")
  func commandsSuppressPresses() throws {
    let typist = typist("‸", [try command("k", "⌘K"), try command("p", "p", priority: true)])
    application.offersPresses = true
    typist.press("⌘K p")
    #expect(application.log == ["perform k", "perform p"])
  }

  @Test("CMD-16a, KEY-7 a press begins once and ends once, even under autorepeat")
  func beganAndEnded() {
    let typist = Typist("‸", application: application)
    application.offersPresses = true
    let key = Typist.typing("a")
    typist.send(key, .press)
    typist.send(key, .repeat)
    typist.send(key, .repeat)
    #expect(!typist.engine.isIdle)
    typist.send(key, .release)
    typist.send(key, .release)
    #expect(application.log == ["began a", "ended"])
    #expect(typist.drawn == "aaa‸")
    #expect(typist.engine.isIdle)
    #expect(typist.facts().filter { $0.hasPrefix("press") } == ["press.began", "press.ended"])
  }

  @Test("CMD-17b a press that a responder takes inserts no text, nor do its repeats")
  func swallowed() {
    let typist = Typist("‸", application: application)
    application.offersPresses = true
    application.takesPresses = true
    let key = Typist.typing("a")
    #expect(typist.send(key, .press) == .press)
    #expect(typist.send(key, .repeat) == .press)
    typist.send(key, .release)
    #expect(typist.drawn == "‸")
    #expect(application.log == ["began a", "ended"])
  }

  @Test("CMD-17a, CMD-17b a responder that takes a press withholds it from the rest of the chain")
  func forwarding() {
    let typist = Typist("‸", application: application)
    application.offersPresses = true
    let controller = RecordingResponder("controller", next: application)
    controller.offersPresses = true
    typist.view.next = controller
    typist.type("a")
    #expect(application.log == ["began a", "ended"])
    controller.takesPresses = true
    typist.type("b")
    #expect(application.log == ["began a", "ended"])
    #expect(controller.log == ["began a", "ended", "began b", "ended"])
    #expect(typist.drawn == "a‸")
  }

  @Test(
    "CMD-16b, CMD-16c, KEY-9c moving the focus or unplugging the keyboard cancels a press")
  func cancelled() {
    let typist = Typist("‸", application: application)
    application.offersPresses = true
    let key = Typist.typing("a")
    typist.send(key, .press)
    typist.send(key, .cancel)
    #expect(application.log == ["began a", "cancelled"])
    #expect(typist.engine.isIdle)
    application.log = []
    typist.send(key, .press)
    typist.engine.window.focus(nil)
    #expect(application.log == ["began a", "cancelled"])
    #expect(typist.send(key, .repeat) == .ignored)
    typist.send(key, .release)
    #expect(application.log == ["began a", "cancelled"])
    #expect(typist.engine.isIdle)
  }

  @Test("A press whose release was lost is ended before the next press of the key")
  func lostRelease() {
    let typist = Typist("‸", application: application)
    application.offersPresses = true
    typist.send(Typist.typing("a"), .press)
    typist.send(Typist.typing("a"), .press)
    #expect(application.log == ["began a", "ended", "began a"])
  }

  @Test("KEY-11b, KEY-11c a key found down begins a press, and types nothing until its release")
  func found() {
    let typist = Typist("‸", application: application)
    application.offersPresses = true
    let key = Typist.typing("a")
    #expect(typist.send(key, .found) == .ignored)
    #expect(typist.send(key, .repeat) == .ignored)
    typist.send(key, .release)
    #expect(typist.drawn == "‸")
    #expect(application.log == ["began a", "ended"])
    #expect(typist.engine.isIdle)
  }

  @Test("8.3 an unhandled press is offered along the chain and reported once")
  func unhandled() {
    let typist = Typist("‸", application: application)
    typist.send(Typist.keystroke("F9"), .press)
    typist.send(Typist.keystroke("F9"), .repeat)
    #expect(typist.facts() == ["press.unhandled"])
    typist.send(Typist.keystroke("F9"), .release)
    application.offersPresses = true
    typist.press("F9")
    #expect(typist.facts() == ["press.began", "press.unhandled", "press.ended"])
    application.takesPresses = true
    #expect(typist.press("F9").lastDisposition == .press)
    #expect(typist.facts() == ["press.began", "press.ended"])
  }

  @Test("RSP-11 without a first responder the application receives the press")
  func noFocus() throws {
    let typist = typist("‸", [try command("a", "a")])
    typist.engine.window.focus(nil)
    #expect(typist.press("a").lastDisposition == .command(id: "a"))
  }

  @Test("A modifier's own press has no effect and is never reported as unhandled")
  func modifiers() {
    let typist = Typist("a‸", application: application)
    #expect(typist.hit(Typist.shiftKey) == .modifier)
    #expect(typist.facts() == [])
    application.offersPresses = true
    typist.hit(Typist.shiftKey)
    #expect(application.log == ["began ", "ended"])
    typist.press("⌃K").hit(Typist.shiftKey)
    #expect(typist.engine.isIdle)
  }

  @Test("A modifier that is found down begins no press")
  func foundModifier() {
    let application = RecordingResponder("application")
    application.offersPresses = true
    let typist = Typist("‸", application: application)
    #expect(typist.send(Typist.shiftKey, .found) == .ignored)
    #expect(typist.facts() == [] && application.log == [] && typist.engine.isIdle)
    typist.send(Typist.typing("a"), .found)
    #expect(typist.facts() == ["press.began"] && application.log == ["began a"])
  }

  @Test("BND-9a a modifier between two ⌃K does not end the run of kills")
  func modifierKeepsRun() {
    let typist = Typist("‸ab⏎cd")
    typist.press("⌃K")
    typist.hit(Typist.shiftKey)
    #expect(typist.press("⌃K ⌃Y").drawn == "ab⏎‸cd")
  }

  @Test("BND-4, BND-9b a program's selection ends the run of ⌃K and the goal column")
  func programEndsRun() {
    let typist = Typist("‸ab⏎cd").press("⌃K")
    typist.view.select(Selection(caret: 0))
    #expect(typist.press("⌃K ⌃Y").drawn == "⏎‸cd")
    let moving = Typist("abc‸⏎x⏎abc").press("↓")
    moving.view.select(Selection(caret: 4))
    #expect(moving.press("↓").drawn == "abc⏎x⏎‸abc")
  }

  @Test(
    "CMD-18a, CMD-18b, CMD-18c ⌘ or unbound ⌃ with a printable key never inserts text, ⌥ does"
  )
  func insertion() {
    let typist = Typist("‸")
    var key = Typist.typing("j")
    key.modifiers = .command
    #expect(typist.hit(key) == .unhandled)
    key.modifiers = .control
    #expect(typist.hit(key) == .unhandled)
    key.modifiers = .option
    key.text = "¶"
    #expect(typist.hit(key) == .insertedText)
    // A layout that needs Control to type a character has consumed Control.
    key.modifiers = [.control, .option]
    key.consumedModifiers = [.control, .option]
    #expect(typist.hit(key) == .insertedText)
    #expect(typist.drawn == "¶¶‸")
  }

  @Test("A carriage return in a key's text is inserted as a newline")
  func carriageReturn() {
    let typist = Typist("‸")
    typist.hit(Typist.typing("a\rb\r\n"))
    #expect(typist.view.text == "a\nb\n")
  }

  @Test("An idle engine has no deadline")
  func deadlines() {
    let typist = Typist("‸")
    #expect(typist.engine.nextDeadline == nil)
    typist.engine.advance(to: .zero)
    #expect(typist.facts() == [])
  }
}
