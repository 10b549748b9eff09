// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// ⌘; and ⌘: on misspelled words (6.4, AST-53).
extension TextContainer {
  /// The number of corrections that are shown.
  private static let guessCount = 7

  /// Whether any word can be selected by ``selectNextMisspelling()``.
  final var hasMisspelling: Bool { !misspelledRanges.isEmpty }

  /// Selects the next misspelled word after the selection, or else the first one.
  final func selectNextMisspelling() {
    let words = misspelledRanges
    guard let word = words.first(where: { $0.start >= selection.range.end }) ?? words.first else {
      return
    }
    mutate { $0.select(Selection(anchor: word.start, head: word.end), into: &$1) }
  }

  /// The misspelled word that is selected, or that the caret touches; nil for none.
  final var misspelledWord: TextRange? {
    guard let engine, let assistant = engine.assistance.available, !isSecret, takesText,
      document.marked == nil, !hasNoSelection, checksSpelling
    else { return nil }
    let range = selection.range
    // More than a word is selected.
    guard range.length <= 64 else { return nil }
    let words = assistant.misspelledWords(in: spellingContext(wordBounds(of: range), nil)) ?? []
    return words.first {
      selection.isCaret ? $0.start <= range.start && range.end <= $0.end : $0 == range
    }
  }

  /// Shows the corrections of the misspelled word at the caret, and offers to learn or to ignore
  /// it.
  final func showSpelling() {
    guard let engine, let assistant = engine.assistance.available, let word = misspelledWord
    else { return }
    let context = spellingContext(word, nil)
    let text = storage.substring(word)
    let guesses = assistant.spellingGuesses(in: context).prefix(Self.guessCount)
    let titles = BuiltinCommands.spellingTitles.map {
      engine.translator($0, context: CatalogueMessage.spelling)
    }
    let items =
      guesses.map { Candidate($0) } + titles.map { Candidate(text, annotation: $0) }
    let list = CandidateList(.completions, items: items, highlighted: 0)
    engine.stages.overlay.open(list, about: self) { [unowned self] index in
      switch index {
      case guesses.indices:
        endRun()
        change(word, to: guesses[index], as: .other)
        engine.stages.text.textDidChange(in: self)
        showCaret()
      case guesses.count:
        assistant.learnSpelling(in: context)
        engine.checkSpellingAgain()
      default:
        assistant.ignoreSpelling(in: context)
        engine.checkSpellingAgain()
      }
    }
  }
}
