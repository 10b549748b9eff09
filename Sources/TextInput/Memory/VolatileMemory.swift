// SPDX-License-Identifier: Apache-2.0

/// A memory that ends with the process.
public final class VolatileMemory: InputMemory {
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

  public func modeIdentifier(inContext contextIdentifier: String) -> String? {
    modes[CodeUnits(contextIdentifier)]
  }

  public func setModeIdentifier(
    _ modeIdentifier: String, inContext contextIdentifier: String
  ) {
    modes[CodeUnits(contextIdentifier)] = modeIdentifier
  }

  public func clearContext(_ contextIdentifier: String) {
    modes[CodeUnits(contextIdentifier)] = nil
  }

  public func clearContexts() {
    modes = [:]
  }

  // MARK: Choices

  public func choices(for input: String, kind: LearnedKind) -> [LearnedChoice] {
    let answers = learned[question(input, kind), default: []]
    // Sorting keeps the order of equals.
    return answers.reversed().sorted { $0.count > $1.count }
      .map { LearnedChoice(text: $0.choice.text, count: $0.count) }
  }

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

  public func forgetChoice(_ choice: String, for input: String, kind: LearnedKind) {
    learned[question(input, kind)]?.removeAll { $0.choice == CodeUnits(choice) }
  }

  public func forgetChoices() {
    learned = [:]
  }

  private func question(_ input: String, _ kind: LearnedKind) -> Question {
    Question(kind: CodeUnits(kind.rawValue), input: CodeUnits(input))
  }

  // MARK: Settings

  public func setting(_ key: String) -> String? {
    settings[CodeUnits(key)]
  }

  public func setSetting(_ key: String, to value: String?) {
    settings[CodeUnits(key)] = value
  }
}

/// A text that equals another only if the code units do; `String` finds both spellings of é equal.
private struct CodeUnits: Hashable {
  var text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    text.utf8.forEach { hasher.combine($0) }
  }
}
