// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// A command that is invoked first commits all pending text (CMD-35).
@Suite struct PendingCommandTests {
  /// A kind of pending text, and the text that a command must find.
  enum Pending: CaseIterable {
    case deadKey, markedText, segments, correction

    func begin(on desk: Desk, in field: TextField) {
      desk.type("so ")
      switch self {
      case .deadKey:
        let dead = Typist.composing(.pending(preview: "´"))
        desk.send(dead, .press)
        desk.send(dead, .release)
      case .markedText: field.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
      case .segments:
        field.mark(
          [MarkedSegment("きょ", style: .focused), MarkedSegment("う")],
          selected: TextRange(caret: 3))
      case .correction: desk.type("teh")
      }
    }

    var committed: String {
      switch self {
      case .deadKey: "so ´‸"
      case .markedText: "so kyo‸"
      case .segments: "so きょう‸"
      case .correction: "so the‸"
      }
    }
  }

  /// The ways to invoke a command.
  enum Way: CaseIterable {
    case chain, priority, functionKey, legacy, user, userWithPriority, global, sequence, reserved
    case menuChord, menu, performed, context, accessoryChord, accessory, action
  }

  private final class Corrector: TypingAssistant {
    func substitutions(for context: TypingContext) -> [TextSubstitution] {
      guard context.text.allSatisfy({ !$0.isLetter }), let found = correction(in: context) else {
        return []
      }
      return [TextSubstitution(found.range, with: found.replacement, kind: .correction)]
    }

    func correction(in context: TypingContext) -> TextCorrection? {
      let caret = context.selection.head
      let word = TextRange(max(0, caret - 3), caret)
      guard context.selection.isCaret, context.storage.substring(word) == "teh" else { return nil }
      return TextCorrection(word, typed: "teh", replacement: "the")
    }
  }

  /// A responder that performs one command and records the text that the command finds.
  private final class Sender: Responder {
    var registry: CommandRegistry?
    var menuCommand: KeyCommand?
    var ids: Set<String> = ["send"]
    var found: [String] = []
    var draw: () -> String = { "" }

    override var keyCommands: [KeyCommand]? { registry?.commands }
    override func canPerform(_ command: KeyCommand) -> Bool { ids.contains(command.id) }
    override func perform(_ command: KeyCommand) { found.append(draw()) }
    override func buildMenu(with builder: inout MenuBuilder) {
      guard let menuCommand else { return }
      if builder.system == .main {
        builder.replaceChildren(ofMenu: .root) { _ in
          [.menu(Menu(.file, title: "File", commands: [menuCommand]))]
        }
      } else {
        builder.insertElements([.command(menuCommand)], atStartOfMenu: .root)
      }
    }
  }

  private let sender = Sender(name: "application")
  private let desk: Desk
  private let field: TextField

  init() {
    desk = Desk(application: sender)
    desk.engine.assistant = Corrector()
    desk.engine.shownPredictions = { _ in [] }
    field = desk.field()
    sender.draw = { [field] in Typist.draw(field) }
  }

  private func command(_ chords: String...) throws -> KeyCommand {
    KeyCommand(id: "send", chords: try chords.map { try Chord(parsing: $0) }, title: "Send")
  }

