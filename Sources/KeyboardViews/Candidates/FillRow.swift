// SPDX-License-Identifier: Apache-2.0

/// The suggested values for the focused field, and the fields that they fill.
struct FillRow {
  /// The container for which the row was created, even if the row is empty.
  var owner: ContainerID?
  var suggestions: [FillSuggestion] = []
  /// Whether the focused field is secure.
  var isSecret = false
  /// The fields on the screen; ``FillSuggestion/Fill/field`` is an index into them.
  var fields: [TextContainer] = []

  /// The list, which is not entered (IME-9); nil if nothing can be filled in (TRT-14).
  ///
  /// Secrets are hidden: the list shows no password, and only the length of values for a secure
  /// field.
  var list: CandidateList? {
    guard !suggestions.isEmpty else { return nil }
    return CandidateList(
      .fill,
      items: suggestions.map {
        Candidate(
          title(of: $0).withoutHiddenControls, annotation: source(of: $0), role: .filling)
      }, pageSize: 3)
  }

  /// The source as it is shown; a program chooses its name itself (IME-19).
  private func source(of suggestion: FillSuggestion) -> String? {
    let source = suggestion.source.withoutHiddenControls
    return source.isEmpty ? nil : source
  }

  private func title(of suggestion: FillSuggestion) -> String {
    switch suggestion.kind {
    case .newPassword: "New Password…"
    case .values where isSecret:
      String(repeating: TextContainer.secureDot, count: suggestion.title.count)
    case .values, .credential, .passwords: suggestion.title
    }
  }
}

extension TextContainer {
  /// Whether the traits of the field say what can be filled in.
  final var isFillable: Bool {
    traits.textContentType != nil || traits.isSecureTextEntry
  }
}
