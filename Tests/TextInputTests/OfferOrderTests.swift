// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// Reference 8.3: the order in which one key press is offered.
///
/// Every step wants ⌃⇥, and takes it if all steps before it decline.
@Suite struct OfferOrderTests {
  /// The steps that may want the key, in dispatch order.
  enum Step: Int, CaseIterable, CustomTestStringConvertible {
    case modeKeys, reserved, overlay, method, userPriority, priority, pressOfText, binding, focus
    case userCommand, command, accessory, menu, action, press, nobody

    var testDescription: String { "\(self)" }
  }

  /// A fixture for every step, which takes the key, declines it, or is absent.
  private final class Everybody {
    /// The steps that take the key.
    var taking: Set<Step> = []
    /// The steps that decline the key; the other steps are absent.
    var declining: Set<Step> = []
    let desk = Desk()
    let view: Text
    private let application = Asked()
    private let user = Asked()
    private let bar = AccessoryBar(name: "bar")
    private let neighbour = TextField(name: "neighbour")

    static let chord = Chord(.tab, .control)

    final class Asked: Application {
      var performable: Set<String> = []
      var isOffered = false
      var takes = false
      var menu: [KeyCommand] = []
      override func buildMenu(with builder: inout MenuBuilder) {
        for command in menu { builder.insertElements([.command(command)], atEndOfMenu: .window) }
      }
      override var wantsPresses: Bool { isOffered }
      override func pressBegan(_ keystroke: Keystroke) -> Bool { takes }
      override func canPerform(_ command: KeyCommand) -> Bool { performable.contains(command.id) }
      override func perform(_ command: KeyCommand) {}
    }

    final class Text: TextField {
      var bound: EditingCommand?
      override func canPerform(_ command: EditingCommand) -> Bool { command == bound }
      override func canPerform(_ command: KeyCommand) -> Bool { false }
    }

    final class Overlay: KeyOverlay {
      let takes: Bool
      init(takes: Bool) { self.takes = takes }
      func handle(_ keystroke: Keystroke) -> OverlayAnswer { OverlayAnswer(isHandled: takes) }
    }

    final class Method: InputMethod {
      let takes: Bool
      init(takes: Bool) { self.takes = takes }
      func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
        takes ? .handled() : .noOpinion
      }
      func contextDidChange(_ context: InputMethodContext) {}
    }

    init() {
      view = Text(name: "view")
    }

    private func isThere(_ step: Step) -> Bool { taking.contains(step) || declining.contains(step) }

    private func command(_ id: String, priority: Bool = false) -> KeyCommand {
      KeyCommand(id: id, input: Self.chord.input, modifiers: Self.chord.modifiers, title: id) {
        $0.wantsPriority = priority
      }
    }

    /// Presses the key.
    func press() throws -> Disposition {
      let desk = Desk(application: application)
      let engine = desk.engine
      application.performable = Set(
        [Step.reserved, .priority, .command, .menu].filter(taking.contains).map { "\($0)" })
      if taking.contains(.action) { application.performable.insert("find") }
      user.performable = Set(
        [Step.userPriority, .userCommand].filter(taking.contains).map { "\($0)" })
      if isThere(.reserved) { try engine.reservedCommands.add(command("reserved")) }
      if isThere(.menu) { application.menu.append(command("menu")) }
      for step in [Step.priority, .command] where isThere(step) {
        let isFirst = step == .priority
        declare(command("\(step)", priority: isFirst))
      }
      for step in [Step.userPriority, .userCommand] where isThere(step) {
        user.addKeyCommand(command("\(step)", priority: step == .userPriority)) { _ in }
      }
      engine.userCommands = user
      engine.bindings = TextBindings()
      if isThere(.binding) { engine.bindings.bind(Self.chord, to: .moveLeft) }
      view.bound = taking.contains(.binding) ? .moveLeft : nil
      if isThere(.action), !isThere(.binding) { engine.bindings.bind(Self.chord, to: .find) }
      // Raw presses precede the text if it would take the key; otherwise they follow all other
      // steps.
      let press: Step = taking.contains(.binding) ? .pressOfText : .press
      application.isOffered = isThere(press)
      application.takes = taking.contains(press)
      if isThere(.accessory) {
        let item = AccessoryItem(title: "accessory")
        item.isEnabled = taking.contains(.accessory)
        item.keyCommand = command("accessory")
        bar.items = [item]
        view.inputAccessoryView = bar
      }
      engine.window.addSubview(view)
      if isThere(.focus) {
        neighbour.isEnabled = taking.contains(.focus)
        engine.window.addSubview(neighbour)
      }
      #expect(view.becomeFirstResponder())
      if isThere(.overlay) { engine.stages.overlay.open(Overlay(takes: taking.contains(.overlay))) }
      if isThere(.method) { engine.inputMethods = [Method(takes: taking.contains(.method))] }
      _ = engine.takeUpdates()
      return desk.press("⌃⇥")
    }

