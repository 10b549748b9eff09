// SPDX-License-Identifier: Apache-2.0

/// Typing with an assistant (reference 10, UND-4).
extension TextContainer {
  /// The assistant, if it may help in this container: not if the text is or was secret (FLD-2).
  final var helper: (any TypingAssistant)? {
    guard let engine, let assistant = engine.assistance.active, !isSecret else { return nil }
    return assistant
  }

  /// Types text on behalf of the user, after the assistant's substitutions.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - kind: the kind of the undo step.
  ///   - keystroke: the key that typed the text on its own; nil for a sequence of keys, or none.
  final func type(
    _ text: String, as kind: UndoStep.Kind = .typing, by keystroke: Keystroke? = nil
  ) {
    endRun()
    let text = fitting(text)
    if let marked = document.marked {
      let capital = capital(of: text, replacing: marked.range)
      commitMarkedText(as: capital ?? text, capitalizing: capital == nil ? nil : text)
      if helper != nil { textWasTyped() }
      return
    }
    // A newline ends the run of typing, however it is typed (UND-2).
    let kind: UndoStep.Kind = text.contains(byte: 0x0A) ? .other : kind
    guard !hasNoSelection, let helper else {
      change(document.selection.range, to: text, as: kind)
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
    let start = selection.head - text.utf16.count
    return selection.isCaret && start >= 0
      && storage.substring(TextRange(start, selection.head)) == text
  }

  /// Whether a key types another letter with Shift than the capital of its own letter, as on a
  /// Georgian keyboard.
  ///
  /// A key that types no letter with Shift, such as é of a French keyboard, denies nothing.
  private func deniesCapital(_ capital: String, to keystroke: Keystroke) -> Bool {
    let letter = keystroke.text
    // The capital of an English letter needs no check, which spares most keys of prose the time.
    guard letter.utf8.count > 1, let map = engine?.keyboardMap,
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
    guard !hasNoSelection, let helper else { return nil }
    var context = context(typing: text)
    context.selection = Selection(anchor: marked.start, head: marked.end)
    let own = TextRange(marked.start, marked.start + text.utf16.count)
    let capital = helper.substitutions(for: context).last { $0.kind == .capital && $0.range == own }
    guard let capital else { return nil }
    guard lets(text, in: capital, replacing: marked) else {
      helper.capitalWasRefused(capital)
      return nil
    }
    return fitting(capital.text)
  }

  /// Applies pending corrections before editing ends or Return is processed (FLD-9, AST-12), if
  /// text was typed rather than set or pasted.
  final func settleCorrection() {
    if let accepted = correctionsNow { make(accepted) }
  }

  /// Applies pending corrections before a command runs (CMD-35); if there are none, a word that was
  /// refused stays refused.
  ///
  /// - Returns: whether there were any.
  final func applyCorrection() -> Bool {
    guard let accepted = correctionsNow, !accepted.isEmpty else { return false }
    make(accepted)
    return true
  }

  /// The corrections that the end of the word would make now; nil if nothing may be corrected.
  private var correctionsNow: [TextSubstitution]? {
    guard mayCorrect || pendingCorrection != nil, let helper, document.marked == nil,
      !hasNoSelection, !isToBeReplaced
    else { return nil }
    return helper.substitutions(for: context(typing: "")).filter(mayMake)
  }

  private func make(_ accepted: [TextSubstitution]) {
    // Forgotten first, because a delegate may end editing while it is consulted.
    let offered = pendingCorrection
    pendingCorrection = nil
    forgetCorrection()
    engine?.assistance.textDidChange(in: self)
    let made = type("", as: .typing, making: accepted)
    if let offered, made.isEmpty { tellAssistant(.ignored, of: offered) }
  }

  /// Whether the user has not refused a substitution: a word is corrected only if it was typed, and
  /// only until its correction is refused (AST-13).
  private func mayMake(_ substitution: TextSubstitution) -> Bool {
    guard allowsSubstitution?(substitution.range) ?? true else { return false }
    guard substitution.kind.endsWord else { return true }
    return (help.isTyped || pendingCorrection != nil)
      && !isRefused(substitution.kind, of: substitution.range)
  }

  /// The range that typed text replaces: the selection, or all text (4.1).
  private var rangeToReplace: TextRange {
    isToBeReplaced ? TextRange(0, storage.count) : selection.range
  }

  /// The user of the program that the text belongs to; nil for the user of this process.
  private var otherUser: UInt32? {
    guard let user = window?.user, user != engine?.window.user else { return nil }
    return user
  }

  final func context(typing text: String) -> TypingContext {
    let range = rangeToReplace
    return TypingContext(
      storage: storage,
      selection: isToBeReplaced ? Selection(anchor: range.start, head: range.end) : selection,
      text: text, traits: currentTraits, language: engine?.inputLanguage,
      languageTag: engine?.language ?? .english,
      correction: pendingCorrection, refusedWords: help.refusedWords,
      settings: engine?.settings ?? TextInputSettings(), container: id,
      revision: document.revision, user: otherUser)
  }

  /// Makes the substitutions before the caret, each after consulting the delegate; then types the
  /// text or its substitute.
  final func type(
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
        change(selection.range, to: text, as: kind, beneath: beneath)
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
    let text = fitting(substitution.text)
    guard lets("", in: substitution, replacing: range) else { return nil }
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
    return TextCorrection(range, typed: typed, replacement: text, kind: substitution.kind)
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
    if clearsOnInsertion || emptiesOnEdit { keepText() }
    mutate {
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
    let substitute = fitting(substitution.text)
    guard !limits.isActive || limits.refusal(of: substitute, replacing: range, in: storage) == nil
    else { return false }
    guard filtersText else { return true }
    let language = engine?.language ?? .english
    return [text, substitute].allSatisfy {
      currentTraits.filter($0, language: language) == .text($0)
    }
  }
}
