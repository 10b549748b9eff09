// SPDX-License-Identifier: Apache-2.0

/// Marks of misspelled words (reference 10.10).
///
/// Checking begins with the first change by the user, and takes place after the notifications of a
/// key were delivered. Only the changed words are checked.
extension TextContainer {
  /// The number of code units that are checked at a time; about a millisecond's work.
  private static let pieceLength = 4096
  /// The time between two pieces of a long text, in microseconds.
  private static let pieceInterval: Int64 = 10_000
  /// The furthest that the ends of a word are searched for, in code units.
  private static let reach = 256

  /// The words that are marked as misspelled, in order; empty while spelling is not checked.
  public final var misspelledRanges: [TextRange] {
    isSecret || document.marked != nil ? [] : spelling?.ranges ?? []
  }

  /// Moves the marks with a change, and begins to check the text at the user's first change.
  final func followSpelling(_ updates: ArraySlice<Update>, in engine: TextEngine) {
    for update in updates {
      guard case .textDidChange(_, let range, let text, let origin) = update else { continue }
      if spelling != nil {
        spelling?.textDidChange(range, newLength: text.utf16Count)
      } else if origin == .user, engine.assistance.available != nil, !isSecret {
        // The later changes of the same key are in the text already.
        spelling = SpellingMarks(unchecked: storage.count)
        break
      }
    }
    if spelling != nil { engine.assistance.spellingIsDue(in: self) }
  }

  /// Checks what has to be checked, at most one piece of it, and reports changed marks (AST-51).
  final func checkSpelling() {
    guard let engine, spelling != nil, document.marked == nil else { return }
    guard !isSecret, let assistant = engine.assistance.available, checksSpelling else {
      return stopSpelling()
    }
    let isFocused = engine.textContainer === self
    let caret = isFocused && selection.isCaret && !hasNoSelection ? selection.head : nil
    if let mark = caret.flatMap({ spelling?.mark(at: $0) }) { spelling?.addUnchecked(mark) }
    var rest = Self.pieceLength
    while rest > 0, let part = spelling?.takeUnchecked(atMost: rest) {
      rest -= max(1, part.length)
      let whole = wordBounds(of: part)
      guard let words = assistant.misspelledWords(in: spellingContext(whole, caret)) else {
        return stopSpelling()
      }
      let marks = words.filter { word in
        word.start >= whole.start && word.end <= whole.end && !word.isEmpty
          && caret.map { $0 < word.start || word.end < $0 } ?? true
      }
      if let changed = spelling?.setMarks(marks, in: whole) {
        queue.append(.spellingDidChange(id, range: whole, words: changed))
      }
      if spelling?.isFull == true { spelling?.giveUp() }
    }
    if spelling?.unchecked.isEmpty == false { continueSpelling(in: engine) }
    // The word at the caret is checked once the caret leaves it.
    if let caret { spelling?.addUnchecked(TextRange(caret: caret)) }
  }

  /// Checks the whole text again, for example because a word was learned.
  final func checkSpellingAgain() {
    guard spelling != nil else { return }
    spelling?.addUnchecked(TextRange(0, storage.count))
    engine?.assistance.spellingIsDue(in: self)
  }

  private func stopSpelling() {
    let marks = spelling?.ranges ?? []
    spelling = nil
    guard !marks.isEmpty else { return }
    queue.append(.spellingDidChange(id, range: TextRange(0, storage.count), words: []))
  }

  private func continueSpelling(in engine: TextEngine) {
    engine.timers.cancel(spellingTimer)
    spellingTimer = engine.timers.schedule(after: Self.pieceInterval) { [weak self] in
      self?.checkSpelling()
    }
  }

  final var checksSpelling: Bool {
    guard let engine else { return false }
    return ResolvedTraits(currentTraits, settings: engine.settings, language: engine.language)
      .spellChecking
  }

  final func spellingContext(_ range: TextRange, _ caret: Int?) -> SpellingContext {
    SpellingContext(
      storage: storage, range: range, caret: caret, traits: currentTraits,
      languageTag: engine?.language, container: id)
  }

  /// Extends a range to the white space around it.
  final func wordBounds(of range: TextRange) -> TextRange {
    let range = storage.clamped(range)
    var (before, after) = (0, 0)
    // Most words are short. Reading single code units of a long text costs much more.
    for reach in [15, Self.reach] {
      let text = storage.substring(TextRange(range.start - reach, range.start)).utf16
      before = text.reversed().prefix { !Self.isSpace($0) }.count
      if before < reach { break }
    }
    for reach in [15, Self.reach] {
      let text = storage.substring(TextRange(range.end, range.end + reach)).utf16
      after = text.prefix { !Self.isSpace($0) }.count
      if after < reach { break }
    }
    return TextRange(range.start - before, range.end + after)
  }

  private static func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}

extension TextEngine {
  /// Checks the spelling of all texts again.
  ///
  /// Call it after a word was learned, ignored or forgotten, or after a dictionary was added.
  public func checkSpellingAgain() {
    for window in windows { Self.checkSpellingAgain(in: window) }
    assistance.settle()
  }

  private static func checkSpellingAgain(in view: View) {
    (view as? TextContainer)?.checkSpellingAgain()
    for view in view.subviews { checkSpellingAgain(in: view) }
  }
}
