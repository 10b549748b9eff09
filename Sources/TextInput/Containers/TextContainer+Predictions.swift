// SPDX-License-Identifier: Apache-2.0

/// The prediction row and the continuation after the caret (reference 10.4, 10.5).
extension TextContainer {
  // MARK: The row

  /// The prediction row for the text before the caret; nil if it is empty (AST-26).
  ///
  /// Without predictions, it still has the correction that the end of the word would make, and the
  /// quoted literal that prevents it.
  final var predictedRow: PredictionRow? {
    guard canBePredicted, let helper else { return nil }
    let context = context(typing: "")
    let traits = context.resolvedTraits
    guard traits.predictions || traits.autocorrection else { return nil }
    let predicted = traits.predictions ? helper.predictions(in: context) : nil
    let words = predicted.flatMap { isAtCaret($0.range) ? $0 : nil }
    let row = PredictionRow(
      of: id, offered: pendingCorrection, applied: restorable, words: words)
    return row.slots.isEmpty ? nil : row
  }

  /// The correction that ends at the caret and was applied by the key that was deleted (AST-15).
  private var restorable: AppliedCorrection? {
    guard let applied = help.applied, selection == Selection(caret: applied.range.end),
      storage.substring(applied.range) == applied.correction.replacement
    else { return nil }
    return applied
  }

  /// Whether an assistant's range is a part of the text that ends at the caret.
  private func isAtCaret(_ range: TextRange) -> Bool {
    range.start >= 0 && range.end == selection.head && wholeCharacters(range) == range
  }

  /// Performs the choice of a slot (AST-24): the word and a space, as typed.
  final func accept(_ choice: PredictionRow.Choice) {
    endRun()
    guard canBePredicted else { return }
    let space = isBeforeSpace ? "" : " "
    switch choice {
    case .keep(let offered):
      guard offered == pendingCorrection else { return }
      rejectCorrection()
      change(selection.range, to: space, as: .typing)
    case .apply(let offered):
      guard offered == pendingCorrection else { return }
      type(
        space, as: .typing,
        with: [TextSubstitution(offered.range, with: offered.replacement, kind: offered.kind)])
    case .restore(let applied):
      guard restorable != nil else { return }
      help.applied = nil
      let typed = applied.correction.typed
      if change(applied.range, to: typed + space, as: .other) {
        report(applied.correction, .reverted)
      }
    case .word(let word, let range):
      guard isAtCaret(range) else { return }
      ignoreCorrection()
      change(range, to: fitting(word) + space, as: .other)
    }
    if !space.isEmpty, selection.isCaret, storage.scalar(before: selection.head)?.value == " " {
      help.automaticSpaceEnd = selection.head
    }
    textWasTyped()
  }

  /// Whether white space follows the caret, so that an accepted word needs no space.
  private var isBeforeSpace: Bool {
    storage.scalar(at: selection.head)?.value.properties.isWhitespace ?? false
  }

  /// Types punctuation in place of the space that an accepted word brought along (AST-24).
  ///
  /// - Returns: whether it did; if not, the text is typed as usual.
  final func removesAutomaticSpace(_ text: String) -> Bool {
    guard let end = help.automaticSpaceEnd else { return false }
    help.automaticSpaceEnd = nil
    guard selection == Selection(caret: end), !isToBeReplaced,
      [".", ",", "!", "?", ";", ":"].contains(text),
      storage.scalar(before: end)?.value == " "
    else { return false }
    change(TextRange(end - 1, end), to: text, as: .other)
    textWasTyped()
    return true
  }

  // MARK: The continuation

  /// The continuation that is shown dimmed after the caret; nil for none (AST-28).
  ///
  /// It is not part of the text.
  public final var inlinePrediction: String? { help.inline?.text }

  /// The continuation for the text before the caret; nil for none (AST-30).
  final var predictedContinuation: InlinePrediction? {
    guard canBePredicted, pendingCorrection == nil, isBeforeLineEnd, let helper else { return nil }
    // One that typing has shortened stays.
    if let inline = help.inline { return inline }
    let context = context(typing: "")
    guard context.resolvedTraits.inlinePrediction,
      let inline = helper.inlinePrediction(in: context), !inline.text.isEmpty,
      !inline.text.hasHiddenControls, inline.start >= 0,
      inline.start <= selection.head, inline.start != help.dismissedInline
    else { return nil }
    return inline
  }

  private var isBeforeLineEnd: Bool {
    storage.scalar(at: selection.head).map { Character($0.value).isNewline } ?? true
  }

  /// Shows a continuation if it is new; nil removes it.
  final func show(_ inline: InlinePrediction?) {
    guard inline != help.inline else { return }
    let isSame = inline?.text == help.inline?.text
    help.inline = inline
    if !isSame { queue.append(.inlineDidChange(id, text: inline?.text)) }
  }

  /// Removes the continuation, and shows no other one for the same word (AST-29).
  final func dismissContinuation() {
    help.dismissedInline = help.inline?.start
    show(nil as InlinePrediction?)
  }

  /// Types the continuation (AST-29).
  final func acceptContinuation() {
    guard let inline = help.inline, canBePredicted else { return }
    endRun()
    change(selection.range, to: fitting(inline.text), as: .typing)
    textWasTyped()
  }

  /// Updates predictions after a change of text or selection: typing what is predicted shortens the
  /// continuation, and any other change removes it (AST-29).
  final func followPredictions(since start: UpdateQueue.Position) {
    engine?.assistance.textDidChange(in: self)
    guard let inline = help.inline else { return }
    show(shortened(inline, since: start))
  }

  private func shortened(
    _ inline: InlinePrediction, since start: UpdateQueue.Position
  ) -> InlinePrediction? {
    guard document.marked == nil, selection.isCaret else { return nil }
    var typed: String?
    for case .textDidChange(_, let range, let text, let origin) in queue.facts(since: start) {
      guard typed == nil, range.isEmpty, origin == .user,
        range.start + text.utf16.count == selection.head
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
