// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Bridge

@Suite struct HoldSettingTests {
  @Test("MOD-15b only the settings file turns hold-for-accents on")
  func setting() throws {
    #expect(
      try SettingsFile.read("hold-for-accents: true".utf8).user[\.holdForAccents] == true)
    #expect(
      try SettingsFile.read("hold-for-accents: false".utf8).user[\.holdForAccents] == false)
    #expect(try SettingsFile.read("layout: de".utf8).user[\.holdForAccents] == nil)
    #expect(throws: ConfigurationErrors.self) {
      try SettingsFile.read("hold-for-accents: long".utf8)
    }
  }
}
