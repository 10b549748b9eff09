// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct TraitsContentTypeTests {
  /// Reference 3.4: raw string, type, group, origin.
  static let table: [(String, TextContentType, TextContentType.Group, TextContentType.Origin)] = [
    ("name", .name, .person, .profile), ("honorific-prefix", .namePrefix, .person, .profile),
    ("given-name", .givenName, .person, .profile),
    ("additional-name", .middleName, .person, .profile),
    ("family-name", .familyName, .person, .profile),
    ("honorific-suffix", .nameSuffix, .person, .profile),
    ("nickname", .nickname, .person, .profile),
    ("organization", .organizationName, .work, .profile),
    ("organization-title", .jobTitle, .work, .profile),
    ("location", .location, .place, .addresses),
    ("street-address", .fullStreetAddress, .place, .addresses),
    ("address-line1", .streetAddressLine1, .place, .addresses),
    ("address-line2", .streetAddressLine2, .place, .addresses),
    ("address-level2", .addressCity, .place, .addresses),
    ("address-level1", .addressState, .place, .addresses),
    ("address-level1+2", .addressCityAndState, .place, .addresses),
    ("address-level3", .sublocality, .place, .addresses),
    ("postal-code", .postalCode, .place, .addresses),
    ("country-name", .countryName, .place, .addresses),
    ("email", .emailAddress, .contact, .profile), ("tel", .telephoneNumber, .contact, .profile),
    ("url", .url, .contact, .profile),
    ("username", .username, .account, .credentials),
    ("password", .password, .account, .credentials),
    ("new-password", .newPassword, .account, .credentials),
    ("one-time-code", .oneTimeCode, .oneTime, .oneTimeCodes),
    ("cc-number", .creditCardNumber, .payment, .paymentCards),
    ("cc-name", .creditCardName, .payment, .paymentCards),
    ("cc-given-name", .creditCardGivenName, .payment, .paymentCards),
    ("cc-additional-name", .creditCardMiddleName, .payment, .paymentCards),
    ("cc-family-name", .creditCardFamilyName, .payment, .paymentCards),
    ("cc-exp", .creditCardExpiration, .payment, .paymentCards),
    ("cc-exp-month", .creditCardExpirationMonth, .payment, .paymentCards),
    ("cc-exp-year", .creditCardExpirationYear, .payment, .paymentCards),
    ("cc-csc", .creditCardSecurityCode, .payment, .paymentCards),
    ("cc-type", .creditCardType, .payment, .paymentCards),
    ("bday", .birthdate, .birth, .profile), ("bday-day", .birthdateDay, .birth, .profile),
    ("bday-month", .birthdateMonth, .birth, .profile),
    ("bday-year", .birthdateYear, .birth, .profile),
    ("cellular-eid", .cellularEID, .device, .never),
    ("cellular-imei", .cellularIMEI, .device, .never),
    ("date-time", .dateTime, .events, .recentValues),
    ("flight-number", .flightNumber, .events, .recentValues),
    ("shipment-tracking-number", .shipmentTrackingNumber, .events, .recentValues),
    ("code", .code, .literal, .never),
  ]

  @Test("F087 every raw value is a content type in its group", arguments: table)
  func accepted(
    _ raw: String, _ type: TextContentType, _ group: TextContentType.Group,
    _ origin: TextContentType.Origin
  ) {
    #expect(TextContentType(rawValue: raw) == type)
    #expect(type.group == group)
    #expect(type.origin == origin)
    #expect(type.isCredential == (group == .account))
  }

  @Test("F087 the table is the complete list")
  func complete() {
    #expect(Self.table.map(\.1) == TextContentType.allCases)
  }

  @Test("TRT-12a, TRT-13 the listed types are credential fields")
  func credentialFields() {
    var traits = TextInputTraits()
    #expect(!traits.isCredentialField)
    for type in TextContentType.allCases {
      traits.textContentType = type
      #expect(traits.isCredentialField == [.username, .password, .newPassword].contains(type))
    }
    traits = TextInputTraits()
    traits.isSecureTextEntry = true
    #expect(traits.isCredentialField)
  }
}
