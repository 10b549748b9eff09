// SPDX-License-Identifier: Apache-2.0

/// Holds the typing assistant, and requests offers, predictions and spelling checks after a key's
/// notifications and before the next key.
package final class TypingAssistance: TypingHelpOwner {
  // Not a weak reference, because every key reads it; the engine calls `end` when it is released.
  private unowned(unsafe) var engine: (any TypingHost)?
  private var assistantInUse: (any TypingAssistant)?
  private var availableNow: (any TypingAssistant)?
  private var activeNow: (any TypingAssistant)?
  /// Whether an offer or a spelling check must still be requested, or old predictions removed.
  private var isWorkDue = false
  private var predicts = false

  /// The typing assistant; nil for none.
  package var assistant: (any TypingAssistant)? {
    get { assistantInUse }
    set {
      assistantInUse = newValue
      dropPredictions()
      offerDue = nil
      review()
    }
  }
  /// Whether nothing is assisted, whatever settings and traits say.
  package var isTurnedOff = false {
    didSet {
      guard isTurnedOff != oldValue else { return }
      conditionsDidChange()
      review()
    }
  }
  /// Whether typed text is not assisted, while it is the input of another program.
  package var isSuspended = false {
    didSet {
      dropPredictions()
      review()
    }
  }
  /// Returns the predictions that the user can see in a container.
  package var shown: (TextContainer) -> ShownPredictions = { _ in [.row, .inline] }
  /// The change of text that makes an offer due, or removes old predictions; nil for none.
  private var offerDue: Change? { didSet { updateDue() } }
  /// The help with texts that have words to be checked; rarely more than one.
  private var unchecked: [Unchecked] = [] { didSet { updateDue() } }
  // Neither is a weak reference: a text with one would be slower to retain, which every key does.
  // Help that ends says so.
  private unowned(unsafe) var predicted: TypingHelp?

  private enum Change {
    case typed, other
  }

  private struct Unchecked {
    unowned(unsafe) let help: TypingHelp
  }

  /// Starts without an assistant.
  package init() {}

  /// Begins to help with the texts of an engine.
  package func connect(to engine: any TypingHost) { self.engine = engine }

  /// Ends the help, because the engine is being released.
  package func end() { engine = nil }

  package var host: (any TypingHost)? { engine }
  /// The assistant, unless all assistance is turned off or suspended; traits may turn on what the
  /// settings turn off, such as spelling.
  package var available: (any TypingAssistant)? { availableNow }
  /// The assistant, if it is available and the user's settings leave it anything to do; without
  /// one, typing costs nothing more.
  package var active: (any TypingAssistant)? { activeNow }
  /// Whether an assistant helps.
  package var isActive: Bool { activeNow != nil }
  package var isPredicting: Bool { predicts }

  private func updateDue() {
    let isDue = offerDue != nil || !unchecked.isEmpty
    guard isDue != isWorkDue else { return }
    isWorkDue = isDue
    engine?.helpIsDue(isDue)
  }

  /// Decides again whether the assistant has anything to do; called when the settings change.
  package func review() {
    guard let engine else { return }
    let settings = engine.settings
    availableNow = isSuspended || isTurnedOff ? nil : assistantInUse
    activeNow = availableNow.flatMap { $0.helps(with: settings) ? $0 : nil }
    if activeNow != nil { forEachText { $0.helpMayBegin() } }
  }

  /// Returns help with a text; nil while it would have nothing to do.
  package func makeHelp(with container: TextContainer) -> TypingHelp? {
    guard activeNow != nil || availableNow != nil && container.asksForSpelling else { return nil }
    return TypingHelp(for: container, by: self)
  }

  package func offerIsDue(by help: any TypingSupport) {
    guard activeNow != nil, let help = help as? TypingHelp else { return }
    predicted = help
    offerDue = .typed
  }

  package func spellingIsDue(by help: any TypingSupport) {
    guard unchecked.last?.help !== help, let help = help as? TypingHelp else { return }
    unchecked.removeAll { $0.help === help }
    unchecked.append(Unchecked(help: help))
  }

  package func textDidChange(under help: any TypingSupport) {
    guard help === predicted, offerDue == nil else { return }
    offerDue = .other
  }

  package func helpDidEnd(_ help: any TypingSupport) {
    if help === predicted { predicted = nil }
    if unchecked.contains(where: { $0.help === help }) { unchecked.removeAll { $0.help === help } }
  }

  /// Requests an offer, predictions and spelling checks if they are due.
  package func requestWhatIsDue() {
    guard isWorkDue else { return }
    if let change = offerDue {
      offerDue = nil
      requestOffer(after: change)
    }
    for _ in 0..<unchecked.count where !unchecked.isEmpty {
      let help = unchecked.removeFirst().help
      help.spelling.check()
    }
  }

  private func requestOffer(after change: Change) {
    guard let help = predicted, help.container === engine?.textContainer, change == .typed,
      help.canBePredicted
    else { return dropPredictions() }
    help.makeOffer()
    predict(by: help)
  }

  /// Shows an offer that arrived later.
  ///
  /// - Returns: false if it is too late and nothing was offered.
  package func suggest(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    guard let help = engine?.textContainer?.help, help.isAsItWas(in: context) else {
      return false
    }
    // The request is answered, so none is pending.
    offerDue = nil
    predicted = help
    help.show(correction)
    predict(by: help)
    return true
  }

  // MARK: Predictions

  private func predict(by help: TypingHelp) {
    predicts = true
    let shown = shown(help.container)
    engine?.show(shown.contains(.row) ? help.predictedRow : nil)
    help.show(shown.contains(.inline) ? help.predictedContinuation : nil)
  }

  /// Computes the row for the key that enters it, if it was not computed because nothing shows it.
  package func completeRow() {
    guard predicts, offerDue == nil, let engine, let help = predicted,
      help.container === engine.textContainer, !engine.showsPredictions
    else { return }
    engine.show(help.predictedRow)
  }

  /// Removes all predictions: they belong to another text, language or state of the text.
  package func dropPredictions() {
    guard predicts else { return }
    predicts = false
    engine?.show(nil)
    predicted?.show(nil as InlinePrediction?)
  }

  /// Removes offers and predictions that traits, settings or the language no longer allow, and
  /// requests new ones.
  package func conditionsDidChange() {
    guard assistantInUse != nil else { return }
    dropPredictions()
    engine?.endReservation()
    guard let help = engine?.textContainer?.help else { return }
    help.ignoreCorrection()
    if help.mayCorrect { offerIsDue(by: help) }
  }

  // MARK: All texts

  package func checkSpellingAgain() {
    forEachText { text in
      text.help?.spelling.checkAgain()
      text.help?.spellingIsDue()
    }
    requestWhatIsDue()
  }

  private func forEachText(_ body: (TextContainer) -> Void) {
    for window in engine?.windows ?? [] {
      window.forEachView { if let container = $0 as? TextContainer { body(container) } }
    }
  }
}

extension TextContainer {
  /// The help with typing; nil without an assistant.
  package final var help: TypingHelp? { typing as? TypingHelp }
}
