// SPDX-License-Identifier: Apache-2.0
import Bridge
import Testing
import TextInput

@Suite struct ModeSettingTests {
  @Test("MOD-1b the settings file lists the user's modes in order; without it there is none")
  func list() throws {
    let configuration = try Configuration(parsing: "modes: [sv, en-US, ja]".utf8)
    #expect(
      configuration.modes.map(\.primaryLanguage.description) == ["sv-SE", "en-US", "ja-JP"])
    #expect(try Configuration(parsing: "layout: de".utf8).modes.isEmpty)
    #expect(ModeList(configuration.modes).modes.count == 3)
  }

  @Test("MOD-1b a mode that does not exist is a mistake with its place and the nearest name")
  func unknown() throws {
    let errors = #expect(throws: ConfigurationErrors.self) {
      try Configuration(parsing: "layout: de\nmodes: [en-US, sw-SE]".utf8)
    }
    let mistake = try #require(errors?.mistakes.first)
    #expect(errors?.mistakes.count == 1)
    #expect(mistake.place.line == 2 && mistake.place.column == 16)
    guard case .unknownValue("sw-SE", let nearest, _) = mistake.problem else {
      Issue.record("\(mistake.problem)")
      return
    }
    #expect(nearest?.hasPrefix("sv-SE") == true)
  }
}
