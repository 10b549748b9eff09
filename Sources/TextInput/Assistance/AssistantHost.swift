// SPDX-License-Identifier: Apache-2.0

/// Holds the typing assistant, and requests offers, predictions and spelling checks after a key's
/// notifications and before the next key.
final class AssistantHost: EnginePart {
  /// The value of ``TextEngine/assistant``.
  var assistant: (any TypingAssistant)? {
    didSet {
      dropPredictions()
      offerDue = nil
      review()
    }
  }
  /// The assistant, unless all assistance is turned off or suspended; traits may turn on what the
  /// settings turn off, such as spelling.
  private(set) var available: (any TypingAssistant)?
  /// The assistant, if it is available and the user's settings leave it anything to do; without
  /// one, typing costs nothing more.
  private(set) var active: (any TypingAssistant)?
  /// The value of ``TextEngine/turnsAssistanceOff``.
  var isTurnedOff = false {
    didSet {
      guard isTurnedOff != oldValue else { return }
      conditionsDidChange()
      review()
    }
  }
  /// The value of ``TextEngine/suspendsAssistance``.
  var isSuspended = false {
    didSet {
      dropPredictions()
      review()
    }
  }
  /// The value of ``TextEngine/shownPredictions``.
  var shown: (TextContainer) -> ShownPredictions = { _ in [.row, .inline] }
  /// Whether an offer or a spelling check must still be requested, or old predictions removed.
  private(set) var isDue = false
  /// The change of text that makes an offer due, or removes old predictions; nil for none.
  private var offerDue: Change? { didSet { updateDue() } }
  /// The containers with words to be checked.
  private var unchecked = UncheckedContainers() { didSet { updateDue() } }
  /// Whether predictions belong to the text of ``container`` as it is, even if they are not shown.
  private(set) var isPredicting = false
  private weak var container: TextContainer?

  private enum Change {
    case typed, other
  }

  private func updateDue() { isDue = offerDue != nil || !unchecked.isEmpty }

  /// Decides again whether the assistant has anything to do; called when the settings change.
  func review() {
    let settings = engine.settingsInUse
    available = isSuspended || isTurnedOff ? nil : assistant
    active = available.flatMap { $0.helps(with: settings) ? $0 : nil }
  }

  /// Records that the text to be corrected in a container may have changed.
  func offerIsDue(in container: TextContainer) {
    guard active != nil else { return }
    self.container = container
    offerDue = .typed
  }

  /// Records that words of a container may have to be checked.
  func spellingIsDue(in container: TextContainer) { unchecked.insert(container) }

  /// Records that text or selection changed while there are predictions, so that they must be
  /// removed unless the change was typed.
  func textDidChange(in container: TextContainer) {
    guard container === self.container, offerDue == nil else { return }
    offerDue = .other
  }

  /// Requests an offer, predictions and spelling checks if they are due.
  func settle() {
    guard isDue else { return }
    if let change = offerDue {
      offerDue = nil
      settleOffer(after: change)
    }
    for container in unchecked.removeAll() { container.checkSpelling() }
  }

  private func settleOffer(after change: Change) {
    guard let container, container === engine.textContainer, change == .typed,
      container.canBePredicted
    else { return dropPredictions() }
    container.makeOffer()
    predict(in: container)
  }

  /// Shows an offer that arrived later; see ``TextEngine/offer(_:for:)``.
  func offer(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    guard let container = engine.textContainer, container.isAsItWas(in: context) else {
      return false
    }
    // The request is answered, so none is pending.
    offerDue = nil
    self.container = container
    container.show(correction)
    predict(in: container)
    return true
  }

  // MARK: Predictions

  private func predict(in container: TextContainer) {
    isPredicting = true
    let shown = shown(container)
    engine.candidateRow.show(shown.contains(.row) ? container.predictedRow : nil)
    container.show(shown.contains(.inline) ? container.predictedContinuation : nil)
  }

  /// Computes the row for the key that enters it, if it was not computed because nothing shows it.
  func completeRow() {
    guard isPredicting, offerDue == nil, let container, container === engine.textContainer,
      !engine.candidateRow.hasPredictions
    else { return }
    engine.candidateRow.show(container.predictedRow)
  }

  /// Removes all predictions: they belong to another text, language or state of the text.
  func dropPredictions() {
    guard isPredicting else { return }
    isPredicting = false
    engine.candidateRow.show(nil)
    container?.show(nil as InlinePrediction?)
  }

  /// Removes offers and predictions that traits, settings or the language no longer allow, and
  /// requests new ones.
  func conditionsDidChange() {
    guard assistant != nil else { return }
    dropPredictions()
    engine.candidateRow.endReservation()
    guard let container = engine.textContainer else { return }
    container.ignoreCorrection()
    if container.mayCorrect { offerIsDue(in: container) }
  }
}

extension TextEngine {
  /// The typing assistant; nil for none.
  public var assistant: (any TypingAssistant)? {
    get { assistance.assistant }
    set { assistance.assistant = newValue }
  }

  /// Whether typed text is not assisted, whatever settings and traits say: while it is the input of
  /// another program, which may be a command.
  package var suspendsAssistance: Bool {
    get { assistance.isSuspended }
    set { assistance.isSuspended = newValue }
  }

  /// Whether nothing is assisted, whatever settings and traits say: no text replacement expands, no
  /// word is marked, and none is learned.
  package var turnsAssistanceOff: Bool {
    get { assistance.isTurnedOff }
    set { assistance.isTurnedOff = newValue }
  }

  /// Returns the predictions that the user can see in a container; by default all.
  ///
  /// Predictions that are not shown are not computed. A continuation that is not shown is not
  /// accepted either. The row can be entered all the same, and appears then.
  public var shownPredictions: (TextContainer) -> ShownPredictions {
    get { assistance.shown }
    set { assistance.shown = newValue }
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
