// SPDX-License-Identifier: Apache-2.0

/// Typing with an assistant (reference 10, UND-4).
extension TextContainer {
  /// The assistant, if it may help in this container: not if the text is or was secret (FLD-2).
  final var helper: (any TypingAssistant)? {
    guard let engine, let assistant = engine.assistance.active, !isSecret else { return nil }
    return assistant
  }

  /// Types text on behalf of the user, after the assistant's substitutions.
  final func type(_ text: String, as kind: UndoStep.Kind = .typing) {
    endRun()
    let text = fitting(text)
    guard document.marked == nil else { return commitMarkedText(as: text) }
    guard !hasNoSelection, let helper else {
      change(document.selection.range, to: text, as: kind)
      return
    }
    type(text, as: kind, with: helper.substitutions(for: context(typing: text)))
    mayCorrect = true
    offerCorrection()
  }

  /// Applies pending corrections before editing ends or Return is processed (FLD-9, AST-12), if
  /// text was typed rather than set or pasted.
  final func settleCorrection() {
    guard mayCorrect || pendingCorrection != nil, let helper, document.marked == nil,
      !hasNoSelection, !isToBeReplaced
    else { return }
    forgetCorrection()
    type("", as: .typing, with: helper.substitutions(for: context(typing: "")))
  }

  /// The range that typed text replaces: the selection, or all text (4.1).
  private var rangeToReplace: TextRange {
    isToBeReplaced ? TextRange(0, storage.count) : selection.range
  }

  final func context(typing text: String) -> TypingContext {
    let range = rangeToReplace
    return TypingContext(
      storage: storage,
      selection: isToBeReplaced ? Selection(anchor: range.start, head: range.end) : selection,
      text: text, traits: currentTraits, language: engine?.inputLanguage,
      languageTag: engine?.language ?? .english,
      settings: engine?.settings ?? TextInputSettings(), container: id,
      revision: document.revision)
  }

  /// Makes the substitutions before the caret, each after consulting the delegate; then types the
  /// text or its substitute.
  private func type(
    _ text: String, as kind: UndoStep.Kind, with substitutions: [TextSubstitution]
  ) {
    let caret = rangeToReplace.start
    let typedEnd = caret + text.utf16.count
    var done: [TextCorrection] = []
    var beneath = 0
    var shift = 0
    for substitution in substitutions
    where substitution.range.end <= caret && !substitution.range.isEmpty {
      guard let correction = substitute(substitution, shiftedBy: shift) else { continue }
      beneath += 1
      shift += substitution.text.utf16.count - substitution.range.length
      if substitution.kind == .correction { done.append(correction) }
    }
    if !text.isEmpty {
      let own = substitutions.last { $0.range.end == typedEnd && $0.range.start <= caret }
      // A delegate may have moved the text since the assistant received it. A text that the
      // keyboard type excludes is not substituted (TRT-4).
      if let own, own.range.start + shift >= 0, rangeToReplace.start == caret + shift,
        lets(text, in: own)
      {
        substitute(own, for: text, from: own.range.start + shift, as: kind, beneath: beneath)
      } else {
        change(selection.range, to: text, as: kind, beneath: beneath)
      }
    }
    for correction in done { report(correction, .applied) }
  }

  /// Replaces a finished word, as a separate undo step.
  ///
  /// - Returns: the replacement; nil if none was made.
  private func substitute(
    _ substitution: TextSubstitution, shiftedBy shift: Int
  ) -> TextCorrection? {
    let range = TextRange(substitution.range.start + shift, substitution.range.end + shift)
    let text = fitting(substitution.text)
    guard lets("", in: substitution) else { return nil }
    let typed = storage.substring(range)
    // The assistant's range may be invalid, and characters must not be split.
    guard range.start >= 0, range.end <= selection.range.start, wholeCharacters(range) == range,
      text != typed
    else { return nil }
    if hasDelegate {
      let before = (selection, storage.count)
      // Text that the delegate changed is not corrected (FLD-11).
      guard consultDelegate(range, text) == .accept, before == (selection, storage.count),
        storage.substring(range) == typed
      else { return nil }
    }
    mutate { $0.substitute(range, with: text, kind: substitution.kind, into: &$1) }
    return TextCorrection(range, typed: typed, replacement: text)
  }

