// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import TestSupport
import Testing

@testable import TextInput

@Suite struct AutoFillTests {
  private static let minute: Int64 = 60_000_000

  private func field(
    _ type: TextContentType?, secure: Bool = false, hasText: Bool = false
  ) -> FillField {
    var traits = TextInputTraits()
    traits.textContentType = type
    traits.isSecureTextEntry = secure
    return FillField(traits, hasText: hasText)
  }

  private var card: ProfileCard {
    var card = ProfileCard()
    card.names = [.givenName: "Ann", .familyName: "Lee", .nickname: "annie"]
    card.work = [.organizationName: "Mill", .jobTitle: "Miller"]
    card.addresses = [
      [
        .streetAddressLine1: "1 High Street", .streetAddressLine2: "Flat 2", .addressCity: "Ely",
        .addressState: "Cambs", .postalCode: "CB7", .countryName: "England",
      ],
      [.streetAddressLine1: "9 Mill Lane", .addressCity: "Ware"],
    ]
    card.emailAddresses = ["ann@example.org", "lee@example.org"]
    card.telephoneNumbers = ["+44 1353 1"]
    card.urls = ["https://example.org"]
    card.birthdate = ProfileCard.Birthdate(year: 1990, month: 2, day: 3)
    return card
  }

  private func autoFill(
    _ sources: [any FillSource] = [], _ credentials: MemoryCredentials = MemoryCredentials()
  ) -> AutoFillSuggester {
    AutoFillSuggester(sources: sources, credentials: credentials)
  }

  private func offers(
    _ autoFill: AutoFillSuggester, _ types: [TextContentType?], focused: Int = 0,
    program: ProgramIdentity = "shop",
    at now: Timestamp = .zero
  ) -> [FillSuggestion] {
    autoFill.suggestions(
      for: types.map { field($0) }, focused: focused, program: program, at: now)
  }

  // MARK: Profile

  @Test(
    "3.4, F088 the card's values fill fields of their content types",
    arguments: [
      (.name, ["Ann Lee"]), (.givenName, ["Ann"]), (.familyName, ["Lee"]), (.nickname, ["annie"]),
      (.middleName, []), (.organizationName, ["Mill"]), (.jobTitle, ["Miller"]),
      (.fullStreetAddress, ["1 High Street\nFlat 2", "9 Mill Lane"]),
      (.addressCityAndState, ["Ely, Cambs", "Ware"]), (.postalCode, ["CB7"]),
      (.countryName, ["England"]), (.emailAddress, ["ann@example.org", "lee@example.org"]),
      (.telephoneNumber, ["+44 1353 1"]), (.url, ["https://example.org"]),
      (.birthdate, ["1990-02-03"]), (.birthdateYear, ["1990"]), (.birthdateMonth, ["2"]),
      (.birthdateDay, ["3"]), (.location, []), (.flightNumber, []), (.oneTimeCode, []),
      (.creditCardNumber, []), (.cellularEID, []), (.cellularIMEI, []),
    ] as [(TextContentType, [String])])
  func profile(_ type: TextContentType, _ texts: [String]) {
    let suggestions = offers(autoFill([card]), [type])
    #expect(suggestions.map { $0.fills.map(\.text) } == texts.map { [$0] })
    #expect(suggestions.allSatisfy { $0.source == "My Card" && $0.kind == .values })
  }

  @Test("F163 the nickname fills an alias field")
  func nickname() {
    #expect(offers(autoFill([card]), [.nickname]).map(\.title) == ["annie"])
  }

  @Test("3.4 a full name in the card is used instead of its parts")
  func wholeName() {
    var card = card
    card.names[.name] = "Lee Ann"
    #expect(offers(autoFill([card]), [.name]).map(\.title) == ["Lee Ann"])
  }

