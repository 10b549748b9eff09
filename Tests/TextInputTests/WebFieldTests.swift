// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct WebFieldTests {
  @Test("DSP-4, F055 a page sets correction and capitals")
  func allowed() throws {
    let field = WebField(name: "q")
    var traits = TextInputTraits()
    traits.autocorrectionType = .no
    traits.autocapitalizationType = .none
    try field.setTraits(traits)
    #expect(field.traits == traits)
    field.autocorrectionType = .yes
    field.autocapitalizationType = .words
    #expect(field.traits.autocorrectionType == .yes)
    #expect(field.traits.autocapitalizationType == .words)
  }

  private static let refused: [@Sendable (inout TextInputTraits) -> Void] = [
    { $0.keyboardType = .url }, { $0.returnKeyType = .go }, { $0.isSecureTextEntry = true },
    { $0.spellCheckingType = .no }, { $0.smartQuotesType = .no }, { $0.smartDashesType = .no },
    { $0.smartInsertDeleteType = .no }, { $0.inlinePredictionType = .no },
    { $0.keyboardAppearance = .dark }, { $0.enablesReturnKeyAutomatically = true },
    { $0.textContentType = .name }, { $0.passwordRules = nil },
  ]

  @Test("DSP-4, F055 every other trait is an error, and nothing changes", arguments: 0..<11)
  func refused(row: Int) {
    let field = WebField(name: "q")
    var traits = TextInputTraits()
    traits.autocorrectionType = .no
    Self.refused[row](&traits)
    #expect(throws: ContainerError.unsupportedTrait(kind: .webField)) {
      try field.setTraits(traits)
    }
    #expect(field.traits == TextInputTraits())
    // The plain setter applies the traits that it can.
    field.traits = traits
    #expect(field.traits.autocorrectionType == .no)
    traits = TextInputTraits()
    traits.autocorrectionType = .no
    #expect(field.traits == traits)
    #expect(throws: Never.self) { try TextField().setTraits(traits) }
  }

  @Test(
    "DSP-4, F056 the name does not select the keyboard", arguments: ["zip", "email", "tel", "url"])
  func name(name: String) {
    let field = WebField(name: name)
    #expect(field.name == name && field.traits == TextInputTraits())
    #expect(field.traits.keyboardType == .default)
  }

  @Test("F054 a web field types and consults like any field")
  func typing() {
    let desk = FieldDesk()
    let field = WebField(name: "q")
    field.delegate = desk.delegate
    desk.add(field)
    field.becomeFirstResponder()
    desk.type("hi").press("⏎")
    #expect(field.text == "hi" && desk.log().contains("q field.shouldReturn"))
    #expect(field.traits.autocorrectionType == .default)
  }
}
