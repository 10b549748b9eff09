// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import InputTraits
@testable import TextInput

@Suite struct TraitsSettingsTests {
  @Test("F016 every setting has a name, and the defaults are these")
  func defaults() {
    let stored = Mirror(reflecting: TextInputSettings()).children.compactMap(\.label)
    #expect(stored == TextInputSettings.properties.map(\.name))
    let off = [
      "capsLockSwitchesMode", "twoHyphensToEm", "smartEllipsis", "swapsOptionAndCommand",
      "legacyHideShow", "viewShowsBeforeBegin", "legacyCommandsFirst",
    ]
    let numbers: [String: Int] = [
      "discoverabilityDelay": 1000, "continuationDelay": 500, "sequenceTimeout": 3000,
    ]
    for property in TextInputSettings.properties {
      let name = property.name
      let value = property.read(TextInputSettings())
      #expect(value == numbers[name].map { .number($0) } ?? .bool(!off.contains(name)), "\(name)")
    }
  }

  @Test("F016 each is set by its name alone", arguments: TextInputSettings.names)
  func setting(_ name: String) throws {
    var settings = TextInputSettings()
    let old = settings.namedValues.first { $0.name == name }?.value
    let isNumber = if case .number = old { true } else { false }
    let new: TraitWireValue = isNumber ? 700 : .bool(old == .bool(false))
    try settings.set(name, to: new)
    #expect(settings.changes(from: TextInputSettings()) == [name])
    #expect(settings.namedValues.contains { $0 == (name, new) })
    #expect(throws: TraitError.self) { try settings.set(name, to: "yes") }
    #expect(settings.changes(from: TextInputSettings()) == [name])
  }

  @Test("F016 a setting that does not exist is refused with the nearest one")
  func unknown() {
    var settings = TextInputSettings()
    #expect(throws: TraitError.unknownName("statusRov", nearest: "statusRow")) {
      try settings.set("statusRov", to: true)
    }
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
