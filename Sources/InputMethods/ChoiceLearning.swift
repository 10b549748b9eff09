// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The candidates that the user chose before, which later lists show first (IME-10).
package struct ChoiceLearning {
  private let kind: LearnedKind
  private let services: MethodServices

  /// Creates the learning of a method.
  ///
  /// - Parameters:
  ///   - kind: the kind of choices, under which they are stored.
  ///   - services: what the method needs of its engine.
  package init(_ kind: LearnedKind, _ services: MethodServices = MethodServices()) {
    self.kind = kind
    self.services = services
  }

  /// The memory; nil if the user's settings forbid to learn, which also hides earlier choices.
  private var memory: (any InputMemory)? {
    guard services.settings.learned.contains(kind), services.isLearning() else { return nil }
    return services.memory
  }

  /// Moves earlier choices to the front.
  ///
  /// - Parameters:
  ///   - candidates: the candidates, best first.
  ///   - input: the input that they belong to.
  /// - Returns: the candidates; choices that are not among them are left out.
  package func sorted(_ candidates: [Candidate], for input: String) -> [Candidate] {
    guard let memory, !candidates.isEmpty else { return candidates }
    var rest = candidates
    var front: [Candidate] = []
    for choice in memory.choices(for: input, kind: kind) {
      guard let index = rest.firstIndex(where: { CodeUnits($0.text) == CodeUnits(choice.text) })
      else { continue }
      front.append(rest.remove(at: index))
    }
    return front + rest
  }

  /// Remembers a choice, except for text that must not be remembered.
  ///
  /// - Parameters:
  ///   - choice: the chosen text.
  ///   - input: the input that it belongs to.
  ///   - context: the text that it was chosen for; nothing of a secret is remembered.
  package func note(_ choice: String, for input: String, in context: InputMethodContext) {
    guard !context.isSecret, !choice.isEmpty, !input.isEmpty else { return }
    memory?.noteChoice(choice, for: input, kind: kind)
  }
}
