// SPDX-License-Identifier: Apache-2.0

/// The offered correction: made, rejected, reported (reference 10.3).
extension TypingHelp {
  /// Requests an offer from the assistant, to be made after the key's notifications are delivered.
  func offerCorrection() {
    owner.offerIsDue(by: self)
  }

  /// Records that a key typed text, and requests an offer.
  func textWasTyped() {
    mayCorrect = true
    help.isTyped = true
    offerCorrection()
  }

  /// Whether the assistant may help with the text before the caret.
  var canBePredicted: Bool {
    helper != nil && container.markedRange == nil && container.selection.isCaret
      && container.hasSelection
      && !container.isToBeReplaced
  }

  /// Asks the assistant for a correction now, and offers it if it is new (AST-11, AST-14).
  func makeOffer() {
    guard canBePredicted, let helper else { return }
    reviewHelp()
    show(helper.correction(in: context(typing: "")))
  }

  /// Offers a correction if it is new and was not refused.
  func show(_ offer: TextCorrection?) {
    let offer = offer.flatMap { isTypedAgain($0) || isRefused($0.kind, of: $0.range) ? nil : $0 }
    guard offer != pendingCorrection, helper != nil else { return }
    ignoreCorrection()
    pendingCorrection = offer
    if let offer { report(offer, .offered) }
  }

  /// Whether text, caret and language are unchanged since the assistant was called.
  func isAsItWas(in asked: TypingContext) -> Bool {
    asked.container == container.id && asked.revision == container.textRevision
      && asked.selection == container.selection
      && asked.language == container.host?.language.description && container.markedRange == nil
      && container.hasSelection
      && asked.traits == container.traits && asked.settings == container.host?.settings
      && helper != nil
  }

  /// Drops the offered correction, which the user neither used nor refused.
  func ignoreCorrection() {
    guard let correction = pendingCorrection else { return }
    pendingCorrection = nil
    tellAssistant(.ignored, of: correction)
  }

  // MARK: Refusing

  /// Whether the user refused to have a range replaced: its word in this document, or a shortcut at
  /// this place (AST-13, AST-48).
  func isRefused(_ kind: TextSubstitution.Kind, of range: TextRange) -> Bool {
    if kind == .replacement { return help.refusedShortcut == range.start }
    return !help.refusedWords.isEmpty
      && help.refusedWords.contains(container.storage.substring(range).lowercased())
  }

  /// Whether the user has deleted a correction and typed the same word again at its place.
  private func isTypedAgain(_ offer: TextCorrection) -> Bool {
    guard let deleted = help.deleted, offer.kind == .correction else { return false }
    return deleted.range.start == offer.range.start
      && deleted.typed.lowercased() == offer.typed.lowercased()
  }

  /// Rejects a correction whose word was typed again after the correction was deleted (AST-13).
  ///
  /// - Parameter offer: the correction that the end of the word would make.
  /// - Returns: whether it was rejected.
  func rejectsTypedAgain(_ offer: TextCorrection) -> Bool {
    guard isTypedAgain(offer) else { return false }
    help.deleted = nil
    report(offer, .rejected)
    return true
  }

  /// Rejects the offered correction (AST-13).
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package func rejectCorrection() -> Bool {
    guard let correction = pendingCorrection else { return false }
    pendingCorrection = nil
    report(correction, .rejected)
    // The row no longer has the literal and the correction.
    offerCorrection()
    return true
  }

  /// Rejects the offered correction if the caret has left the end of its word (AST-13).
  func reviewCorrection() {
    guard let correction = pendingCorrection,
      container.selection != Selection(caret: correction.range.end)
    else { return }
    pendingCorrection = nil
    report(correction, .rejected)
  }

  /// Drops the offered correction, because something other than typing changed the text.
  ///
  /// - Parameter isTyped: whether the text before the caret was typed nevertheless.
  func forgetCorrection(isTyped: Bool) {
    if !isTyped { help.isTyped = false }
    if pendingCorrection != nil {
      ignoreCorrection()
      owner.textDidChange(under: self)
    }
    mayCorrect = false
    help.refusedShortcut = nil
    help.applied = nil
    help.deleted = nil
    help.automaticSpaceEnd = nil
  }

  /// Drops everything that was remembered about the text, because it became secret (FLD-2).
  package func forgetText() {
    forgetCorrection(isTyped: false)
    help = Memory()
    container.showContinuation(nil)
  }

  // MARK: Results

  /// Reports the result of a correction to mirrors and to the assistant, and remembers what was
  /// refused.
  func report(_ correction: TextCorrection, _ stage: TextCorrection.Stage) {
    container.queue.append(.correctionDidChange(container.id, correction, stage))
    guard helper != nil else { return }
    switch stage {
    case .offered: break
    case .applied: tellAssistant(.accepted, of: correction)
    case .rejected, .reverted:
      if correction.kind == .replacement {
        help.refusedShortcut = correction.range.start
      } else {
        help.refusedWords.insert(correction.typed.lowercased())
      }
      tellAssistant(stage == .rejected ? .rejected : .reverted, of: correction)
    }
  }

  /// Tells the assistant how an offer ended.
  func tellAssistant(_ outcome: TextCorrection.Outcome, of correction: TextCorrection) {
    helper?.correction(correction, had: outcome, in: context(typing: ""))
  }

  /// Remembers a correction that a key has just applied, so that ⌫ can offer the typed word
  /// (AST-15).
  func noteApplied(_ correction: TextCorrection?, hasTerminator: Bool) {
    guard let correction else { return }
    pendingCorrection = nil
    help.applied = nil
    help.deleted = nil
    let start = correction.range.start
    let end = start + correction.replacement.utf16.count
    guard hasTerminator, container.selection.isCaret, container.selection.head > end else { return }
    help.applied = AppliedCorrection(correction: correction, range: TextRange(start, end))
  }

  /// Notices that the user changes a correction that was applied.
  ///
  /// - Parameters:
  ///   - range: the range that was replaced.
  ///   - text: the text in its place.
  package func userDidReplace(_ range: TextRange, with text: String) {
    guard let applied = help.applied, range.start <= applied.range.end,
      range.end >= applied.range.start
    else { return }
    let isInside = range.start < applied.range.end && range.end > applied.range.start
    // A letter directly before or after the word makes another word.
    guard
      isInside || range.isEmpty && text.unicodeScalars.contains(where: \.properties.isAlphabetic)
    else {
      return
    }
    help.applied = nil
    if isInside, applied.correction.kind == .correction { help.deleted = applied.correction }
    tellAssistant(.edited, of: applied.correction)
  }

  /// Forgets what no longer belongs to the place of the caret.
  private func reviewHelp() {
    let caret = container.selection.head
    // Typing before it moves it, so that its place is no longer known.
    if let applied = help.applied, caret < applied.range.end { help.applied = nil }
    if let deleted = help.deleted, caret < deleted.range.start { help.deleted = nil }
    if let start = help.refusedShortcut, caret <= start { help.refusedShortcut = nil }
    if let start = help.dismissedInline, caret <= start { help.dismissedInline = nil }
  }
}
