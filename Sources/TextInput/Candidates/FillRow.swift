// SPDX-License-Identifier: Apache-2.0

/// The suggested values for the focused field, and the fields that they fill.
struct FillRow {
  /// The container for which the row was made, even if it is empty.
  var owner: ContainerID?
  var suggestions: [FillSuggestion] = []
  /// Whether the focused field is secure.
  var isSecret = false
  /// The fields on the screen; ``FillSuggestion/Fill/field`` is an index into them.
  var fields: [TextContainer] = []

  /// The list, not entered (IME-9); nil for none (TRT-14).
  ///
  /// It hides secrets: it shows no password, and of values for a secure field only their length.
  var list: CandidateList? {
    guard !suggestions.isEmpty else { return nil }
    return CandidateList(
      .fill,
      items: suggestions.map {
        Candidate(title(of: $0), annotation: $0.source.isEmpty ? nil : $0.source)
      }, pageSize: 3)
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
  /// Whether the traits tell what can be filled in.
  final var isFillable: Bool {
    traits.textContentType != nil || traits.isSecureTextEntry
  }
}