  /// Types a substitute in place of the typed text and of the text right before it.
  private func substitute(
    _ substitution: TextSubstitution, for text: String, from start: Int, as kind: UndoStep.Kind,
    beneath: Int
  ) {
    let replaced = rangeToReplace
    let replacesAll = isToBeReplaced
    let range = wholeCharacters(TextRange(start, replaced.end))
    var result = fitting(substitution.text)
    if hasDelegate {
      let before = (selection, storage.count)
      switch consultDelegate(range, result) {
      case .accept: break
      case .refuse: return
      case .replace(let other):
        guard let other = permitted(fitting(other), replacing: range) else { return }
        result = other
      }
      guard before == (selection, storage.count) else {
        // If the delegate changed the text, the text that it accepted is inserted without a
        // substitution (FLD-11).
        let range = replacesAll ? TextRange(0, storage.count) : wholeCharacters(range)
        keepText()
        return edit(range, with: result, as: .other)
      }
    }
    if replacesAll || clearsOnInsertion { keepText() }
    mutate {
      $0.type(
        text, over: replaced, substituting: range, by: result, kind: substitution.kind, as: kind,
        beneath: beneath, into: &$1)
    }
  }

  /// Whether the keyboard type accepts a text and its substitute unchanged.
  private func lets(_ text: String, in substitution: TextSubstitution) -> Bool {
    // Checked first: otherwise the substitute could be refused after the typed text was inserted.
    guard !limits.isActive else { return false }
    guard filtersText else { return true }
    let language = engine?.language ?? .english
    return [text, fitting(substitution.text)].allSatisfy {
      currentTraits.filter($0, language: language) == .text($0)
    }
  }

  // MARK: SharedFillValues

  /// Requests an offer from the assistant, to be made after the key's notifications are delivered.
  final func offerCorrection() {
    engine?.assistance.offerIsDue(in: self)
  }

  /// Asks the assistant for a correction now, and offers it if it is new (AST-11, AST-14).
  final func makeOffer() {
    guard let helper, document.marked == nil, selection.isCaret, !hasNoSelection else { return }
    show(helper.correction(in: context(typing: "")))
  }

  /// Offers a correction if it is new.
  final func show(_ offer: TextCorrection?) {
    guard offer != pendingCorrection, helper != nil else { return }
    pendingCorrection = offer
    if let offer { report(offer, .offered) }
  }

  /// Whether text, caret and language are unchanged since the assistant was called.
  final func isAsItWas(in asked: TypingContext) -> Bool {
    asked.container == id && asked.revision == document.revision && asked.selection == selection
      && asked.language == engine?.inputLanguage && document.marked == nil && !hasNoSelection
      && asked.traits == currentTraits && asked.settings == engine?.settings && helper != nil
  }

  /// Rejects the offered correction (AST-13).
  ///
  /// - Returns: whether there was one.
  @discardableResult
  final func rejectCorrection() -> Bool {
    guard let correction = pendingCorrection else { return false }
    pendingCorrection = nil
    report(correction, .rejected)
    return true
  }

  /// Rejects the offered correction if the caret has left the end of its word (AST-13).
  final func reviewCorrection() {
    guard let correction = pendingCorrection,
      selection != Selection(caret: correction.range.end)
    else { return }
    rejectCorrection()
  }

  /// Drops the offered correction, because something other than typing changed the text.
  final func forgetCorrection() {
    pendingCorrection = nil
    mayCorrect = false
  }

  /// Reports the result of a correction to mirrors and to the assistant.
  final func report(_ correction: TextCorrection, _ stage: TextCorrection.Stage) {
    queue.append(.correctionDidChange(id, correction, stage))
    helper?.correction(correction, did: stage)
  }
}
