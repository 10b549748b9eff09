// SPDX-License-Identifier: Apache-2.0

/// The groups of content types, with the sources of their values, and which fields are for
/// credentials (reference 3.4, TRT-13).
extension TextContentType {
  /// The groups of content types.
  @nonexhaustive
  public enum Group: Hashable, Sendable, CaseIterable {
    /// Names of a person.
    case person
    /// The organisation and position of a person.
    case work
    /// Addresses.
    case place
    /// Means of contacting a person.
    case contact
    /// Credentials.
    case account
    /// Codes for one login.
    case oneTime
    /// Payment cards.
    case payment
    /// Dates of birth.
    case birth
    /// A device's identification numbers.
    case device
    /// Events: dates, flights and shipments.
    case events
    /// Source code and commands.
    case literal
  }

  /// The source of a value.
  @nonexhaustive
  public enum Origin: Hashable, Sendable, CaseIterable {
    /// The user's own contact card.
    case profile
    /// The user's own addresses, and the address most recently offered by another program.
    case addresses
    /// The credential store.
    case credentials
    /// Codes delivered by another program.
    case oneTimeCodes
    /// The user's payment cards, if the user opted in.
    case paymentCards
    /// Values recently found in text.
    case recentValues
    /// No source: the value is never filled in.
    case never
  }

  /// The group of the type.
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
    case .code: .literal
    }
  }

  /// The source of the type's values.
  public var origin: Origin {
    switch group {
    case .person, .work, .contact, .birth: .profile
    case .place: .addresses
    case .account: .credentials
    case .oneTime: .oneTimeCodes
    case .payment: .paymentCards
    case .events: .recentValues
    case .device, .literal: .never
    }
  }

  /// Whether the type alone makes a field a credential field (TRT-12).
  public var isCredential: Bool { group == .account }

  /// Whether texts of the type consist of words, so that they are corrected and learned (3.6).
  package var isProse: Bool {
    switch group {
    case .account, .oneTime, .literal: false
    default: true
    }
  }
}

extension TextInputTraits {
  /// Whether this is a credential field (TRT-12): its content type is a credential, even if shown
  /// in clear (TRT-13), or it is secure without a content type.
  public var isCredentialField: Bool { textContentType?.isCredential ?? isSecureTextEntry }
}