    private func declare(_ command: KeyCommand) {
      application.addKeyCommand(command) { _ in }
    }
  }

  /// The observable effect of each step that takes the key.
  private func outcome(_ step: Step) -> Disposition {
    switch step {
    case .modeKeys: .mode
    case .reserved, .userPriority, .priority, .userCommand, .command, .menu:
      .command(id: "\(step)")
    case .accessory: .command(id: "accessory")
    case .action: .command(id: "find")
    case .overlay: .overlay
    case .method: .composing
    case .pressOfText, .press: .press
    case .binding: .binding(.moveLeft)
    case .focus: .movedFocus
    case .nobody: .unhandled
    }
  }

  /// Combinations that are possible: a key that text handles is not an action, and a press is
  /// offered once.
  private func fits(_ step: Step, _ others: Set<Step>) -> Set<Step> {
    var others = others
    if step == .action { others.remove(.binding) }
    // The menu lists the standard actions itself, and it lists each chord only once.
    if step == .menu { others.remove(.action) }
    if step == .pressOfText { others.insert(.binding) }
    return others
  }

  @Test(
    "8.3 each dispatch step gets a key that all steps before it decline",
    arguments: Step.allCases.filter { $0 != .modeKeys })
  func order(_ step: Step) throws {
    let before = Set(Step.allCases.filter { $0.rawValue < step.rawValue })
    let behind = Set(Step.allCases.filter { $0.rawValue > step.rawValue })
    var random = SeededGenerator(seed: 83)
    for round in 0..<40 {
      let everybody = Everybody()
      // In the first two rounds all steps or none are present; then a random choice of them.
      let isWhole = round < 2
      everybody.declining = before.filter { _ in
        isWhole ? round == 0 : Bool.random(using: &random)
      }
      let others = behind.filter { _ in isWhole ? round == 0 : Bool.random(using: &random) }
      everybody.taking = fits(step, others.union([step]))
      everybody.declining = everybody.declining.subtracting(everybody.taking)
      if step == .action { everybody.declining.remove(.binding) }
      if step.rawValue > Step.binding.rawValue { everybody.declining.remove(.pressOfText) }
      let seen = try everybody.press()
      #expect(
        seen == outcome(step),
        "taking \(everybody.taking), declining \(everybody.declining), round \(round)")
    }
  }

  @Test(
    "CMD-13a, CMD-13d, MOD-8a, MOD-8b mode keys cannot be claimed, and precede reserved keys"
  )
  func modeKeys() throws {
    for keys in ModeKeys.chords.keys {
      let desk = Desk(modes: "en-US sv-SE")
      let application = desk.engine.application
      var ran: [String] = []
      for (id, priority) in [("first", true), ("second", false)] {
        application.addKeyCommand(
          KeyCommand(id: id, input: keys.input, modifiers: keys.modifiers, title: id) {
            $0.wantsPriority = priority
          }
        ) { ran.append($0.id) }
      }
      desk.engine.userCommands = application
      desk.engine.bindings.bind(keys, to: .moveLeft)
      desk.add(TextView(name: "view"))
      let mode = desk.mode
      #expect(desk.press(keys.description) == .mode)
      #expect(desk.mode != mode && ran.isEmpty)
    }
  }

  @Test("CMD-13c the Compose key cannot be claimed, and begins the composed character")
  func composeKey() throws {
    let key = KeyCode(127)
    // The key is Menu unless the layout makes it Compose.
    #expect(try LayoutDesk("us").declare("menu").tap(127) == .command(id: "menu"))
    let desk = try LayoutDesk("us", options: "compose:menu").declare("menu") {
      $0.wantsPriority = true
    }
    let press = desk.layouts.keystroke(pressing: key, holding: [], andThirdLevel: false)
    let input = try #require(press).charactersIgnoringModifiers
    desk.engine.application.addKeyCommand(
      KeyCommand(id: "claim", input: input, title: "Claim") { $0.wantsPriority = true }
    ) { _ in }
    let view = TextView(name: "view")
    desk.engine.window.addSubview(view)
    view.becomeFirstResponder()
    for code in [key, KeyCode(40), KeyCode(18)] {
      let disposition = desk.send(code, .press).disposition
      #expect(disposition != .command(id: "menu") && disposition != .command(id: "claim"))
      desk.send(code, .release)
    }
    #expect(view.text == "é")
  }

  @Test("CMD-13b ⌘ held for the panel cannot be claimed, and no command runs by a modifier alone")
  func panel() {
    let desk = Desk()
    var ran = 0
    desk.engine.application.addKeyCommand(
      KeyCommand(id: "all", input: "", modifiers: .command, title: "All") {
        $0.wantsPriority = true
      }
    ) { _ in ran += 1 }
    desk.engine.application.addKeyCommand(
      KeyCommand(id: "other", input: "k", modifiers: .command, title: "Other")
    ) { _ in }
    desk.hold()
    #expect(desk.panel == ["[application]", "⌘K Other"] && ran == 0)
    desk.up("cmd")
  }

  @Test("CMD-5a, CMD-5b the list of commands is read at each lookup, and may depend on state")
  func askedAnew() {
    final class Player: View {
      var isPlaying = false
      var asked = 0
      override var canBecomeFirstResponder: Bool { true }
      override var keyCommands: [KeyCommand]? {
        asked += 1
        let command =
          isPlaying
          ? KeyCommand(id: "pause", input: "k", modifiers: .command, title: "Pause")
          : KeyCommand(id: "play", input: "j", modifiers: .command, title: "Play")
        return [command]
      }
      override func canPerform(_ command: KeyCommand) -> Bool {
        command.id == (isPlaying ? "pause" : "play")
      }
    }
    let desk = Desk()
    let player = Player(name: "player")
    desk.engine.window.addSubview(player)
    player.becomeFirstResponder()
    for isPlaying in [false, true, false] {
      player.isPlaying = isPlaying
      for key in ["⌘J", "⌘K", "⌘J"] {
        let asked = player.asked
        let expected: Disposition =
          (key == "⌘K") == isPlaying ? .command(id: isPlaying ? "pause" : "play") : .unhandled
        #expect(desk.press(key) == expected)
        #expect(player.asked > asked)
      }
      let asked = player.asked
      #expect(desk.engine.activeCommands.map(\.command.id) == [isPlaying ? "pause" : "play"])
      #expect(player.asked > asked)
      desk.hold()
      #expect(desk.panel.last == (isPlaying ? "⌘K Pause" : "⌘J Play"))
      desk.up("cmd")
    }
  }
}
