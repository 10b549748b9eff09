// SPDX-License-Identifier: Apache-2.0

/// Typing with an assistant (reference 10, UND-4).
extension TypingHelp {
  package func type(_ text: String, as kind: UndoStep.Kind, by keystroke: Keystroke?) {
    if let marked = container.markedRange {
      let capital = capital(of: text, replacing: marked)
      container.commitMarkedText(as: capital ?? text, capitalizing: capital == nil ? nil : text)
      if helper != nil { textWasTyped() }
      return
    }
    // A newline ends the run of typing, however it is typed (UND-2).
    let kind: UndoStep.Kind = text.contains(byte: 0x0A) ? .other : kind
    guard container.hasSelection, let helper else {
      container.change(container.selection.range, to: text, as: kind)
      return
    }
    if removesAutomaticSpace(text) { return }
    var substitutions = helper.substitutions(for: context(typing: text))
    let capital = substitutions.last { $0.kind == .capital }
    if let keystroke, let capital, deniesCapital(capital.text, to: keystroke) {
      substitutions.removeAll { $0.kind == .capital }
    }
    type(text, as: kind, with: substitutions)
    // The keyboard, the limits or a delegate may have refused it.
    if let capital, !ends(with: capital.text) { helper.capitalWasRefused(capital) }
    textWasTyped()
  }

  /// Whether a text is before the caret.
  private func ends(with text: String) -> Bool {
    let start = container.selection.head - text.utf16.count
    return container.selection.isCaret && start >= 0
      && container.storage.substring(TextRange(start, container.selection.head)) == text
  }

  /// Whether a key types another letter with Shift than the capital of its own letter, as on a
  /// Georgian keyboard.
  ///
  /// A key that types no letter with Shift, such as é of a French keyboard, denies nothing.
  private func deniesCapital(_ capital: String, to keystroke: Keystroke) -> Bool {
    let letter = keystroke.text
    // The capital of an English letter needs no check, which spares most keys of prose the time.
    guard letter.utf8.count > 1, let map = owner.host?.keyboardMap,
      let shifted = map.keystroke(
        pressing: keystroke.event.code, holding: .shift,
        andThirdLevel: keystroke.consumedModifiers.contains(.option))?.text,
      let first = shifted.unicodeScalars.first, first.properties.isAlphabetic
    else { return false }
    return shifted != capital && shifted.lowercased() != letter
  }

  /// Returns the automatic capital for the text of a finished sequence of dead or compose keys; nil
  /// for none.
  private func capital(of text: String, replacing marked: TextRange) -> String? {
    guard container.hasSelection, let helper else { return nil }
    var context = context(typing: text)
    context.selection = Selection(anchor: marked.start, head: marked.end)
    let own = TextRange(marked.start, marked.start + text.utf16.count)
    let capital = helper.substitutions(for: context).last { $0.kind == .capital && $0.range == own }
    guard let capital else { return nil }
    guard lets(text, in: capital, replacing: marked) else {
      helper.capitalWasRefused(capital)
      return nil
    }
    return container.fitting(capital.text)
  }

  /// Applies pending corrections before editing ends or Return is processed (FLD-9, AST-12), if
  /// text was typed rather than set or pasted.
  package func makePendingCorrections() {
    if let accepted = correctionsNow { make(accepted) }
  }

  /// Applies pending corrections before a command runs (CMD-35); if there are none, a word that was
  /// refused stays refused.
  ///
  /// - Returns: whether there were any.
  package func applyCorrection() -> Bool {
    guard let accepted = correctionsNow, !accepted.isEmpty else { return false }
    make(accepted)
    return true
  }

  /// The corrections that the end of the word would make now; nil if nothing may be corrected.
  private var correctionsNow: [TextSubstitution]? {
    guard mayCorrect || pendingCorrection != nil, let helper, container.markedRange == nil,
      container.hasSelection, !container.isToBeReplaced
    else { return nil }
    return helper.substitutions(for: context(typing: "")).filter(mayMake)
  }

  private func make(_ accepted: [TextSubstitution]) {
    // Forgotten first, because a delegate may end editing while it is consulted.
    let offered = pendingCorrection
    pendingCorrection = nil
    forgetCorrection()
    owner.textDidChange(under: self)
    let made = type("", as: .typing, making: accepted)
    if let offered, made.isEmpty { tellAssistant(.ignored, of: offered) }
  }

  /// Whether the user has not refused a substitution: a word is corrected only if it was typed, and
  /// only until its correction is refused (AST-13).
  private func mayMake(_ substitution: TextSubstitution) -> Bool {
    guard container.allowsSubstitution?(substitution.range) ?? true else { return false }
    guard substitution.kind.endsWord else { return true }
    let offer = TextCorrection(
      substitution.range, typed: container.storage.substring(substitution.range),
      replacement: substitution.text, kind: substitution.kind)
    return (help.isTyped || pendingCorrection != nil) && !rejectsTypedAgain(offer)
      && !isRefused(substitution.kind, of: substitution.range)
  }

  /// The range that typed text replaces: the selection, or all text (4.1).
  private var rangeToReplace: TextRange {
    container.isToBeReplaced ? TextRange(0, container.storage.count) : container.selection.range
  }