  /// Declares the command and returns the function that invokes it.
  private func prepare(_ way: Way) throws -> () -> Void {
    let engine = desk.engine
    var command = try command("⌘⏎")
    let press = { [desk] () -> Void in desk.press("⌘⏎") }
    switch way {
    case .chain: sender.registry = CommandRegistry([command])
    case .priority:
      command.wantsPriority = true
      sender.registry = CommandRegistry([command])
    case .functionKey:
      sender.registry = CommandRegistry([try self.command("F8")])
      // A function key ends a sequence of the layout.
      return { [desk, field] in
        let isComposing = desk.engine.stages.composition.isComposing && field.markedRange != nil
        var key = Typist.keystroke("F8")
        if isComposing { key.composition = .cancelled(swallowed: false) }
        desk.send(key, .press)
        desk.send(key, .release)
      }
    case .legacy:
      engine.settings.legacyCommandsFirst = true
      sender.registry = CommandRegistry([command])
    case .user, .userWithPriority, .global:
      command.wantsPriority = way == .userWithPriority
      command.isGlobal = way == .global
      let user = Responder(name: "user")
      user.addKeyCommand(command) { [sender] in sender.perform($0) }
      sender.ids = []
      engine.userCommands = user
    case .sequence:
      sender.registry = CommandRegistry([try self.command("⌘K", "⌘S")])
      return { [desk] in desk.press("⌘K ⌘S") }
    case .reserved: try engine.reservedCommands.add(command)
    case .menuChord, .menu, .performed, .context:
      sender.menuCommand = command
      engine.mainMenu.setNeedsRebuild()
      switch way {
      case .menuChord: return press
      case .menu: return { [desk] in desk.press("⌃F2 ⏎") }
      case .performed: return { engine.perform(command) }
      default:
        return { [field] in
          if let found = engine.contextMenu(for: field).command(for: "send") {
            engine.perform(found, from: field)
          }
        }
      }
    case .accessory, .accessoryChord:
      let bar = AccessoryBar(name: "bar")
      bar.items = [
        AccessoryItem(title: "Send", keyCommand: command) { [sender] _ in
          sender.found.append(sender.draw())
        }
      ]
      field.inputAccessoryView = bar
      field.reloadInputViews()
      engine.endTurn()
      if way == .accessory { return { [desk] in desk.press("F6 ⏎") } }
    case .action:
      // An action of the responder chain that a text cannot perform itself.
      sender.ids = ["find"]
      return { [desk] in desk.press("⌘F") }
    }
    return press
  }

  @Test(
    "CMD-35a, CMD-35b, AST-12, IME-5e pending text is committed before a command, however the command is invoked",
    arguments: Way.allCases, Pending.allCases)
  func committed(_ way: Way, _ pending: Pending) throws {
    let invoke = try prepare(way)
    var abandoned = 0
    pending.begin(on: desk, in: field)
    desk.engine.compositionAbandoned = { abandoned += 1 }
    #expect(Typist.draw(field) != pending.committed)
    invoke()
    #expect(sender.found == [pending.committed])
    #expect(Typist.draw(field) == pending.committed && field.markedRange == nil)
    #expect(desk.engine.stages.composition.isComposing == false)
    // The layout itself drops a sequence for a function key.
    if pending == .deadKey, way != .functionKey {
      #expect(abandoned > 0, "the layout still waits for a letter")
    }
    // The next key types as usual.
    desk.type("e")
    #expect(Typist.draw(field) == pending.committed.replacing("‸", with: "e‸"))
    _ = desk.engine.takeUpdates()
  }

  @Test(
    "CMD-35c a command that is disabled or unknown commits nothing", arguments: Pending.allCases)
  func unperformed(_ pending: Pending) throws {
    sender.registry = CommandRegistry([try command("⌘⏎")])
    sender.ids = []
    pending.begin(on: desk, in: field)
    let drawn = Typist.draw(field)
    #expect(desk.press("⌘⏎") == .unhandled)
    #expect(Typist.draw(field) == drawn && sender.found == [])
  }

  @Test("CMD-35c the first chord of a sequence commits nothing yet", arguments: Pending.allCases)
  func prefix(_ pending: Pending) throws {
    sender.registry = CommandRegistry([try command("⌘K", "⌘S")])
    pending.begin(on: desk, in: field)
    let drawn = Typist.draw(field)
    #expect(desk.press("⌘K") == .prefix && Typist.draw(field) == drawn)
    desk.press("⎋")
    #expect(Typist.draw(field) == drawn && sender.found == [])
  }

  @Test(
    "UND-5c, AST-13c an editing command of a menu or of the settings acts on what is pending as its keys do",
    arguments: ["menu", "user"])
  func editing(_ way: String) throws {
    let engine = desk.engine
    func perform(_ editing: EditingCommand) {
      let command = KeyCommand(id: editing.rawValue, title: "")
      if way == "menu" {
        #expect(engine.perform(command))
      } else {
        let user = Responder(name: "user")
        user.addKeyCommand(
          KeyCommand(id: command.id, input: .function(9), title: "") { $0.wantsPriority = true }
        ) { _ in }
        engine.userCommands = user
        #expect(desk.press("F9") == .command(id: command.id))
      }
    }
    Pending.markedText.begin(on: desk, in: field)
    perform(.undo)
    #expect(Typist.draw(field) == "so ‸" && !field.canPerform(EditingCommand.redo))
    desk.type("teh")
    perform(.moveLeft)
    #expect(Typist.draw(field) == "so te‸h")
  }

