// SPDX-License-Identifier: Apache-2.0

/// What can be filled in where the focus is, and where it goes.
struct FillRow {
  /// The text it was made for, also where it has nothing to offer.
  var owner: ContainerID?
  var suggestions: [FillSuggestion] = []
  /// Whether the focused field hides its text.
  var isSecret = false
  /// The fields that were asked about; a ``FillSuggestion/Fill`` counts among them.
  var fields: [TextContainer] = []

  /// The row, not entered (IME-9); nil for none (TRT-14).
  ///
  /// It shows nothing that is to be hidden: no password, and of values for a secure field no more
  /// than their length.
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
  /// Whether its traits say what could be filled in.
  final var isFillable: Bool {
    traits.textContentType != nil || traits.isSecureTextEntry
  }
}
