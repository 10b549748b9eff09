// SPDX-License-Identifier: Apache-2.0

/// What a text means, so that it can be filled in; UIKit's counterpart is `UITextContentType`.
///
/// The raw values are the words that HTML's `autocomplete` uses, where it has one.
@nonexhaustive
public enum TextContentType: String, Hashable, Sendable, CaseIterable {
  // Person

  /// A full name.
  case name
  /// A title before the name.
  case namePrefix = "honorific-prefix"
  /// A given name.
  case givenName = "given-name"
  /// A middle name.
  case middleName = "additional-name"
  /// A family name.
  case familyName = "family-name"
  /// What stands behind a name.
  case nameSuffix = "honorific-suffix"
  /// A nickname.
  case nickname

  // Work

  /// An organisation.
  case organizationName = "organization"
  /// A position in an organisation.
  case jobTitle = "organization-title"

  // Place

  /// A place.
  case location
  /// A whole street address.
  case fullStreetAddress = "street-address"
  /// The first line of a street address.
  case streetAddressLine1 = "address-line1"
  /// The second line of a street address.
  case streetAddressLine2 = "address-line2"
  /// A city.
  case addressCity = "address-level2"
  /// A state or province.
  case addressState = "address-level1"
  /// A city with its state.
  case addressCityAndState = "address-level1+2"
  /// A part of a city.
  case sublocality = "address-level3"
  /// A postal code.
  case postalCode = "postal-code"
  /// A country.
  case countryName = "country-name"

  // Contact

  /// A mail address.
  case emailAddress = "email"
  /// A telephone number.
  case telephoneNumber = "tel"
  /// A URL.
  case url

  // Account

  /// An account's name.
  case username
  /// An account's password.
  case password
  /// A password to be made up.
  case newPassword = "new-password"
  /// A code sent for one log-in.
  case oneTimeCode = "one-time-code"

  // Payment

  /// A payment card's number.
  case creditCardNumber = "cc-number"
  /// The name on a payment card.
  case creditCardName = "cc-name"
  /// The given name on a payment card.
  case creditCardGivenName = "cc-given-name"
  /// The middle name on a payment card.
  case creditCardMiddleName = "cc-additional-name"
  /// The family name on a payment card.
  case creditCardFamilyName = "cc-family-name"
  /// When a payment card ends.
  case creditCardExpiration = "cc-exp"
  /// The month when a payment card ends.
  case creditCardExpirationMonth = "cc-exp-month"
  /// The year when a payment card ends.
  case creditCardExpirationYear = "cc-exp-year"
  /// A payment card's security code.
  case creditCardSecurityCode = "cc-csc"
  /// A payment card's kind.
  case creditCardType = "cc-type"

  // Birth

  /// A date of birth.
  case birthdate = "bday"
  /// The day of a date of birth.
  case birthdateDay = "bday-day"
  /// The month of a date of birth.
  case birthdateMonth = "bday-month"
  /// The year of a date of birth.
  case birthdateYear = "bday-year"

  // Device

  /// A device's EID.
  case cellularEID = "cellular-eid"
  /// A device's IMEI.
  case cellularIMEI = "cellular-imei"

  // Events

  /// A date and time.
  case dateTime = "date-time"
  /// A flight's number.
  case flightNumber = "flight-number"
  /// A parcel's number.
  case shipmentTrackingNumber = "shipment-tracking-number"

}
