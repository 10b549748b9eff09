// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// One change of an `InputMemory`, as a value that can wait until the file takes it.
enum MemoryChange {
  case mode(String, context: String)
  case clearContext(String)
  case clearContexts
  case lastMode(String?)
  /// A choice that was made so many times.
  case choice(String, input: String, kind: LearnedKind, times: Int)
  case forgetChoice(String, input: String, kind: LearnedKind)
  case forgetChoices
  case setting(String, value: String?)

  /// Whether it removes what the user wants to be off the disk.
  var forgets: Bool {
    switch self {
    case .clearContext, .clearContexts, .forgetChoice, .forgetChoices: true
    case .mode, .lastMode, .choice, .setting: false
    }
  }

  /// Does it to a memory.
  func apply(to memory: VolatileMemory) {
    switch self {
    case .mode(let mode, let context): memory.setModeIdentifier(mode, inContext: context)
    case .clearContext(let context): memory.clearContext(context)
    case .clearContexts: memory.clearContexts()
    case .lastMode(let mode): memory.lastModeIdentifier = mode
    case .choice(let choice, let input, let kind, let times):
      let before = memory.choices(for: input, kind: kind).first { $0.text.isSame(as: choice) }
      memory.noteChoice(
        LearnedChoice(text: choice, count: times + (before?.count ?? 0)), for: input, kind: kind)
    case .forgetChoice(let choice, let input, let kind):
      memory.forgetChoice(choice, for: input, kind: kind)
    case .forgetChoices: memory.forgetChoices()
    case .setting(let key, let value): memory.setSetting(key, to: value)
    }
  }

  /// The one change that does what an earlier one and this do, where there is one.
  ///
  /// Nothing between the two may be about the same thing.
  func joined(to earlier: MemoryChange) -> MemoryChange? {
    switch (self, earlier) {
    case (.choice(let choice, let input, let kind, let times), .choice(_, _, _, let before)):
      isAboutSame(as: earlier)
        ? .choice(choice, input: input, kind: kind, times: times + before) : nil
    // What was forgotten counts anew: both are needed.
    case (.choice, .forgetChoice): nil
    case (.clearContexts, .mode), (.clearContexts, .clearContext), (.clearContexts, .clearContexts),
      (.forgetChoices, .choice), (.forgetChoices, .forgetChoice), (.forgetChoices, .forgetChoices):
      self
    default: isAboutSame(as: earlier) ? self : nil
    }
  }

  /// Whether both are about the same context, choice or setting.
  private func isAboutSame(as other: MemoryChange) -> Bool {
    switch (subject, other.subject) {
    case (let mine?, let others?):
      mine.count == others.count && zip(mine, others).allSatisfy { $0.isSame(as: $1) }
    default: false
    }
  }

  /// What it is about, the table first; nil for all of a table.
  private var subject: [String]? {
    switch self {
    case .mode(_, let context), .clearContext(let context): ["context", context]
    case .lastMode: ["last"]
    case .choice(let choice, let input, let kind, _),
      .forgetChoice(let choice, let input, let kind):
      ["choice", kind.rawValue, input, choice]
    case .setting(let key, _): ["setting", key]
    case .clearContexts, .forgetChoices: nil
    }
  }
}

extension String {
  /// Whether the code units are the same; `==` finds both spellings of é equal.
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
