// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import Text
@testable import InputTraits
@testable import TextInput

/// A setting exists for people only if something acts on it.
@Suite struct UnsupportedSettingTests {
  private static let refusedNames = TextInputSettings.unsupported.keys.sorted()

  @Test("F016 the settings that nothing reads are these, and each has a reason")
  func unsupported() {
    #expect(
      Self.refusedNames == [
        "autocapitalization", "autocorrection", "periodShortcut", "predictions", "smartEllipsis",
        "smartInsertDelete", "smartPunctuation", "spellChecking", "swapsOptionAndCommand",
        "twoHyphensToEm",
      ])
    for (name, reason) in TextInputSettings.unsupported {
      #expect(reason.contains(" ") && !reason.hasSuffix("."), "\(name): \(reason)")
    }
  }

  @Test(
    "F016 an unsupported setting is refused with its reason, and not listed",
    arguments: refusedNames)
  func refused(_ name: String) throws {
    let reason = try #require(TextInputSettings.unsupported[name])
    let error = TraitError.unsupportedSetting(name, reason: reason)
    var settings = TextInputSettings()
    for value in [true, false, "x", nil] as [TraitWireValue] {
      #expect(throws: error) { try settings.set(name, to: value) }
    }
    #expect(settings == TextInputSettings())
    #expect(!TextInputSettings.names.contains(name))
    #expect(!settings.namedValues.contains { $0.name == name })
    let memory = VolatileMemory()
    let engine = TextEngine(memory: memory)
    #expect(throws: error) { try engine.keepSetting(name, false) }
    #expect(memory.setting(name) == nil)
  }

  @Test(
    "F016 what an older version kept of an unsupported setting is ignored", arguments: refusedNames)
  func keptBefore(_ name: String) throws {
    let memory = VolatileMemory()
    let wasOn = TextInputSettings.property(named: name)?.read(TextInputSettings()) == .bool(true)
    memory.setSetting(name, to: "\(!wasOn)")
    memory.setSetting("statusRow", to: "false")
    let engine = TextEngine(memory: memory)
    #expect(engine.settings.changes(from: TextInputSettings()) == ["statusRow"])
  }

  // MARK: The others

  /// What an engine does in a situation in which one setting decides.
  private static let situations: [String: @Sendable (Desk, TextField) throws -> [String]] = [
    "capsLockSwitchesMode": { desk, _ in
      desk.press("caps")
      return [desk.mode]
    },
    "holdForAccents": { desk, field in
      desk.down("e")
      desk.repeats("e")
      return [field.text]
    },
    "revealLast": { desk, field in
      field.traits.isSecureTextEntry = true
      desk.type("x")
      return [field.visibleText]
    },
    "statusRow": { desk, _ in ["\(desk.engine.keyboardArea.frame(of: .status).height)"] },
    "discoverabilityDelay": { desk, _ in
      try desk.declare("open cmd+o")
      desk.down("cmd")
      desk.wait(700)
      return desk.panel
    },
    "continuationDelay": { desk, _ in
      try desk.declare("comment cmd+k cmd+c")
      desk.press("⌘K")
      desk.wait(500)
      return desk.panel
    },
    "sequenceTimeout": { desk, _ in
      try desk.declare("comment cmd+k cmd+c")
      desk.press("⌘K")
      desk.wait(700)
      return ["\(desk.press("⌘C"))"]
    },
    "legacyHideShow": { desk, _ in desk.move(to: TextField(name: "other")) },
    "viewShowsBeforeBegin": { desk, field in
      field.resignFirstResponder()
      return desk.move(to: TextView(name: "view"))
    },
    "legacyCommandsFirst": { desk, field in
      field.text = "abc"
      field.addKeyCommand(
        KeyCommand(id: "all", input: "a", modifiers: .command, title: "All")
      ) { _ in }
      desk.press("⌘A")
      return [Typist.draw(field)]
    },
  ]

  @Test(
    "F016 each setting that is listed changes what the engine does",
    arguments: TextInputSettings.names)
  func effect(_ name: String) throws {
    let situation = try #require(Self.situations[name], "\(name) decides nothing here")
    func outcome(_ value: TraitWireValue?) throws -> [String] {
      let desk = Desk(modes: "en-US ru-RU")
      if let value { try desk.engine.settings.set(name, to: value) }
      let field = desk.field("field")
      return try situation(desk, field)
    }
    let usual = TextInputSettings().namedValues.first { $0.name == name }?.value
    let other: TraitWireValue =
      switch usual {
      case .bool(let value)?: .bool(!value)
      default: 600
      }
    #expect(try outcome(usual) == outcome(nil))
    #expect(try outcome(other) != outcome(usual))
  }
}

extension Desk {
  /// Gives the focus to a new container.
  ///
  /// - Returns: the names of the updates that follow.
  fileprivate func move(to container: TextContainer) -> [String] {
    engine.window.addSubview(container)
    _ = engine.takeUpdates()
    container.becomeFirstResponder()
    return engine.takeUpdates().map(\.name)
  }
}