  /// The user of the program that the text belongs to; nil for the user of this process.
  private var otherUser: UInt32? {
    guard let user = container.window?.user, user != owner.host?.user else { return nil }
    return user
  }

  func context(typing text: String) -> TypingContext {
    let range = rangeToReplace
    let host = container.host
    return TypingContext(
      storage: container.storage,
      selection: container.isToBeReplaced
        ? Selection(anchor: range.start, head: range.end) : container.selection,
      text: text, traits: container.traits, language: host?.language.description,
      languageTag: host?.language ?? .english,
      correction: pendingCorrection, refusedWords: help.refusedWords,
      settings: host?.settings ?? TextInputSettings(), container: container.id,
      revision: container.textRevision, user: otherUser)
  }

  /// Makes the substitutions before the caret, each after consulting the delegate; then types the
  /// text or its substitute.
  func type(
    _ text: String, as kind: UndoStep.Kind, with substitutions: [TextSubstitution]
  ) {
    type(text, as: kind, making: substitutions.isEmpty ? [] : substitutions.filter(mayMake))
  }

  /// - Returns: the corrections that were made.
  @discardableResult
  private func type(
    _ text: String, as kind: UndoStep.Kind, making substitutions: [TextSubstitution]
  ) -> [TextCorrection] {
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
      if substitution.kind.endsWord { done.append(correction) }
    }
    if !text.isEmpty {
      let own = substitutions.last { $0.range.end == typedEnd && $0.range.start <= caret }
      // A delegate may have moved the text since the assistant received it. A text that the
      // keyboard type excludes is not substituted (TRT-4).
      if let own, own.range.start + shift >= 0, rangeToReplace.start == caret + shift,
        lets(
          text, in: own, replacing: TextRange(own.range.start + shift, rangeToReplace.end))
      {
        substitute(own, for: text, from: own.range.start + shift, as: kind, beneath: beneath)
      } else {
        container.change(container.selection.range, to: text, as: kind, beneath: beneath)
      }
    }
    noteApplied(done.last, hasTerminator: !text.isEmpty)
    for correction in done { report(correction, .applied) }
    return done
  }

  /// Replaces a finished word, as a separate undo step.
  ///
  /// - Returns: the replacement; nil if none was made.
  private func substitute(
    _ substitution: TextSubstitution, shiftedBy shift: Int
  ) -> TextCorrection? {
    let range = TextRange(substitution.range.start + shift, substitution.range.end + shift)
    let text = container.fitting(substitution.text)
    guard lets("", in: substitution, replacing: range) else { return nil }
    let typed = container.storage.substring(range)
    // The assistant's range may be invalid, and characters must not be split.
    guard range.start >= 0, range.end <= container.selection.range.start,
      container.wholeCharacters(range) == range,
      text != typed
    else { return nil }
    if container.consultsDelegate {
      let before = (container.selection, container.storage.count)
      // Text that the delegate changed is not corrected (FLD-11).
      guard container.consultDelegate(range, text) == .accept,
        before == (container.selection, container.storage.count),
        container.storage.substring(range) == typed
      else { return nil }
    }
    container.mutate { $0.substitute(range, with: text, kind: substitution.kind, into: &$1) }
    return TextCorrection(range, typed: typed, replacement: text, kind: substitution.kind)
  }

  /// Types a substitute in place of the typed text and of the text right before it.
  private func substitute(
    _ substitution: TextSubstitution, for text: String, from start: Int, as kind: UndoStep.Kind,
    beneath: Int
  ) {
    let replaced = rangeToReplace
    let replacesAll = container.isToBeReplaced
    let range = container.wholeCharacters(TextRange(start, replaced.end))
    var result = container.fitting(substitution.text)
    if container.consultsDelegate {
      let before = (container.selection, container.storage.count)
      switch container.consultDelegate(range, result) {
      case .accept: break
      case .refuse: return
      case .replace(let other):
        guard let other = container.permitted(container.fitting(other), replacing: range) else {
          return
        }
        result = other
      }
      guard before == (container.selection, container.storage.count) else {
        // If the delegate changed the text, the text that it accepted is inserted without a
        // substitution (FLD-11).
        let range =
          replacesAll ? TextRange(0, container.storage.count) : container.wholeCharacters(range)
        container.keepText()
        return container.edit(range, with: result, as: .other)
      }
    }
    container.keepText()
    container.mutate {
      $0.type(
        text, over: replaced, substituting: range, by: result, kind: substitution.kind, as: kind,
        beneath: beneath, into: &$1)
    }
  }

  /// Whether the limits accept a substitute in place of a range, and the keyboard type accepts a
  /// text and its substitute unchanged.
  ///
  /// Checked first: otherwise the substitute could be refused after the typed text was inserted.
  private func lets(
    _ text: String, in substitution: TextSubstitution, replacing range: TextRange
  ) -> Bool {
    let substitute = container.fitting(substitution.text)
    guard container.refusal(of: substitute, replacing: range) == nil else { return false }
    guard container.filtersText else { return true }
    let language = container.host?.language ?? .english
    return [text, substitute].allSatisfy {
      container.traits.filter($0, language: language) == .text($0)
    }
  }
}
