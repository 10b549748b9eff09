// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Testing
import TextInput

@testable import Bridge

@Suite struct AssistanceSettingTests {
  private static let names = AssistanceTable.settings.descriptions.compactMap(\.userName)

  private func kinds(_ text: String) throws -> [String: JSONValue] {
    try SettingsFile.read(text.utf8).user.values
  }

  @Test("F016 assistance: off turns every kind off, and on turns on what is on by default")
  func switches() throws {
    let off = try kinds("assistance: off")
    #expect(try SettingsFile.read("assistance: off".utf8).turnsAssistanceOff)
    for text in ["assistance: on", "layout: de", "assistance: {autocorrection: no}"] {
      #expect(try !SettingsFile.read(text.utf8).turnsAssistanceOff)
    }
    #expect(Set(off.keys) == Set(Self.names) && !off.values.contains(true))
    let on = try kinds("assistance: on")
    let defaults = TextInputSettings().namedValues.filter { $0.value == true }.map(\.name)
    #expect(Set(on.keys) == Set(Self.names).intersection(defaults))
    #expect(!on.isEmpty && !on.values.contains(false))
  }

  @Test("F016 switches take on and off, true and false, and yes and no")
  func spellings() throws {
    for (word, isOn) in [
      ("on", true), ("true", true), ("yes", true), ("off", false), ("false", false), ("no", false),
    ] {
      let read = try SettingsFile.read("assistance: \(word)\nhold-for-accents: \(word)".utf8)
      #expect(read.turnsAssistanceOff == !isOn && read.user[\.holdForAccents] == isOn, "\(word)")
      #expect(try Set(kinds("assistance: \(word)").values) == [.bool(isOn)])
    }
    #expect(try kinds("assistance: {autocorrection: off}") == ["autocorrection": false])
  }

  @Test("F016 each kind is turned on or off by its key, and the others are the user's choice")
  func keys() throws {
    let text = "assistance: {autocapitalization: no, smart-ellipsis: yes}"
    #expect(try kinds(text) == ["autocapitalization": false, "smartEllipsis": true])
    #expect(try kinds("layout: de").isEmpty)
  }

  @Test("F016 each key has the name and the property of one setting")
  func names() throws {
    for kind in AssistanceTable.settings.descriptions {
      let usual = try #require(kind.usual)
      let text = "assistance: {\(kind.name): \(usual == true ? "off" : "on")}"
      let values = try kinds(text)
      var settings = TextInputSettings()
      for (name, value) in values { try settings.set(name, to: value) }
      #expect(values.count == 1 && settings.changes(from: TextInputSettings()) == [kind.userName])
    }
  }

  @Test(
    "F016 a mistake is reported with the values that are possible",
    arguments: [("assistance: of", "of"), ("assistance: {autocapitalisation: off}", "autocapital")])
  func mistakes(_ text: String, _ word: String) {
    do {
      _ = try SettingsFile.read(text.utf8)
      Issue.record("\(text) is accepted")
    } catch {
      #expect(error.mistakes.count == 1 && "\(error.mistakes)".contains(word))
    }
  }
}
