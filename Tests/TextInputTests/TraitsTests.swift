// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct TraitsTests {
  @Test("3.1 the defaults")
  func defaults() {
    let traits = TextInputTraits()
    #expect(traits.autocapitalizationType == .sentences)
    #expect(traits.autocorrectionType == .default)
    #expect(traits.spellCheckingType == .default)
    #expect(traits.smartQuotesType == .default)
    #expect(traits.smartDashesType == .default)
    #expect(traits.smartInsertDeleteType == .default)
    #expect(traits.inlinePredictionType == .default)
    #expect(traits.keyboardType == .default)
    #expect(traits.keyboardAppearance == .default)
    #expect(traits.returnKeyType == .default)
    #expect(!traits.enablesReturnKeyAutomatically)
    #expect(!traits.isSecureTextEntry)
    #expect(traits.textContentType == nil)
    #expect(traits.passwordRules == nil)
  }

  @Test("TRT-1 a value that does not exist is refused")
  func unknownValues() {
    #expect(TraitSwitch(rawValue: 3) == nil)
    #expect(KeyboardType(rawValue: 12) == nil)
    #expect(ReturnKeyType(rawValue: 12) == nil)
    #expect(AutocapitalizationType(rawValue: 4) == nil)
    #expect(TextContentType(rawValue: "shoe-size") == nil)
  }

  @Test("3.1–3.3 the raw values are UIKit's")
  func rawValues() {
    #expect(TraitSwitch.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(KeyboardType.allCases.map(\.rawValue) == Array(0...11))
    #expect(ReturnKeyType.allCases.map(\.rawValue) == Array(0...11))
    #expect(AutocapitalizationType.allCases.map(\.rawValue) == Array(0...3))
    #expect(KeyboardType.emailAddress.rawValue == 7)
    #expect(ReturnKeyType.done.rawValue == 9)
    #expect(KeyboardAppearance.alert == .dark)
  }

  @Test(
    "3.4 content types by the names that HTML gives them",
    arguments: [
      ("name", TextContentType.name), ("honorific-prefix", .namePrefix), ("tel", .telephoneNumber),
      ("address-level1+2", .addressCityAndState), ("one-time-code", .oneTimeCode),
      ("cc-csc", .creditCardSecurityCode), ("flight-number", .flightNumber),
      ("date-time", .dateTime), ("shipment-tracking-number", .shipmentTrackingNumber),
    ])
  func contentTypes(_ name: String, _ type: TextContentType) {
    #expect(TextContentType(rawValue: name) == type)
  }
}
