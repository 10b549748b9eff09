// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// Finds values to fill into the fields on the screen (reference 3.4).
public struct AutoFillSuggester: FillSuggester, Sendable {
  /// The sources of values, the best first.
  public var sources: [any FillSource]
  /// The source of credentials.
  public var credentials: any CredentialStore

  /// Creates it from its sources.
  ///
  /// - Parameters:
  ///   - sources: the sources of values, the best first.
  ///   - credentials: the source of user names and passwords.
  public init(sources: [any FillSource], credentials: any CredentialStore) {
    self.sources = sources
    self.credentials = credentials
  }

  /// Returns the suggestions for the focused field.
  ///
  /// New passwords are generated with the system's random numbers at each call, so keep the
  /// suggestions while the focus stays in the field.
  ///
  /// - Parameters:
  ///   - fields: the program's fields on the screen, in the order of ⇥.
  ///   - focused: the index of the focused field; an invalid index gives no suggestions.
  ///   - program: the owner of the fields.
  ///   - now: the current time.
  /// - Returns: the suggestions, the best first; empty if no value fits (TRT-10).
  public func suggestions(
    for fields: [FillField], focused: Int, program: ProgramIdentity, at now: Timestamp
  ) -> [FillSuggestion] {
    var random = SystemRandomNumberGenerator()
    return suggestions(
      for: fields, focused: focused, program: program, at: now, using: &random)
  }

  /// Returns the suggestions, and generates passwords with the given random numbers.
  ///
  /// - Parameters:
  ///   - fields: the program's fields on the screen, in the order of ⇥.
  ///   - focused: the index of the focused field; an invalid index gives no suggestions.
  ///   - program: the owner of the fields.
  ///   - now: the current time.
  ///   - random: the source of random numbers; used only if the focused field is for a new
  ///     password.
  /// - Returns: the suggestions, the best first; empty if no value fits (TRT-10).
  public func suggestions(
    for fields: [FillField], focused: Int, program: ProgramIdentity, at now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> [FillSuggestion] {
    guard fields.indices.contains(focused) else { return [] }
    let traits = fields[focused].traits
    if traits.textContentType == .newPassword {
      return newPassword(for: fields, focused: focused, using: &random)
    }
    if traits.isCredentialField {
      return credentialSuggestions(for: fields, focused: focused, program: program)
    }
    guard let type = traits.textContentType, type.origin != .never else { return [] }
    let records = sources.flatMap { $0.records(for: program, at: now) }
    return records.compactMap { suggestion($0, type, fields, focused) }.withoutDoubles
  }

  /// Returns the suggestion that fills the focused field and those empty fields for which the same
  /// record has values.
  private func suggestion(
    _ record: FillRecord, _ type: TextContentType, _ fields: [FillField], _ focused: Int
  ) -> FillSuggestion? {
    guard let value = record.values[type] else { return nil }
    let fills = fields.indices.compactMap { index -> FillSuggestion.Fill? in
      guard index == focused || !fields[index].hasText,
        let text = fields[index].traits.textContentType.flatMap({ record.values[$0] })
      else { return nil }
      return FillSuggestion.Fill(field: index, text: text)
    }
    return FillSuggestion(
      kind: .values, title: type.title(of: value), source: record.source, fills: fills)
  }
}

// MARK: Credentials

extension AutoFillSuggester {
  private func credentialSuggestions(
    for fields: [FillField], focused: Int, program: ProgramIdentity
  ) -> [FillSuggestion] {
    guard !credentials.isEmpty(for: program) else { return [] }
    let stored = credentials.credentials(for: program)
    guard !stored.isEmpty else {
      return [FillSuggestion(kind: .passwords, title: "Passwords…", source: "", fills: [])]
    }
    // A name precedes its password, so each of two login forms on a screen finds its own fields.
    let isName = fields[focused].traits.textContentType == .username
    let before = fields.indices.prefix(focused).reversed()
    let behind = fields.indices.dropFirst(focused + 1)
    let isWanted = { (index: Int) in
      isName ? fields[index].takesPassword : fields[index].traits.textContentType == .username
    }
    let nearFirst = isName ? Array(behind) + before : Array(before) + behind
    let other = nearFirst.first(where: isWanted)
    return stored.map { credential in
      let (own, others) =
        isName
        ? (credential.username, credential.password) : (credential.password, credential.username)
      let fills =
        [FillSuggestion.Fill(field: focused, text: own, isSecret: !isName)]
        + (other.map { [FillSuggestion.Fill(field: $0, text: others, isSecret: isName)] } ?? [])
      return FillSuggestion(
        kind: .credential, title: credential.username, source: credential.owner,
        fills: fills.sorted { $0.field < $1.field })
    }
  }

  /// Suggests one new password for all fields of the screen that ask for one: the first is for
  /// choosing it, the second for repeating it.
  private func newPassword(
    for fields: [FillField], focused: Int, using random: inout some RandomNumberGenerator
  ) -> [FillSuggestion] {
    guard let generator = try? PasswordGenerator(rules: fields[focused].traits.passwordRules),
      let password = try? generator.password(using: &random)
    else { return [] }
    let fills = fields.indices
      .filter { fields[$0].traits.textContentType == .newPassword }
      .map { FillSuggestion.Fill(field: $0, text: password, isSecret: true) }
    return [FillSuggestion(kind: .newPassword, title: password, source: "", fills: fills)]
  }
}

extension FillField {
  /// Whether the field accepts a stored password.
  fileprivate var takesPassword: Bool {
    traits.textContentType == .password || traits.textContentType == nil && traits.isSecureTextEntry
  }
}

extension TextContentType {
  /// Returns the title for a value of the type; of a card number only the last four digits.
  fileprivate func title(of value: String) -> String {
    switch self {
    case .creditCardNumber: "•••• \(value.suffix(4))"
    case .creditCardSecurityCode: "•••"
    default: value.split(whereSeparator: \.isNewline).joined(separator: ", ")
    }
  }
}

extension [FillSuggestion] {
  /// The suggestions without duplicates: of those that would fill in the same values, only the
  /// first is kept.
  fileprivate var withoutDoubles: [FillSuggestion] {
    var seen: Set<[FillSuggestion.Fill]> = []
    return filter { seen.insert($0.fills).inserted }
  }
}

/// The former name of ``AutoFillSuggester``.
@available(*, deprecated, renamed: "AutoFillSuggester")
public typealias AutoFill = AutoFillSuggester
