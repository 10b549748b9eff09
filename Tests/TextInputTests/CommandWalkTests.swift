// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing

@testable import TextInput

/// Random keys among random commands: every press has exactly one result, and the list of active
/// commands is always right.
@Suite(.notInFastRuns) struct CommandWalkTests {
  /// Keys that type, keys of the text, keys that move the focus, and unused keys.
  private static let keys = [
    "⌘K", "⌘C", "⌘↓", "⌘↑", "⌃⇥", "⇥", "⌥←", "x", "e", "⏎", "⌫", "F5", "F9", "⇧⌘K", "⌃A", "↓", "⎋",
    "⌘X",
  ]

  private final class Screen: ViewController {
    var listed: CommandRegistry?
    var canPerformIDs: Set<String> = []
    var disabled: Set<String> = []
    override var keyCommands: [KeyCommand]? { listed?.commands }
    override func canPerform(_ command: KeyCommand) -> Bool { canPerformIDs.contains(command.id) }
    override func validate(_ command: inout KeyCommand) {
      if disabled.contains(command.id) { command.attributes.insert(.disabled) }
    }
    override func perform(_ command: KeyCommand) {}
  }

  private static func chord(_ key: String) -> Chord {
    let keystroke = Typist.keystroke(key)
    return Chord(keystroke.charactersIgnoringModifiers, keystroke.modifiers)
  }

  private static func commands(_ random: inout SeededGenerator, _ name: String) -> [KeyCommand] {
    (0..<Int.random(in: 0..<12, using: &random)).map { index in
      let chord = chord(keys.randomElement(using: &random) ?? "x")
      let isSequence = Int.random(in: 0..<4, using: &random) == 0
      let focus = CommandCondition.Focus.allCases.filter { _ in
        Int.random(in: 0..<8, using: &random) == 0
      }
      return KeyCommand(
        id: "\(name)\(index % 8)", input: chord.input, modifiers: chord.modifiers,
        title: "\(name) \(index)"
      ) {
        $0.continuation = isSequence ? [Self.chord(keys.randomElement(using: &random) ?? "x")] : []
        $0.attributes = Int.random(in: 0..<9, using: &random) == 0 ? .hidden : []
        $0.wantsPriority = Int.random(in: 0..<3, using: &random) == 0
        $0.isRepeating = Bool.random(using: &random)
        $0.condition = CommandCondition(focus: Set(focus))
        $0.isGlobal = Int.random(in: 0..<5, using: &random) == 0
      }
    }
  }

  /// The result of a press, determined from its updates.
  private struct Facts {
    var commands: [String] = []
    var isUnhandled = false
    var presses = 0
    var hasTyped = false
    var hasMovedFocus = false

    init(_ updates: [Update]) {
      for update in updates {
        switch update {
        case .commandInvoked(let id, _, _, _): commands.append(id)
        case .pressUnhandled: isUnhandled = true
        case .pressBegan: presses += 1
        case .textDidChange: hasTyped = true
        case .focusDidBegin: hasMovedFocus = true
        default: break
        }
      }
    }
  }

  @Test(
    "CMD-15a, CMD-15b, CMD-20a every press is a command, text, focus move or unhandled, and ends",
    arguments: 1...UInt64(Thoroughness.repetitions(6, long: 60)))
  func walk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let desk = Desk()
    let engine = desk.engine
    let screen = Screen(name: "screen")
    engine.window.rootViewController = screen
    let view = TextView(name: "view")
    let field = TextField(name: "field")
    for container in [view, field] as [TextContainer] { screen.view.addSubview(container) }
    let application = RecordingResponder("application")
    application.performable = []
    var counts: [String: Int] = [:]
    for step in 0..<1500 {
      if step % 25 == 0 {
        screen.listed = CommandRegistry(Self.commands(&random, "s"))
        let user = Screen(name: "user")
        user.listed = CommandRegistry(Self.commands(&random, "u"))
        user.canPerformIDs = Set((0..<6).map { "u\($0)" })
        engine.userCommands = user
        screen.canPerformIDs = Set(
          (0..<8).filter { _ in Bool.random(using: &random) }.flatMap { ["s\($0)", "u\($0)"] })
        screen.disabled = ["s\(Int.random(in: 0..<8, using: &random))"]
        engine.settings.legacyCommandsFirst = Int.random(in: 0..<6, using: &random) == 0
      }
      switch Int.random(in: 0..<30, using: &random) {
      case 0: engine.window.focus(nil)
      case 1...3: view.becomeFirstResponder()
      case 4: field.becomeFirstResponder()
      case 5: view.text = "a b"
      default: break
      }
      _ = engine.takeUpdates()
      let key = Self.keys.randomElement(using: &random) ?? "x"
      let chord = Self.chord(key)
      let waiting = engine.stages.sequence.pending
      let isOverlaid = engine.stages.overlay.current != nil
      let active = engine.activeCommands.first { $0.command.chord == chord }
      let disposition = desk.down(key)
      let facts = Facts(engine.takeUpdates())
      counts["\(disposition)".prefix { $0 != "(" }.description, default: 0] += 1
      let context = Comment(rawValue: "seed \(seed), step \(step), \(key): \(disposition)")
      switch disposition {
      case .command(let id):
        #expect(facts.commands == [id] && !facts.isUnhandled && !facts.hasTyped, context)
        #expect(facts.presses == 0, context)
        if waiting == nil, !isOverlaid, let active { #expect(active.command.id == id, context) }
      case .insertedText, .binding:
        #expect(facts.commands.isEmpty && !facts.isUnhandled, context)
        if disposition == .insertedText { #expect(facts.hasTyped, context) }
      case .movedFocus:
        #expect(facts.commands.isEmpty && !facts.isUnhandled && !facts.hasTyped, context)
      case .unhandled:
        #expect(facts.commands.isEmpty && facts.isUnhandled && !facts.hasTyped, context)
      case .overlay:
        // A word that F5 offers may be chosen.
        #expect(facts.commands.isEmpty && !facts.isUnhandled, context)
      case .prefix:
        #expect(facts.commands.isEmpty && !facts.isUnhandled && !facts.hasTyped, context)
      default: Issue.record(context)
      }
      // Exactly the listed commands run.
      if waiting == nil, !isOverlaid {
        if let active {
          #expect(
            disposition
              == (active.command.continuation.isEmpty ? .command(id: active.command.id) : .prefix),
            context)
        } else if case .command(let id) = disposition {
          // Some of the text's own commands are performed by the program.
          #expect(EditingCommand(rawValue: id)?.isAction == true, context)
        } else {
          #expect(disposition != .prefix, context)
        }
      }
      for _ in 0..<Int.random(in: 0..<3, using: &random) { desk.repeats(key) }
      desk.up(key)
      if step % 10 == 9 {
        desk.wait(4000)
        _ = engine.takeUpdates()
        #expect(
          engine.isIdle && engine.stages.sequence.pending == nil && engine.commandPanel == nil,
          context)
      }
    }
    // Each result has occurred.
    for kind in ["command", "insertedText", "binding", "movedFocus", "unhandled", "prefix"] {
      #expect(counts[kind, default: 0] > 5, "\(kind): \(counts)")
    }
  }
}
