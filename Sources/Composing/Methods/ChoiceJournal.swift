// SPDX-License-Identifier: Apache-2.0

/// The candidates that were chosen for each text, to be forgotten if the text becomes secret
/// (IME-20).
package final class ChoiceJournal {
  private struct Choice: Hashable {
    var text: CodeUnits
    var input: CodeUnits
    var kind: LearnedKind
  }

  /// How many choices of a text, and of how many texts, are kept; the oldest are dropped.
  private static let limit = (choices: 1000, containers: 64)

  /// Creates an empty journal.
  package init() {}

  private var choices: [ContainerID: [Choice]] = [:]
  /// The containers in the order in which candidates were last chosen for them.
  private var order: [ContainerID] = []

  /// Notes a choice that was recorded in the memory.
  package func note(_ text: String, for input: String, kind: LearnedKind, in container: ContainerID)
  {
    let choice = Choice(text: CodeUnits(text), input: CodeUnits(input), kind: kind)
    choices[container, default: []].append(choice)
    if let count = choices[container]?.count, count > Self.limit.choices {
      choices[container]?.removeFirst(count - Self.limit.choices)
    }
    guard order.last != container else { return }
    order.removeAll { $0 == container }
    order.append(container)
    if order.count > Self.limit.containers { choices[order.removeFirst()] = nil }
  }

  /// Forgets the choices that were made for a text.
  ///
  /// A choice that was made more often for other texts stays, with the count of those.
  package func forget(_ container: ContainerID, in memory: any InputMemory) {
    order.removeAll { $0 == container }
    guard let own = choices.removeValue(forKey: container) else { return }
    for (choice, times) in Dictionary(grouping: own, by: \.self).mapValues(\.count) {
      let (text, input) = (choice.text.text, choice.input.text)
      let stored = memory.choices(for: input, kind: choice.kind)
        .first { CodeUnits($0.text) == choice.text }
      guard let stored else { continue }
      memory.forgetChoice(text, for: input, kind: choice.kind)
      // Bounded: a choice that was made this often stays first.
      for _ in 0..<min(50, max(0, stored.count - times)) {
        memory.noteChoice(text, for: input, kind: choice.kind)
      }
    }
  }
}
