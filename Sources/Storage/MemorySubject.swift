// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// The subject of a query or a change; equal subjects are about the same rows of the file.
enum MemorySubject: Hashable {
  /// The mode of a context.
  case context(CodeUnits)
  case lastMode
  /// The choices made for an input.
  case choices(input: CodeUnits, kind: CodeUnits)
  case allChoices
  case setting(CodeUnits)
  /// The user's dictionary.
  case dictionary
  /// The words learned in a language.
  case words(language: CodeUnits)
  case allWords

  /// The subject that contains this one; nil if there is none.
  var whole: MemorySubject? {
    switch self {
    case .choices: .allChoices
    case .words: .allWords
    case .context, .lastMode, .allChoices, .setting, .dictionary, .allWords: nil
    }
  }

  /// Whether the subject contains others.
  var isWhole: Bool { self == .allChoices || self == .allWords }
}
