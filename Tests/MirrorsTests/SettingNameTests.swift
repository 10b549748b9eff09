// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Mirrors

/// Settings by name, and the unsupported ones that nothing reads.
@Suite struct SettingNameTests {
  @Test("F016 every setting has a name and a default")
  func defaults() {
    let stored = Mirror(reflecting: TextInputSettings()).children.compactMap(\.label)
    #expect(stored == TextInputSettings.properties.map(\.name))
    let off = [
      "capsLockSwitchesMode", "shiftSwitchesMode", "twoHyphensToEm", "smartEllipsis",
      "swapsOptionAndCommand", "pasteboardPerForm", "programsChooseFills", "legacyHideShow",
      "viewShowsBeforeBegin", "legacyCommandsFirst",
    ]
    let numbers: [String: Int] = [
      "pasteboardExpiry": 0, "discoverabilityDelay": 1000, "continuationDelay": 500,
      "sequenceTimeout": 3000,
    ]
    for property in TextInputSettings.properties {
      let name = property.name
      let value = property.read(TextInputSettings())
      #expect(value == numbers[name].map { .number($0) } ?? .bool(!off.contains(name)), "\(name)")
    }
  }

  // The linker folds equal functions, so key paths of computed properties may be equal (decision
  // 38).
  @Test("The key paths of settings and traits are those of stored properties")
  func stored() {
    for property in TextInputSettings.properties {
      let offset = MemoryLayout<TextInputSettings>.offset(of: property.path)
      #expect(offset != nil, "\(property.name)")
    }
    for property in TextInputTraits.properties {
      let offset = MemoryLayout<TextInputTraits>.offset(of: property.path)
      #expect(offset != nil, "\(property.name)")
    }
  }

  @Test("F016 each setting is set by its own name only", arguments: TextInputSettings.names)
  func setting(_ name: String) throws {
    var settings = TextInputSettings()
    let old = settings.namedValues.first { $0.name == name }?.value
    let isNumber = if case .number = old { true } else { false }
    let new: JSONValue = isNumber ? 700 : .bool(old == .bool(false))
    try settings.set(name, to: new)
    #expect(settings.changes(from: TextInputSettings()) == [name])
    #expect(settings.namedValues.contains { $0 == (name, new) })
    #expect(throws: TraitError.self) { try settings.set(name, to: "yes") }
    #expect(settings.changes(from: TextInputSettings()) == [name])
  }

  @Test("F016 a setting that does not exist is refused with the nearest name")
  func unknown() {
    var settings = TextInputSettings()
    #expect(throws: TraitError.unknownName("statusRov", nearest: "statusRow")) {
      try settings.set("statusRov", to: true)
    }
  }

  private static let refusedNames = TextInputSettings.unsupported.keys.sorted()

  @Test("F016 the listed settings are unsupported, each with a reason")
  func unsupported() {
    #expect(
      Self.refusedNames == [
        "swapsOptionAndCommand"
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
    for value in [true, false, "x", .null] as [JSONValue] {
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

  @Test("F016 a stored value of an unsupported setting is ignored", arguments: refusedNames)
  func keptBefore(_ name: String) throws {
    let memory = VolatileMemory()
    let wasOn = TextInputSettings.property(named: name)?.read(TextInputSettings()) == .bool(true)
    memory.setSetting(name, to: "\(!wasOn)")
    memory.setSetting("statusRow", to: "false")
    let engine = TextEngine(memory: memory)
    engine.restoreSettings()
    #expect(engine.settings.changes(from: TextInputSettings()) == ["statusRow"])
  }

  @Test("CMD-19b the delay stays within its limits", arguments: [299, 3001, -1, Int.max])
  func delay(_ milliseconds: Int) {
    var settings = TextInputSettings()
    #expect(throws: TraitError.self) {
      try settings.set("discoverabilityDelay", to: .number(milliseconds))
    }
    #expect(settings == TextInputSettings())
  }
}
