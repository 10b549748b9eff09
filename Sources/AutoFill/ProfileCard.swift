// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// The user's own card: names, work, addresses, contact details and the date of birth.
public struct ProfileCard: FillSource, Hashable {
  /// A calendar date.
  public struct Birthdate: Hashable, Sendable {
    /// The year.
    public var year: Int
    /// The month, from 1.
    public var month: Int
    /// The day, from 1.
    public var day: Int

    /// Creates a date; the numbers are not checked.
    ///
    /// - Parameters:
    ///   - year: the year; shown with at least four digits.
    ///   - month: the month, from 1.
    ///   - day: the day, from 1.
    public init(year: Int, month: Int, day: Int) {
      self.year = year
      self.month = month
      self.day = day
    }
  }

  /// The name of the source, displayed next to the values.
  public var source = "My Card"
  /// The parts of the name, and `TextContentType.name` if it is not made of the parts.
  public var names: [TextContentType: String] = [:]
  /// The organisation, and the user's position in it.
  public var work: [TextContentType: String] = [:]
  /// The parts of each address, the best first.
  public var addresses: [[TextContentType: String]] = []
  /// The mail addresses, best first.
  public var emailAddresses: [String] = []
  /// The telephone numbers, best first.
  public var telephoneNumbers: [String] = []
  /// The URLs, best first.
  public var urls: [String] = []
  /// The date of birth.
  public var birthdate: Birthdate?

  /// Creates an empty card.
  public init() {}

  /// Returns one record for the name, the work and the birth date, and one for each address, number
  /// and URL.
  ///
  /// All programs get the same records.
  ///
  /// - Parameters:
  ///   - program: has no effect.
  ///   - now: has no effect.
  /// - Returns: the records, without empty values; an empty card has none.
  public func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
    let reached =
      emailAddresses.map { [TextContentType.emailAddress: $0] }
      + telephoneNumbers.map { [.telephoneNumber: $0] } + urls.map { [.url: $0] }
    let all =
      [Self.named(names), work] + addresses.map(Self.addressed) + reached
      + [birthdate.map(Self.dated) ?? [:]]
    return all.map { $0.filter { !$0.value.isEmpty } }.filter { !$0.isEmpty }
      .map { FillRecord($0, source: source) }
  }

  /// Returns the parts with the full name added, in Western order.
  private static func named(_ parts: [TextContentType: String]) -> [TextContentType: String] {
    completed(
      parts, .name, from: [.namePrefix, .givenName, .middleName, .familyName, .nameSuffix], by: " ")
  }

  /// Returns the parts of an address with their combined forms added.
  static func addressed(_ parts: [TextContentType: String]) -> [TextContentType: String] {
    let street = completed(
      parts, .fullStreetAddress, from: [.streetAddressLine1, .streetAddressLine2], by: "\n")
    return completed(street, .addressCityAndState, from: [.addressCity, .addressState], by: ", ")
  }

  private static func completed(
    _ parts: [TextContentType: String], _ whole: TextContentType, from types: [TextContentType],
    by separator: String
  ) -> [TextContentType: String] {
    let text = types.compactMap { parts[$0] }.filter { !$0.isEmpty }.joined(separator: separator)
    return parts.merging([whole: text]) { own, _ in own }
  }

  private static func dated(_ date: Birthdate) -> [TextContentType: String] {
    func padded(_ number: Int, to width: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let (year, month, day) = (
      padded(date.year, to: 4), padded(date.month, to: 2), padded(date.day, to: 2)
    )
    return [
      .birthdate: "\(year)-\(month)-\(day)", .birthdateYear: year, .birthdateMonth: "\(date.month)",
      .birthdateDay: "\(date.day)",
    ]
  }
}
