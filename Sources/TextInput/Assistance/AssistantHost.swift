// SPDX-License-Identifier: Apache-2.0

/// Holds the typing assistant, and asks it for offers after a key's notifications and before the next key.
final class AssistantHost: EnginePart {
  /// What the engine calls ``TextEngine/assistant``.
  var assistant: (any TypingAssistant)? { didSet { isDue = false } }
  /// Whether an offer is to be asked for.
  private(set) var isDue = false
  private weak var container: TextContainer?

  /// Learns that what would be corrected in a text may be something else.
  func offerIsDue(in container: TextContainer) {
    self.container = container
    isDue = assistant != nil
  }

  /// Asks for what is due.
  func settle() {
    guard isDue else { return }
    isDue = false
    if let container, container === engine.textContainer { container.makeOffer() }
  }

  /// Takes an offer that comes later; see ``TextEngine/offer(_:for:)``.
  func offer(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    guard let container = engine.textContainer, container.isAsItWas(in: context) else {
      return false
    }
    // What it was asked for has its answer.
    isDue = false
    container.show(correction)
    return true
  }
}

extension TextEngine {
  /// What helps with typing; nil for nobody.
  public var assistant: (any TypingAssistant)? {
    get { assistance.assistant }
    set { assistance.assistant = newValue }
  }

  /// Offers a correction that an assistant found only now.
  ///
  /// - Parameters:
  ///   - correction: what to offer; nil takes back what is offered.
  ///   - context: what the assistant was asked with.
  /// - Returns: false where it came too late, and nothing was offered: text, selection, focus or language are others.
  @discardableResult
  public func offer(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    assistance.offer(correction, for: context)
  }
}
