// SPDX-License-Identifier: Apache-2.0

/// The meaning of a text, used to fill it in; the UIKit counterpart is `UITextContentType`.
///
/// The raw values are the tokens of HTML's `autocomplete`, where it has one.
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
  /// A suffix after the name.
  case nameSuffix = "honorific-suffix"
  /// A nickname.
  case nickname

  // Work

  /// The name of an organisation.
  case organizationName = "organization"
  /// A job title.
  case jobTitle = "organization-title"

  // Place

  /// A place.
  case location
  /// A full street address.
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

  /// An email address.
  case emailAddress = "email"
  /// A telephone number.
  case telephoneNumber = "tel"
  /// A URL.
  case url

  // Account

  /// An account name.
  case username
  /// An account password.
  case password
  /// A new password, to be generated.
  case newPassword = "new-password"
  /// A code sent for one login.
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
  /// The expiry date of a payment card.
  case creditCardExpiration = "cc-exp"
  /// The month in which a payment card expires.
  case creditCardExpirationMonth = "cc-exp-month"
  /// The year in which a payment card expires.
  case creditCardExpirationYear = "cc-exp-year"
  /// A payment card's security code.
  case creditCardSecurityCode = "cc-csc"
  /// The type of a payment card.
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
  /// A flight number.
  case flightNumber = "flight-number"
  /// A shipment tracking number.
  case shipmentTrackingNumber = "shipment-tracking-number"

  // Literal text

  /// Source code or a command, in which every character counts: nothing capitalizes, corrects or
  /// replaces it, unless a trait says so explicitly. UIKit has no such type.
  case code
}
