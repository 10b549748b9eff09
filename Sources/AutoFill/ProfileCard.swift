// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// The user's own card: names, work, addresses, ways to be reached and the date of birth.
public struct ProfileCard: FillSource, Hashable {
  /// A calendar date.
  public struct Birthdate: Hashable, Sendable {
    /// The year.
    public var year: Int
    /// The month, from 1.
    public var month: Int
    /// The day, from 1.
    public var day: Int

    /// Makes a date.
    public init(year: Int, month: Int, day: Int) {
      self.year = year
      self.month = month
      self.day = day
    }
  }

  /// What the values' source is called.
  public var source = "My Card"
  /// The parts of the name, and `TextContentType.name` where the parts do not make it.
  public var names: [TextContentType: String] = [:]
  /// The organisation and the position in it.
  public var work: [TextContentType: String] = [:]
  /// The addresses by their parts, best first.
  public var addresses: [[TextContentType: String]] = []
  /// The mail addresses, best first.
  public var emailAddresses: [String] = []
  /// The telephone numbers, best first.
  public var telephoneNumbers: [String] = []
  /// The URLs, best first.
  public var urls: [String] = []
  /// The date of birth.
  public var birthdate: Birthdate?

  /// Makes an empty card.
  public init() {}

  /// One record for the name, the work and the birth, and for each address, number and URL; the
  /// same for every program.
  public func records(for program: String, at now: Timestamp) -> [FillRecord] {
    let reached =
      emailAddresses.map { [TextContentType.emailAddress: $0] }
      + telephoneNumbers.map { [.telephoneNumber: $0] } + urls.map { [.url: $0] }
    let all =
      [Self.named(names), work] + addresses.map(Self.addressed) + reached
      + [birthdate.map(Self.dated) ?? [:]]
    return all.map { $0.filter { !$0.value.isEmpty } }.filter { !$0.isEmpty }
      .map { FillRecord($0, source: source) }
  }

  /// Adds the whole name, in the order of Western names.
  private static func named(_ parts: [TextContentType: String]) -> [TextContentType: String] {
    completed(
      parts, .name, from: [.namePrefix, .givenName, .middleName, .familyName, .nameSuffix], by: " ")
  }

  /// Adds what the parts of an address make together.
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
