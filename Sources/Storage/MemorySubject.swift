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

  /// The subject that contains this one; nil if there is none.
  var whole: MemorySubject? {
    switch self {
    case .choices: .allChoices
    case .context, .lastMode, .allChoices, .setting: nil
    }
  }

  /// Whether the subject contains others.
  var isWhole: Bool { self == .allChoices }
}
