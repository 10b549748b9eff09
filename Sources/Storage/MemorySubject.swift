// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// What questions and changes are about; two that are equal are about the same rows of the file.
enum MemorySubject: Hashable {
  /// The mode of a context.
  case context(CodeUnits)
  case lastMode
  /// What was chosen for an input.
  case choices(input: CodeUnits, kind: CodeUnits)
  case allChoices
  case setting(CodeUnits)

  /// What it is a part of; nil for what is part of nothing.
  var whole: MemorySubject? {
    switch self {
    case .choices: .allChoices
    case .context, .lastMode, .allChoices, .setting: nil
    }
  }

  /// Whether others are parts of it.
  var isWhole: Bool { self == .allChoices }
}
