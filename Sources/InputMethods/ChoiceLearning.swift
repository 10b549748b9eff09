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

  /// The earlier choices for an input, the best first; none if the user's settings forbid to learn.
  func choices(for input: String) -> [LearnedChoice] {
    memory?.choices(for: input, kind: kind) ?? []
  }

  /// Moves earlier choices to the front.
  ///
  /// - Parameters:
  ///   - candidates: the candidates, best first.
  ///   - input: the input that they belong to.
  /// - Returns: the candidates; choices that are not among them are left out.
  package func sorted(_ candidates: [Candidate], for input: String) -> [Candidate] {
    Self.moved(places(of: candidates, for: input), of: candidates)
  }

  /// Finds earlier choices among candidates, the best first.
  ///
  /// - Parameters:
  ///   - candidates: the candidates, best first.
  ///   - input: the input that they belong to.
  /// - Returns: the places of the choices among the candidates.
  func places(of candidates: [Candidate], for input: String) -> [Int] {
    guard let memory, !candidates.isEmpty else { return [] }
    var places: [Int] = []
    for choice in memory.choices(for: input, kind: kind) {
      let found = candidates.indices.first {
        !places.contains($0) && CodeUnits(candidates[$0].text) == CodeUnits(choice.text)
      }
      if let found { places.append(found) }
    }
    return places
  }

  /// Moves the elements at some places to the front.
  static func moved<Element>(_ places: [Int], of elements: [Element]) -> [Element] {
    guard !places.isEmpty else { return elements }
    let rest = elements.indices.filter { !places.contains($0) }
    return (places + rest).map { elements[$0] }
  }

  /// Remembers a choice, except for text that must not be remembered.
  ///
  /// - Parameters:
  ///   - choice: the chosen text.
  ///   - input: the input that it belongs to.
  ///   - context: the text that it was chosen for; nothing of a secret is remembered.
  ///   - limit: the number of choices of the input to keep; the rarest and oldest are forgotten.
  package func note(
    _ choice: String, for input: String, in context: InputMethodContext, keeping limit: Int = .max
  ) {
    guard !context.isSecret, !choice.isEmpty, !input.isEmpty else { return }
    guard let memory else { return }
    if limit < .max {
      for old in memory.choices(for: input, kind: kind).dropFirst(limit - 1) {
        memory.forgetChoice(old.text, for: input, kind: kind)
      }
    }
    memory.noteChoice(choice, for: input, kind: kind)
    services.journal?.note(choice, for: input, kind: kind, in: context.container)
  }
}
