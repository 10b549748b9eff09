// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Assistance

@Suite("Assistant")
struct AssistantTests {
  private let all: [WritableKeyPath<TextInputSettings, Bool>] = [
    \.autocapitalization, \.periodShortcut, \.smartPunctuation, \.smartInsertDelete,
    \.autocorrection, \.predictions, \.spellChecking, \.smartEllipsis, \.twoHyphensToEm,
  ]
  private var nothing: [WritableKeyPath<TextInputSettings, Bool>: Bool] {
    Dictionary(uniqueKeysWithValues: all.map { ($0, false) })
  }

  @Test("F016 with every kind of help off, keys type exactly what is pressed")
  func off() {
    let typist = HelpedTypist(settings: nothing) {
      $0.autocapitalizationType = .words
      $0.smartQuotesType = .yes
      $0.smartDashesType = .yes
    }
    #expect(typist.type("\"hi\"  1--2 ...").text == "\"hi\"  1--2 ...")
    // The setting takes effect at the next key.
    typist.engine.settings.autocapitalization = true
    #expect(typist.type("⏎hi").text.hasSuffix("⏎Hi"))
  }

  @Test("the assistant is called only while a setting leaves it anything to do")
  func helps() {
    let assistant = Assistant()
    var settings = TextInputSettings()
    for setting in all { settings[keyPath: setting] = false }
    #expect(!assistant.helps(with: settings))
    for setting in all where setting != \.twoHyphensToEm {
      settings[keyPath: setting] = true
      #expect(assistant.helps(with: settings))
      settings[keyPath: setting] = false
    }
    // Replacements work without correction (AST-49).
    assistant.words.replacements = TextReplacements([TextReplacement("omw", "On my way!")])
    #expect(assistant.helps(with: settings))
  }
}
