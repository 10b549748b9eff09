// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// One change of an `InputMemory`, as a value that can be postponed.
enum MemoryChange {
  case mode(String, context: String)
  case clearContext(String)
  case lastMode(String?)
  /// A choice that was made `times` times.
  case choice(String, input: String, kind: LearnedKind, times: Int)
  case forgetChoice(String, input: String, kind: LearnedKind)
  case forgetChoices
  case setting(String, value: String?)

  /// The subject of the change.
  var subject: MemorySubject {
    switch self {
    case .mode(_, let context), .clearContext(let context): .context(CodeUnits(context))
    case .lastMode: .lastMode
    case .choice(_, let input, let kind, _), .forgetChoice(_, let input, let kind):
      .choices(input: CodeUnits(input), kind: CodeUnits(kind.rawValue))
    case .forgetChoices: .allChoices
    case .setting(let key, _): .setting(CodeUnits(key))
    }
  }

  /// Whether the change removes something that the user wants erased from the disk.
  var forgets: Bool {
    switch self {
    case .clearContext, .forgetChoice, .forgetChoices: true
    case .mode, .lastMode, .choice, .setting: false
    }
  }

  /// Whether the change stores a learned choice.
  var learns: Bool {
    if case .choice = self { true } else { false }
  }

  /// Applies the change to a memory.
  func apply(to memory: VolatileMemory) {
    switch self {
    case .mode(let mode, let context): memory.setModeIdentifier(mode, inContext: context)
    case .clearContext(let context): memory.clearContext(context)
    case .lastMode(let mode): memory.lastModeIdentifier = mode
    case .choice(let choice, let input, let kind, let times):
      let before = memory.choices(for: input, kind: kind)
        .first { CodeUnits($0.text) == CodeUnits(choice) }
      memory.noteChoice(
        LearnedChoice(text: choice, count: times + (before?.count ?? 0)), for: input, kind: kind)
    case .forgetChoice(let choice, let input, let kind):
      memory.forgetChoice(choice, for: input, kind: kind)
    case .forgetChoices: memory.forgetChoices()
    case .setting(let key, let value): memory.setSetting(key, to: value)
    }
  }

  /// Merges an earlier change of the same subject with this one; nil if both are needed.
  ///
  /// No change between the two may be about the same choice.
  func joined(to earlier: MemoryChange) -> MemoryChange? {
    guard choice == earlier.choice else { return nil }
    return switch (self, earlier) {
    case (.choice(let choice, let input, let kind, let times), .choice(_, _, _, let before)):
      .choice(choice, input: input, kind: kind, times: times + before)
    // After a choice is forgotten its count restarts, so both changes are needed.
    case (.choice, .forgetChoice): nil
    default: self
    }
  }

  private var choice: CodeUnits? {
    switch self {
    case .choice(let choice, _, _, _), .forgetChoice(let choice, _, _): CodeUnits(choice)
    default: nil
    }
  }
}