  @Test(
    "CMD-35d a delegate that refuses the correction or the marked text does not stop the command")
  func refusing() throws {
    final class Refusing: TextFieldDelegate {
      func textField(
        _ textField: TextField, shouldChangeCharactersIn range: TextRange,
        replacementString: String
      ) -> Bool { replacementString != "the" && replacementString != "kyo" }
    }
    sender.registry = CommandRegistry([try command("⌘⏎")])
    let delegate = Refusing()
    field.delegate = delegate
    Pending.correction.begin(on: desk, in: field)
    #expect(desk.press("⌘⏎") == .command(id: "send") && sender.found == ["so teh‸"])
    field.text = ""
    Pending.markedText.begin(on: desk, in: field)
    #expect(desk.press("⌘⏎") == .command(id: "send") && sender.found.last == "so ‸")
  }

  @Test("CMD-35d a command that a delegate disables while it is consulted does not run")
  func changing() throws {
    final class Disabling: TextFieldDelegate {
      var disable: () -> Void = {}
      func textField(
        _ textField: TextField, shouldChangeCharactersIn range: TextRange,
        replacementString: String
      ) -> Bool {
        if replacementString == "the" { disable() }
        return true
      }
    }
    let delegate = Disabling()
    delegate.disable = { [sender] in sender.ids = [] }
    field.delegate = delegate
    for way in [Way.chain, .priority, .sequence, .performed, .menu, .context] {
      field.text = ""
      sender.ids = ["send"]
      (sender.registry, sender.menuCommand) = (nil, nil)
      let invoke = try prepare(way)
      Pending.correction.begin(on: desk, in: field)
      invoke()
      #expect(Typist.draw(field) == "so the‸" && sender.found == [], "\(way)")
    }
  }

  @Test("CMD-35c the repeats of a key whose command runs once commit nothing")
  func heldKey() throws {
    var command = try command("⌘⏎")
    command.isRepeating = false
    sender.registry = CommandRegistry([command])
    desk.down("⌘⏎")
    Pending.markedText.begin(on: desk, in: field)
    desk.repeats("⌘⏎")
    #expect(field.markedRange != nil && sender.found == ["‸"])
    desk.up("⌘⏎")
  }

  @Test("CMD-35d a button that a delegate removes while it is consulted is not activated")
  func removedButton() throws {
    final class Removing: TextFieldDelegate {
      func textField(
        _ textField: TextField, shouldChangeCharactersIn range: TextRange,
        replacementString: String
      ) -> Bool {
        let bar = textField.inputAccessoryView as? AccessoryBar
        if replacementString == "the" { bar?.items = [] }
        return true
      }
    }
    let delegate = Removing()
    field.delegate = delegate
    let invoke = try prepare(.accessory)
    Pending.correction.begin(on: desk, in: field)
    invoke()
    #expect(Typist.draw(field) == "so the‸" && sender.found == [])
  }

  @Test("AST-13b, AST-48 a command does not apply a correction that was refused")
  func refused() throws {
    sender.registry = CommandRegistry([try command("⌘⏎")])
    desk.type("teh")
    desk.press("⎋ ⌘⏎")
    #expect(sender.found == ["teh‸"])
    desk.type(" ")
    #expect(field.text == "teh ")
  }

  @Test("CMD-35a the command of a dead key is not followed by an accent")
  func deadKeyCommand() throws {
    sender.registry = CommandRegistry([try command("F8")])
    var abandoned = 0
    desk.engine.compositionAbandoned = { abandoned += 1 }
    field.resignFirstResponder()
    abandoned = 0
    desk.press("F8")
    #expect(abandoned > 0, "a dead key that no text shows stays pending")
  }
}
