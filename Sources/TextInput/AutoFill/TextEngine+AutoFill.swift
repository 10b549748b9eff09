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

/// The row of fillings: made when the focus comes, kept while it stays (TRT-11, AST-25).
extension TextEngine {
  /// Asks anew what can be filled in, because the values are others.
  public func reloadFillSuggestions() {
    let hadRow = !fillRow.suggestions.isEmpty
    fillRow = FillRow(owner: textContainer?.id)
    if let autoFill, let container = textContainer, container.takesText, container.isFillable {
      let onScreen = (keyWindow?.focusOrder ?? []).compactMap { $0 as? TextContainer }
      let fields = onScreen.contains { $0 === container } ? onScreen : [container]
      let suggestions = autoFill.suggestions(
        for: fields.map { AutoFill.Field($0.traits, hasText: $0.hasText) },
        focused: fields.firstIndex { $0 === container } ?? 0, program: asker, at: timers.now)
      fillRow = FillRow(
        owner: container.id, suggestions: suggestions,
        isSecret: container.traits.isSecureTextEntry, fields: fields)
    }
    if hadRow || !fillRow.suggestions.isEmpty { candidatesMayHaveChanged() }
  }

  /// Whose the fields are (TRT-15): a further window is a program of its own.
  private var asker: String {
    guard let keyWindow, keyWindow !== window else { return application.name }
    return keyWindow.name
  }

  /// Gives the keys to the row (AST-23).
  func enterFillRow() {
    guard let list = fillRow.list else { return }
    let row = fillRow
    open(list.moved(.next)) { [unowned self] in accept(row.suggestions[$0], for: row.fields) }
  }

  /// Fills every field that the suggestion has a value for; the focus stays (F091).
  private func accept(_ suggestion: FillSuggestion, for fields: [TextContainer]) {
    fillRow = FillRow(owner: fillRow.owner)
    for fill in suggestion.fills where fields.indices.contains(fill.field) {
      fields[fill.field].text = fill.text
    }
    candidatesMayHaveChanged()
  }
}

extension TextContainer {
  /// Whether its traits say what could be filled in.
  fileprivate final var isFillable: Bool {
    traits.textContentType != nil || traits.isSecureTextEntry
  }
}
