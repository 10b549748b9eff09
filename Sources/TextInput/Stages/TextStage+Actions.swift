// SPDX-License-Identifier: Apache-2.0
import Keys

/// The effect of a key on the focused text other than bindings and insertion.
enum TextAction: Hashable {
  /// ⌃. in a text for URLs: types the first ending, and offers the others if held (F006, F128).
  case typeURLEnding([String])
  /// F5, ⌥⎋, and ↓ in an empty text with values to fill in: the prediction row receives the keys
  /// (AST-23).
  case enterRow
  /// F5, ⌥⎋: opens the completions of the word before the caret.
  case complete(TextRange, [String])
  /// ␠, ⇥ or →: types the continuation shown after the caret (AST-29).
  case acceptContinuation
  /// ⎋: removes the continuation shown after the caret (AST-29).
  case dismissContinuation
  /// ⌃⇧␠: the arrows place the caret, shown enlarged (F003).
  case placeCaret
}

/// Keys without text of their own.
extension TextStage {
  func action(of keystroke: Keystroke, in container: TextContainer) -> TextAction? {
    let chord = keystroke.modifiers.intersection(.chord)
    switch (keystroke.charactersIgnoringModifiers, chord) {
    case (".", .control):
      let endings = container.traits.effectiveKeyboardType.domainCompletions
      return endings.isEmpty || !container.takesText ? nil : .typeURLEnding(endings)
    case (.escape, .option) where !container.performsKeys && container.takesText:
      if state.assistance.isPredicting { state.assistance.completeRow() }
      return state.candidateRow.hasRow ? .enterRow : nil
    case _ where !container.performsKeys:
      return nil
    case (" ", [.control, .shift]):
      return .placeCaret
    case (.function(5), []), (.escape, .option):
      if state.assistance.isPredicting { state.assistance.completeRow() }
      return state.candidateRow.hasRow ? .enterRow : completion(in: container)
    default:
      return nil
    }
  }

  /// Returns the effect of a key on the continuation shown after the caret; nil for none.
  func continuationAction(of keystroke: Keystroke, in container: TextContainer) -> TextAction? {
    guard keystroke.composition == .none, keystroke.modifiers.isDisjoint(with: .chord) else {
      return nil
    }
    return switch keystroke.charactersIgnoringModifiers {
    case " ", .tab: container.help?.mayEndWord == true ? nil : .acceptContinuation
    case .rightArrow: .acceptContinuation
    case .escape: .dismissContinuation
    default: nil
    }
  }

  /// Returns the completions of the word that ends at the caret; nil if there are none, or if the
  /// text is or was secret.
  private func completion(in container: TextContainer) -> TextAction? {
    let storage = container.storage
    let caret = container.selection.head
    guard container.selection.isCaret, container.markedRange == nil, container.takesText,
      !container.isSecret, caret > 0
    else { return nil }
    let start = storage.wordStart(before: caret)
    guard storage.wordEnd(after: start) == caret else { return nil }
    let range = TextRange(start, caret)
    let beginning = storage.substring(range)
    let words = completionSources.flatMap {
      $0.completions(
        of: beginning, in: storage, at: caret, language: state.language)
    }
    var seen = Set<String>()
    let distinct = words.filter { !$0.hasHiddenControls && seen.insert($0).inserted }
    return distinct.isEmpty ? nil : .complete(range, distinct)
  }

  /// Returns the text of the keypad's decimal key; in a text for numbers, the language's separator
  /// (3.2).
  func keypadText(of keystroke: Keystroke, in container: TextContainer) -> String {
    container.traits.keyboardType.keypadSeparator(in: state.language).map(String.init)
      ?? keystroke.typedText
  }
}