  @Test("F174, FRM-13 accepting once fills the empty fields of an address form only")
  func addressForm() {
    let fields = [
      field(.name), field(.streetAddressLine1), field(.addressCity),
      field(.postalCode, hasText: true),
      field(nil), field(.countryName),
    ]
    let suggestions = autoFill([card]).suggestions(
      for: fields, focused: 2, program: "shop", at: .zero)
    #expect(
      suggestions.first
        == FillSuggestion(
          kind: .values, title: "Ely", source: "My Card",
          fills: [
            .init(field: 1, text: "1 High Street"), .init(field: 2, text: "Ely"),
            .init(field: 5, text: "England"),
          ]))
    #expect(suggestions.count == 2)
  }

  @Test("TRT-9 the more specific type is filled with the more specific value")
  func specific() {
    let weather = offers(autoFill([card]), [.addressCityAndState]).first
    let navigation = offers(autoFill([card]), [.fullStreetAddress]).first
    #expect(weather?.title == "Ely, Cambs")
    #expect(navigation?.title == "1 High Street, Flat 2")
  }

  @Test(
    "TRT-10 without a fitting value there is no suggestion, and the type still affects the traits")
  func nothingFits() {
    #expect(offers(autoFill(), [.emailAddress]).isEmpty)
    #expect(!ResolvedTraits(field(.emailAddress).traits).autocorrection)
    #expect(offers(autoFill([card]), [nil]).isEmpty)
  }

  @Test("TRT-11 nothing is entered before the user accepts")
  func notEntered() {
    let engine = TextEngine()
    var traits = TextInputTraits()
    traits.textContentType = .emailAddress
    let view = engine.makeTextView(name: "mail", traits: traits)
    let suggestions = autoFill([card]).suggestions(
      for: [FillField(view.traits)], focused: 0, program: "mail", at: .zero)
    #expect(view.storage.text.isEmpty)
    // The host accepts a suggestion by entering its values.
    for fill in suggestions[0].fills { view.insertText(fill.text) }
    #expect(view.storage.text == "ann@example.org")
  }

  @Test(
    "3.4 device numbers are never filled, from any source",
    arguments: [
      TextContentType.cellularEID, .cellularIMEI,
    ])
  func device(_ type: TextContentType) {
    struct Eager: FillSource {
      func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
        [
          FillRecord(
            Dictionary(uniqueKeysWithValues: TextContentType.allCases.map { ($0, "1") }),
            source: "Eager")
        ]
      }
    }
    #expect(offers(autoFill([Eager()]), [type]).isEmpty)
    #expect(!offers(autoFill([Eager()]), [.name]).isEmpty)
  }

  @Test(
    "3.4 an invalid index of the focused field gives no suggestion", arguments: [-1, 1, Int.max])
  func noSuchField(_ focused: Int) {
    #expect(offers(autoFill([card]), [.name], focused: focused).isEmpty)
  }

  // MARK: Payment

  @Test("3.4 cards are offered only if the user opted in, and never shown in full")
  func payment() {
    var cards = PaymentCards()
    cards.cards = [
      [.creditCardNumber: "4111111111111234", .creditCardSecurityCode: "987", .name: "no part"]
    ]
    #expect(offers(autoFill([cards]), [.creditCardNumber]).isEmpty)
    cards.isEnabled = true
    let types: [TextContentType] = [.creditCardNumber, .creditCardSecurityCode, .name]
    let suggestions = offers(autoFill([cards]), types)
    #expect(suggestions.map(\.title) == ["•••• 1234"])
    #expect(
      suggestions.first?.fills == [
        .init(field: 0, text: "4111111111111234"), .init(field: 1, text: "987"),
      ])
    #expect(offers(autoFill([cards]), types, focused: 1).map(\.title) == ["•••"])
    #expect(offers(autoFill([cards]), types, focused: 2).isEmpty)
  }

  // MARK: Recent values

  @Test(
    "3.4 a one-time code is offered for three minutes, to programs other than its sender",
    arguments: [(0, true), (179_999_999, true), (180_000_000, false), (.max, false)])
  func oneTimeCode(_ age: Int64, _ isOffered: Bool) {
    var recent = RecentValues()
    let start = Timestamp(microseconds: 5)
    let isAccepted = recent.add([.oneTimeCode: "123456"], from: "messages", at: start)
    #expect(isAccepted)
    let suggestions = offers(
      autoFill([recent]), [.oneTimeCode], at: start.advanced(byMicroseconds: age))
    #expect(suggestions.map(\.title) == (isOffered ? ["123456"] : []))
    #expect(suggestions.allSatisfy { $0.source == "messages" })
    #expect(offers(autoFill([recent]), [.oneTimeCode], program: "messages", at: start).isEmpty)
  }

  @Test("3.4 a code is offered to a secure field with that content type")
  func secureCode() {
    var recent = RecentValues()
    recent.add([.oneTimeCode: "123456"], from: "messages", at: .zero)
    let suggestions = autoFill([recent]).suggestions(
      for: [field(.oneTimeCode, secure: true)], focused: 0, program: "bank", at: .zero)
    #expect(suggestions.map(\.title) == ["123456"])
  }

  @Test("F089 the latest address that another program offered is shown with that program's name")
  func recentAddress() {
    var recent = RecentValues()
    recent.add([.streetAddressLine1: "Old Road"], from: "maps", at: .zero)
    recent.add(
      [.streetAddressLine1: "Pier 39", .addressCity: "San Francisco"], from: "maps",
      at: Timestamp(microseconds: Self.minute))
    let late = Timestamp(microseconds: 600 * Self.minute)
    let suggestions = offers(autoFill([card, recent]), [.fullStreetAddress], at: late)
    #expect(suggestions.map(\.source) == ["My Card", "My Card", "maps"])
    #expect(suggestions.last?.title == "Pier 39")
  }

  @Test("3.4 dates and numbers found in text are offered, newest first, eight at most")
  func events() {
    var recent = RecentValues()
    for number in 0..<12 {
      recent.add([.flightNumber: "BA\(number)"], from: "mail", at: .zero)
    }
    recent.add([.dateTime: "tomorrow 9am"], from: "mail", at: .zero)
    let flights = offers(autoFill([recent]), [.flightNumber]).map(\.title)
    #expect(flights.first == "BA11")
    // Eight events are kept, of which the date is one.
    #expect(flights.count == 7)
    #expect(offers(autoFill([recent]), [.dateTime]).map(\.title) == ["tomorrow 9am"])
    recent.forget(from: "mail")
    #expect(offers(autoFill([recent]), [.flightNumber]).isEmpty)
  }

  @Test("3.4 the same value offered twice is offered once")
  func doubles() {
    var recent = RecentValues()
    recent.add([.flightNumber: "BA1"], from: "mail", at: .zero)
    recent.add([.flightNumber: "BA1"], from: "mail", at: Timestamp(microseconds: 1))
    recent.add([.flightNumber: "BA1"], from: "notes", at: Timestamp(microseconds: 2))
    #expect(offers(autoFill([recent]), [.flightNumber]).map(\.source) == ["notes"])
  }

  @Test(
    "3.4 a program cannot offer the user's own values, or several types at once",
    arguments: [
      [.name: "Mallory"], [.password: "x"], [.creditCardNumber: "4"], [:], [.flightNumber: ""],
      [.flightNumber: "BA1", .oneTimeCode: "1"], [.cellularEID: "1"],
    ] as [[TextContentType: String]])
  func refusedOffers(_ values: [TextContentType: String]) {
    var recent = RecentValues()
    let isAccepted = recent.add(values, from: "mail", at: .zero)
    #expect(!isAccepted)
    #expect(recent == RecentValues())
  }

  // MARK: Credentials

  private var credentials: MemoryCredentials {
    var store = MemoryCredentials()
    store.save(Credential(owner: "example.org", username: "ann", password: "s3cret"))
    store.associate(program: "shop", with: "example.org")
    return store
  }

  @Test(
    "TRT-12b, F091 name and password are filled together, whichever is focused",
    arguments: [0, 1])
  func pair(_ focused: Int) {
    for fields in [
      [field(.username), field(.password, secure: true)],
      [field(.username), field(nil, secure: true)],
    ] {
      let suggestions = autoFill([], credentials).suggestions(
        for: fields, focused: focused, program: "shop", at: .zero)
      #expect(
        suggestions == [
          FillSuggestion(
            kind: .credential, title: "ann", source: "example.org",
            fills: [.init(field: 0, text: "ann"), .init(field: 1, text: "s3cret", isSecret: true)])
        ])
    }
  }

  @Test("TRT-12c on two screens the name alone is filled, and then the password alone")
  func twoScreens() {
    let store = autoFill([], credentials)
    #expect(offers(store, [.username, nil]).map(\.fills) == [[.init(field: 0, text: "ann")]])
    #expect(
      offers(store, [.password]).map(\.fills) == [[.init(field: 0, text: "s3cret", isSecret: true)]]
    )
  }

  @Test("TRT-12b two forms on a screen are filled separately")
  func twoForms() {
    let types: [TextContentType?] = [.username, .password, nil, .username, .password]
    let store = autoFill([], credentials)
    for (focused, filled) in [(0, [0, 1]), (1, [0, 1]), (3, [3, 4]), (4, [3, 4])] {
      #expect(offers(store, types, focused: focused).map { $0.fills.map(\.field) } == [filled])
    }
  }

  @Test("TRT-12b a password field with another purpose is not filled")
  func otherSecureFields() {
    let fields = [
      field(.username), field(.oneTimeCode, secure: true), field(.newPassword, secure: true),
    ]
    let suggestions = autoFill([], credentials).suggestions(
      for: fields, focused: 0, program: "shop", at: .zero)
    #expect(suggestions.map { $0.fills.map(\.field) } == [[0]])
  }

  @Test("TRT-13 a password field shown in clear is offered credentials too")
  func clear() {
    #expect(offers(autoFill([], credentials), [.password]).map(\.kind) == [.credential])
  }

  @Test(
    "TRT-14 without any stored credential there is no row",
    arguments: [TextContentType.username, .password])
  func none(_ type: TextContentType) {
    #expect(offers(autoFill([card]), [type]).isEmpty)
  }

  @Test("TRT-15b a program that is not associated gets a generic entry, which fills nothing")
  func notAssociated() {
    let store = autoFill([], credentials)
    #expect(
      offers(store, [.username, .password], program: "game") == [
        FillSuggestion(kind: .passwords, title: "Passwords…", source: "", fills: [])
      ])
    // The owner itself needs no association.
    #expect(offers(store, [.username], program: "example.org").map(\.kind) == [.credential])
  }

  @Test("TRT-15a only the owner's credentials appear, newest first, a changed one once")
  func owners() {
    var store = credentials
    store.save(Credential(owner: "other.org", username: "bob", password: "x"))
    store.save(Credential(owner: "example.org", username: "lee", password: "y"))
    store.save(Credential(owner: "example.org", username: "ann", password: "new"))
    let suggestions = offers(autoFill([], store), [.password])
    #expect(suggestions.map(\.title) == ["ann", "lee"])
    #expect(suggestions.first?.fills.first?.text == "new")
    store.remove(owner: "example.org", username: "ann")
    #expect(offers(autoFill([], store), [.password]).map(\.title) == ["lee"])
  }

  @Test("TRT-15a no stored password is shown")
  func hidden() {
    for suggestion in offers(autoFill([], credentials), [.username, .password]) {
      #expect(!suggestion.title.contains("s3cret"))
      #expect(!suggestion.source.contains("s3cret"))
    }
  }

  @Test("3.4, TRT-17 a new password follows the field's rules, and also fills the repeat field")
  func newPassword() throws {
    var first = field(.newPassword, secure: true)
    first.traits.passwordRules = try PasswordRules(descriptor: "required: digit; maxlength: 8")
    let fields = [field(.username), first, field(.newPassword, secure: true)]
    var random = SeededGenerator(seed: 9)
    let suggestions = autoFill([], credentials).suggestions(
      for: fields, focused: 1, program: "shop", at: .zero, using: &random)
    let suggestion = try #require(suggestions.first)
    #expect(suggestions.count == 1)
    #expect(suggestion.kind == .newPassword)
    #expect(suggestion.fills.map(\.field) == [1, 2])
    #expect(suggestion.fills.allSatisfy { $0.text == suggestion.title })
    #expect(first.traits.passwordRules?.isSatisfied(by: suggestion.title) == true)
  }

  @Test("3.4 no password is offered if the rules contradict each other")
  func impossible() throws {
    var only = field(.newPassword)
    only.traits.passwordRules = try PasswordRules(descriptor: "minlength: 9; maxlength: 8")
    #expect(
      autoFill().suggestions(for: [only], focused: 0, program: "shop", at: .zero).isEmpty)
  }

  /// A calendar that has detected a date in a message.
  private struct Calendar: FillSource {
    func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
      [FillRecord([.dateTime: "tomorrow 9am"], source: "Calendar")]
    }
  }

  @Test("F161 a date that a provider has detected is a candidate in a field for dates only")
  func dates() {
    var recent = RecentValues()
    let isTaken = recent.add([.dateTime: "Friday 14:00"], from: "mail", at: .zero)
    #expect(isTaken)
    let autoFill = autoFill([recent, Calendar()])
    let found = offers(autoFill, [.dateTime])
    #expect(found.map(\.title) == ["Friday 14:00", "tomorrow 9am"])
    #expect(found.map(\.source) == ["mail", "Calendar"])
    #expect(found.map { $0.fills.map(\.text) } == [["Friday 14:00"], ["tomorrow 9am"]])
    for type in [TextContentType.flightNumber, .name, .oneTimeCode, nil] {
      #expect(offers(autoFill, [type]).isEmpty)
    }
  }
}
