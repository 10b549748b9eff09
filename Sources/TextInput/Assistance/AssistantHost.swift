// SPDX-License-Identifier: Apache-2.0

/// Holds the typing assistant, and requests offers and spelling checks after a key's notifications
/// and before the next key.
final class AssistantHost: EnginePart {
  /// The value of ``TextEngine/assistant``.
  var assistant: (any TypingAssistant)? {
    didSet {
      (offerIsDue, isDue) = (false, !unchecked.isEmpty)
      review()
    }
  }
  /// The assistant, if the user's settings leave it anything to do; without one, typing costs
  /// nothing more.
  private(set) var active: (any TypingAssistant)?
  /// Whether an offer or a spelling check must still be requested.
  private(set) var isDue = false
  private var offerIsDue = false
  private weak var container: TextContainer?
  /// The containers with words to be checked; rarely more than one.
  private var unchecked: [WeakContainer] = []

  private struct WeakContainer {
    weak var container: TextContainer?
  }

  /// Decides again whether the assistant has anything to do; called when the settings change.
  func review() {
    let settings = engine.settingsInUse
    active = assistant.flatMap { $0.helps(with: settings) ? $0 : nil }
  }

  /// Records that the text to be corrected in a container may have changed.
  func offerIsDue(in container: TextContainer) {
    guard active != nil else { return }
    self.container = container
    (offerIsDue, isDue) = (true, true)
  }

  /// Records that words of a container may have to be checked.
  func spellingIsDue(in container: TextContainer) {
    isDue = true
    guard unchecked.last?.container !== container else { return }
    unchecked.removeAll { $0.container == nil || $0.container === container }
    unchecked.append(WeakContainer(container: container))
  }

  /// Requests an offer and checks words, if that is due.
  func settle() {
    guard isDue else { return }
    isDue = false
    if offerIsDue {
      offerIsDue = false
      if let container, container === engine.textContainer { container.makeOffer() }
    }
    guard !unchecked.isEmpty else { return }
    let due = unchecked
    unchecked = []
    for entry in due { entry.container?.checkSpelling() }
  }

  /// Shows an offer that arrived later; see ``TextEngine/offer(_:for:)``.
  func offer(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    guard let container = engine.textContainer, container.isAsItWas(in: context) else {
      return false
    }
    // The request is answered, so none is pending.
    offerIsDue = false
    isDue = !unchecked.isEmpty
    container.show(correction)
    return true
  }
}

extension TextEngine {
  /// The typing assistant; nil for none.
  public var assistant: (any TypingAssistant)? {
    get { assistance.assistant }
    set { assistance.assistant = newValue }
  }

  /// Offers a correction that an assistant found after its answer was due.
  ///
  /// - Parameters:
  ///   - correction: the correction to offer; nil withdraws the current offer.
  ///   - context: the context that the assistant received.
  /// - Returns: false if it is too late and nothing was offered, because text, selection, focus or
  ///   language changed.
  @discardableResult
  public func offer(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    assistance.offer(correction, for: context)
  }
}
