// SPDX-License-Identifier: Apache-2.0

/// The prediction row and the continuation after the caret (reference 10.4, 10.5).
extension TypingHelp {
  // MARK: The row

  /// The prediction row for the text before the caret; nil if it is empty (AST-26).
  ///
  /// Without predictions, it still has the correction that the end of the word would make, and the
  /// quoted literal that prevents it.
  var predictedRow: PredictionRow? {
    guard canBePredicted, let helper else { return nil }
    let context = context(typing: "")
    let traits = context.resolvedTraits
    guard traits.predictions || traits.autocorrection else { return nil }
    let predicted = traits.predictions ? helper.predictions(in: context) : nil
    let words = predicted.flatMap { isAtCaret($0.range) ? $0 : nil }
    let row = PredictionRow(
      of: container.id, offered: pendingCorrection, applied: restorable, words: words)
    return row.slots.isEmpty ? nil : row
  }

  /// The correction that ends at the caret and was applied by the key that was deleted (AST-15).
  private var restorable: AppliedCorrection? {
    guard let applied = help.applied, container.selection == Selection(caret: applied.range.end),
      container.storage.substring(applied.range) == applied.correction.replacement
    else { return nil }
    return applied
  }

  /// Whether an assistant's range is a part of the text that ends at the caret.
  private func isAtCaret(_ range: TextRange) -> Bool {
    range.start >= 0 && range.end == container.selection.head
      && container.wholeCharacters(range) == range
  }

  /// Performs the choice of a slot (AST-24): the word and a space, as typed.
  package func accept(_ choice: PredictionRow.Choice) {
    container.endRun()
    guard canBePredicted else { return }
    let space = isBeforeSpace ? "" : " "
    switch choice {
    case .keep(let offered):
      guard offered == pendingCorrection else { return }
      rejectCorrection()
      container.change(container.selection.range, to: space, as: .typing)
    case .apply(let offered):
      guard offered == pendingCorrection else { return }
      type(
        space, as: .typing,
        with: [TextSubstitution(offered.range, with: offered.replacement, kind: offered.kind)])
    case .restore(let applied):
      guard restorable != nil else { return }
      help.applied = nil
      let typed = applied.correction.typed
      if container.change(applied.range, to: typed + space, as: .other) {
        report(applied.correction, .reverted)
      }
    case .word(let word, let range):
      guard isAtCaret(range) else { return }
      ignoreCorrection()
      container.change(range, to: container.fitting(word) + space, as: .other)
    }
    if !space.isEmpty, container.selection.isCaret,
      container.storage.scalar(before: container.selection.head)?.value == " "
    {
      help.automaticSpaceEnd = container.selection.head
    }
    textWasTyped()
  }

  /// Whether white space follows the caret, so that an accepted word needs no space.
  private var isBeforeSpace: Bool {
    container.storage.scalar(at: container.selection.head)?.value.properties.isWhitespace ?? false
  }

  /// Types punctuation in place of the space that an accepted word brought along (AST-24).
  ///
  /// - Returns: whether it did; if not, the text is typed as usual.
  func removesAutomaticSpace(_ text: String) -> Bool {
    guard let end = help.automaticSpaceEnd else { return false }
    help.automaticSpaceEnd = nil
    guard container.selection == Selection(caret: end), !container.isToBeReplaced,
      [".", ",", "!", "?", ";", ":"].contains(text),
      container.storage.scalar(before: end)?.value == " "
    else { return false }
    container.change(TextRange(end - 1, end), to: text, as: .other)
    textWasTyped()
    return true
  }

  // MARK: The continuation

  /// The continuation for the text before the caret; nil for none (AST-30).
  var predictedContinuation: InlinePrediction? {
    guard canBePredicted, pendingCorrection == nil, isBeforeLineEnd, let helper else { return nil }
    // One that typing has shortened stays.
    if let inline = help.inline { return inline }
    let context = context(typing: "")
    guard context.resolvedTraits.inlinePrediction,
      let inline = helper.inlinePrediction(in: context), !inline.text.isEmpty,
      !inline.text.hasHiddenControls, inline.start >= 0,
      inline.start <= container.selection.head, inline.start != help.dismissedInline
    else { return nil }
    return inline
  }

  private var isBeforeLineEnd: Bool {
    container.storage.scalar(at: container.selection.head).map { Character($0.value).isNewline }
      ?? true
  }

  /// Shows a continuation if it is new; nil removes it.
  func show(_ inline: InlinePrediction?) {
    guard inline != help.inline else { return }
    help.inline = inline
    container.showContinuation(inline?.text)
  }

  /// Removes the continuation, and shows no other one for the same word (AST-29).
  package func dismissContinuation() {
    help.dismissedInline = help.inline?.start
    show(nil as InlinePrediction?)
  }

  /// Whether the letters before the continuation may be meant as they are, so that ␠ and ⇥ keep
  /// their own meaning (AST-29).
  package var mayEndWord: Bool { helper?.mayEndWord(in: context(typing: "")) ?? false }

  /// Types the continuation (AST-29).
  package func acceptContinuation() {
    guard let inline = help.inline, canBePredicted else { return }
    container.endRun()
    container.change(container.selection.range, to: container.fitting(inline.text), as: .typing)
    textWasTyped()
  }

  /// Updates predictions after a change of text or selection: typing what is predicted shortens the
  /// continuation, and any other change removes it (AST-29).
  func followPredictions(since start: UpdateQueue.Position) {
    owner.textDidChange(under: self)
    guard let inline = help.inline else { return }
    show(shortened(inline, since: start))
  }

  private func shortened(
    _ inline: InlinePrediction, since start: UpdateQueue.Position
  ) -> InlinePrediction? {
    guard container.markedRange == nil, container.selection.isCaret else { return nil }
    var typed: String?
    for case .textDidChange(_, let range, let text, let origin) in container.queue.notifications(
      since: start)
    {
      guard typed == nil, range.isEmpty, origin == .user,
        range.start + text.utf16.count == container.selection.head
      else { return nil }
      typed = text
    }
    guard let typed, !typed.isEmpty, inline.text.utf16.starts(with: typed.utf16) else {
      return nil
    }
    let rest = String(decoding: inline.text.utf16.dropFirst(typed.utf16.count), as: UTF16.self)
    return rest.isEmpty ? nil : InlinePrediction(start: inline.start, text: rest)
  }
}
