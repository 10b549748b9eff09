// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Testing

@testable import TextInput

struct KeptSettingsTests {
  @Test(
    "F016 only the user's stored choices apply when the next engine with the memory restores them"
  )
  func kept() throws {
    let memory = VolatileMemory()
    let engine = TextEngine(memory: memory)
    try engine.keepSetting("statusRow", false)
    try engine.keepSetting("discoverabilityDelay", 700)
    try engine.keepSetting("legacyCommandsFirst", true)
    engine.settings.predictions = false
    let next = TextEngine(memory: memory)
    next.restoreSettings()
    #expect(
      next.settings.changes(from: TextInputSettings())
        == ["statusRow", "discoverabilityDelay", "legacyCommandsFirst"])
    #expect(next.settings.discoverabilityDelay == 700)
    #expect(
      !next.keyboardArea.showsStatus && next.stages.search.comesFirst,
      "the settings' effects are restored too")
    #expect(next.isSettingKept("statusRow") && !next.isSettingKept("predictions"))
  }

  @Test("F016 a choice that is removed is not stored any more")
  func takenBack() throws {
    let memory = VolatileMemory()
    let engine = TextEngine(memory: memory)
    try engine.keepSetting("statusRow", false)
    try engine.keepSetting("statusRow", .null)
    #expect(engine.settings == TextInputSettings() && !engine.isSettingKept("statusRow"))
  }

  @Test("F016 a setting that does not exist changes nothing, even if it is stored")
  func unknown() throws {
    let memory = VolatileMemory()
    let engine = TextEngine(memory: memory)
    #expect(throws: TraitError.self) { try engine.keepSetting("statusRow", "maybe") }
    #expect(throws: TraitError.self) { try engine.keepSetting("statusrow", false) }
    #expect(throws: TraitError.self) { try engine.keepSetting("statusrow", .null) }
    #expect(memory.setting("statusRow") == nil && memory.setting("statusrow") == nil)
    memory.setSetting("discoverabilityDelay", to: "for ever")
    memory.setSetting("statusRow", to: "false")
    let next = TextEngine(memory: memory)
    next.restoreSettings()
    #expect(next.settings.changes(from: TextInputSettings()) == ["statusRow"])
  }
}
