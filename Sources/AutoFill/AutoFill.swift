// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// Works out what can be filled into the fields on the screen (reference 3.4).
public struct AutoFill: FillSuggester, Sendable {
  /// Where values come from, best first.
  public var sources: [any FillSource]
  /// Where credentials come from.
  public var credentials: any CredentialStore

  /// Makes it from its sources.
  public init(sources: [any FillSource], credentials: any CredentialStore) {
    self.sources = sources
    self.credentials = credentials
  }

  /// What to suggest for the focused field.
  ///
  /// Passwords are made up with the system's random numbers, anew at each call: keep the
  /// suggestions while the focus stays.
  ///
  /// - Parameters:
  ///   - fields: the program's fields on the screen, in the order of ⇥.
  ///   - focused: the index of the focused field; another number gives no suggestions.
  ///   - program: whose fields they are.
  ///   - now: the time.
  /// - Returns: the suggestions, best first; empty where nothing fits (TRT-10).
  public func suggestions(
    for fields: [FillField], focused: Int, program: String, at now: Timestamp
  ) -> [FillSuggestion] {
    var random = SystemRandomNumberGenerator()
    return suggestions(
      for: fields, focused: focused, program: program, at: now, using: &random)
  }

  /// What to suggest, with the given random numbers for passwords that are made up.
  public func suggestions(
    for fields: [FillField], focused: Int, program: String, at now: Timestamp,
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

  /// Fills the focused field, and the empty ones that the same record has values for.
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

extension AutoFill {
  private func credentialSuggestions(
    for fields: [FillField], focused: Int, program: String
  ) -> [FillSuggestion] {
    guard !credentials.isEmpty else { return [] }
    let stored = credentials.credentials(for: program)
    guard !stored.isEmpty else {
      return [FillSuggestion(kind: .passwords, title: "Passwords…", source: "", fills: [])]
    }
    // The name stands before the password, so of two forms on a screen each finds its own.
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
        [FillSuggestion.Fill(field: focused, text: own)]
        + (other.map { [FillSuggestion.Fill(field: $0, text: others)] } ?? [])
      return FillSuggestion(
        kind: .credential, title: credential.username, source: credential.owner,
        fills: fills.sorted { $0.field < $1.field })
    }
  }

  /// A password for every field that asks for a new one: one to choose it, one to repeat it.
  private func newPassword(
    for fields: [FillField], focused: Int, using random: inout some RandomNumberGenerator
  ) -> [FillSuggestion] {
    guard let generator = try? PasswordGenerator(rules: fields[focused].traits.passwordRules),
      let password = try? generator.password(using: &random)
    else { return [] }
    let fills = fields.indices
      .filter { fields[$0].traits.textContentType == .newPassword }
      .map { FillSuggestion.Fill(field: $0, text: password) }
    return [FillSuggestion(kind: .newPassword, title: password, source: "", fills: fills)]
  }
}

extension FillField {
  /// Whether a stored password goes here.
  fileprivate var takesPassword: Bool {
    traits.textContentType == .password || traits.textContentType == nil && traits.isSecureTextEntry
  }
}

extension TextContentType {
  /// How a value of the type is shown; of a card no more than its last four digits.
  fileprivate func title(of value: String) -> String {
    switch self {
    case .creditCardNumber: "•••• \(value.suffix(4))"
    case .creditCardSecurityCode: "•••"
    default: value.split(whereSeparator: \.isNewline).joined(separator: ", ")
    }
  }
}

extension [FillSuggestion] {
  /// Without those that would fill the same as an earlier one.
  fileprivate var withoutDoubles: [FillSuggestion] {
    var seen: Set<[FillSuggestion.Fill]> = []
    return filter { seen.insert($0.fills).inserted }
  }
}
