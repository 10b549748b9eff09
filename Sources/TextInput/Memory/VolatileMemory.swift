// SPDX-License-Identifier: Apache-2.0

/// A memory that ends with the process.
public final class VolatileMemory: InputMemory {
  /// The mode last used anywhere (MOD-6).
  public var lastModeIdentifier: String?

  private var modes: [CodeUnits: String] = [:]
  private var learned: [Question: [Answer]] = [:]
  private var settings: [CodeUnits: String] = [:]

  private struct Question: Hashable {
    var kind: CodeUnits
    var input: CodeUnits
  }

  /// One choice; those of a question stand in the order in which they were last made.
  private struct Answer {
    var choice: CodeUnits
    var count: Int
  }

  /// Makes an empty one.
  public init() {}

  // MARK: Modes

  /// The mode of a context (MOD-4).
  public func modeIdentifier(inContext contextIdentifier: String) -> String? {
    modes[CodeUnits(contextIdentifier)]
  }

  /// Remembers the mode of a context.
  public func setModeIdentifier(
    _ modeIdentifier: String, inContext contextIdentifier: String
  ) {
    modes[CodeUnits(contextIdentifier)] = modeIdentifier
  }

  /// Forgets the mode of a context.
  public func clearContext(_ contextIdentifier: String) {
    modes[CodeUnits(contextIdentifier)] = nil
  }

  // MARK: Choices

  /// What was chosen for an input, the best first (IME-10).
  public func choices(for input: String, kind: LearnedKind) -> [LearnedChoice] {
    let answers = learned[question(input, kind), default: []]
    // Sorting keeps the order of equals.
    return answers.reversed().sorted { $0.count > $1.count }
      .map { LearnedChoice(text: $0.choice.text, count: $0.count) }
  }

  /// Learns a choice.
  public func noteChoice(_ choice: String, for input: String, kind: LearnedKind) {
    let before = learned[question(input, kind)]?.first { $0.choice == CodeUnits(choice) }
    let count = 1 + (before?.count ?? 0)
    noteChoice(LearnedChoice(text: choice, count: count), for: input, kind: kind)
  }

  /// Takes over a choice from another memory: the one of its input that was made last.
  package func noteChoice(_ choice: LearnedChoice, for input: String, kind: LearnedKind) {
    forgetChoice(choice.text, for: input, kind: kind)
    let answer = Answer(choice: CodeUnits(choice.text), count: choice.count)
    learned[question(input, kind), default: []].append(answer)
  }

  /// Forgets a choice.
  public func forgetChoice(_ choice: String, for input: String, kind: LearnedKind) {
    learned[question(input, kind)]?.removeAll { $0.choice == CodeUnits(choice) }
  }

  /// Forgets all choices.
  public func forgetChoices() {
    learned = [:]
  }

  private func question(_ input: String, _ kind: LearnedKind) -> Question {
    Question(kind: CodeUnits(kind.rawValue), input: CodeUnits(input))
  }

  // MARK: Settings

  /// What was set; nil for nothing.
  public func setting(_ key: String) -> String? {
    settings[CodeUnits(key)]
  }

  /// Keeps a setting; nil removes it.
  public func setSetting(_ key: String, to value: String?) {
    settings[CodeUnits(key)] = value
  }
}
