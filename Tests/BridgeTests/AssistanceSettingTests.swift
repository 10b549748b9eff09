// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Testing
import TextInput

@testable import Bridge

@Suite struct AssistanceSettingTests {
  @Test("F016 assistance: off turns every kind off, and on turns on what is on by default")
  func switches() throws {
    let off = try Configuration(parsing: "assistance: off".utf8).assistance
    #expect(try Configuration(parsing: "assistance: off".utf8).turnsAssistanceOff)
    for text in ["assistance: on", "layout: de", "assistance: {autocorrection: no}"] {
      #expect(try !Configuration(parsing: text.utf8).turnsAssistanceOff)
    }
    #expect(Set(off.keys) == Set(AssistanceSetting.allCases) && !off.values.contains(true))
    let on = try Configuration(parsing: "assistance: on".utf8).assistance
    let defaults = TextInputSettings()
    #expect(
      Set(on.keys) == Set(AssistanceSetting.allCases.filter { defaults[keyPath: $0.path] }))
    #expect(!on.isEmpty && !on.values.contains(false))
  }

  @Test("F016 switches take on and off, true and false, and yes and no")
  func spellings() throws {
    for (word, isOn) in [
      ("on", true), ("true", true), ("yes", true), ("off", false), ("false", false), ("no", false),
    ] {
      let read = try Configuration(parsing: "assistance: \(word)\nhold-for-accents: \(word)".utf8)
      #expect(Set(read.assistance.values) == [isOn] && read.turnsAssistanceOff == !isOn)
      #expect(read.holdsForAccents == isOn, "\(word)")
    }
    let kinds = try Configuration(parsing: "assistance: {autocorrection: off}".utf8)
    #expect(kinds.assistance == [.autocorrection: false] && !kinds.turnsAssistanceOff)
  }

  @Test("F016 each kind is turned on or off by its key, and the others are the user's choice")
  func keys() throws {
    let text = "assistance: {autocapitalization: no, smart-ellipsis: yes}"
    let read = try Configuration(parsing: text.utf8).assistance
    #expect(read == [.autocapitalization: false, .smartEllipsis: true])
    #expect(try Configuration(parsing: "layout: de".utf8).assistance.isEmpty)
  }

  @Test("F016 each key has the name and the property of one setting")
  func names() throws {
    for setting in AssistanceSetting.allCases {
      var settings = TextInputSettings()
      settings[keyPath: setting.path].toggle()
      guard AssistanceSetting.allCases.contains(setting) else { continue }
      #expect(settings.changes(from: TextInputSettings()) == [setting.name])
    }
  }

  @Test(
    "F016 a mistake is reported with the values that are possible",
    arguments: [("assistance: of", "of"), ("assistance: {autocapitalisation: off}", "autocapital")])
  func mistakes(_ text: String, _ word: String) {
    do {
      _ = try Configuration(parsing: text.utf8)
      Issue.record("\(text) is accepted")
    } catch {
      #expect(error.mistakes.count == 1 && "\(error.mistakes)".contains(word))
    }
  }
}
