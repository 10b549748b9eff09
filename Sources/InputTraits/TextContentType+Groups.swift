// SPDX-License-Identifier: Apache-2.0

/// How content types belong together, and where Keybridge looks for them (reference 3.4).
extension TextContentType {
  /// The groups of content types.
  @nonexhaustive
  public enum Group: Hashable, Sendable, CaseIterable {
    /// Names of a person.
    case person
    /// Where a person works.
    case work
    /// Addresses.
    case place
    /// How a person is reached.
    case contact
    /// Credentials.
    case account
    /// Codes for one log-in.
    case oneTime
    /// Payment cards.
    case payment
    /// Dates of birth.
    case birth
    /// A device's numbers.
    case device
    /// What happens.
    case events
  }

  /// Where a value comes from.
  @nonexhaustive
  public enum Origin: Hashable, Sendable, CaseIterable {
    /// The user's own card.
    case profile
    /// The user's own addresses, and the one another program offered last.
    case addresses
    /// The credential store.
    case credentials
    /// Codes that another program delivered.
    case oneTimeCodes
    /// The user's payment cards, if the user opted in.
    case paymentCards
    /// Values found in text lately.
    case recentValues
    /// Nowhere: it is never filled in.
    case never
  }

  /// The group the type belongs to.
  public var group: Group {
    switch self {
    case .name, .namePrefix, .givenName, .middleName, .familyName, .nameSuffix, .nickname: .person
    case .organizationName, .jobTitle: .work
    case .location, .fullStreetAddress, .streetAddressLine1, .streetAddressLine2, .addressCity,
      .addressState, .addressCityAndState, .sublocality, .postalCode, .countryName:
      .place
    case .emailAddress, .telephoneNumber, .url: .contact
    case .username, .password, .newPassword: .account
    case .oneTimeCode: .oneTime
    case .creditCardNumber, .creditCardName, .creditCardGivenName, .creditCardMiddleName,
      .creditCardFamilyName, .creditCardExpiration, .creditCardExpirationMonth,
      .creditCardExpirationYear, .creditCardSecurityCode, .creditCardType:
      .payment
    case .birthdate, .birthdateDay, .birthdateMonth, .birthdateYear: .birth
    case .cellularEID, .cellularIMEI: .device
    case .dateTime, .flightNumber, .shipmentTrackingNumber: .events
    }
  }

  /// Where values of the type come from.
  public var origin: Origin {
    switch group {
    case .person, .work, .contact, .birth: .profile
    case .place: .addresses
    case .account: .credentials
    case .oneTime: .oneTimeCodes
    case .payment: .paymentCards
    case .events: .recentValues
    case .device: .never
    }
  }

  /// Whether the type alone makes a field a credential field (TRT-12).
  public var isCredential: Bool { group == .account }
}

extension TextInputTraits {
  /// Whether this is a credential field (TRT-12): typed so, shown in clear or not (TRT-13), or
  /// secure with nothing said of what it means.
  public var isCredentialField: Bool { textContentType?.isCredential ?? isSecureTextEntry }
}
