// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// Marks of misspelled words in one text (reference 10.10).
///
/// Checking begins with the first change by the user, and takes place after the notifications of a
/// key were delivered. Only the changed words are checked.
final class SpellingCheck {
  private let container: TextContainer
  private let owner: any TypingHelpOwner
  /// The misspelled words, from the first change by the user on; nil if spelling is not checked.
  private var marks: SpellingMarks?
  private var timer: EngineTimers.Token?

  init(of container: TextContainer, by owner: any TypingHelpOwner) {
    self.container = container
    self.owner = owner
  }

  /// Whether spelling is checked.
  var isRunning: Bool { marks != nil }

  /// The number of code units that are checked at a time; about a millisecond's work.
  private static let pieceLength = 4096
  /// The time between two pieces of a long text, in microseconds.
  private static let pieceInterval: Int64 = 10_000
  /// The furthest that the ends of a word are searched for, in code units.
  private static let reach = 256

  /// The words that are marked as misspelled, in order; empty while spelling is not checked.
  var ranges: [TextRange] {
    container.isSecret || container.markedRange != nil ? [] : marks?.ranges ?? []
  }

  /// Moves the marks with a change, and begins to check the text at the user's first change.
  func textDidChange(_ updates: ArraySlice<Update>) {
    for update in updates {
      guard case .textDidChange(_, let range, let text, let origin) = update else { continue }
      if isRunning {
        marks?.textDidChange(range, newLength: text.utf16Count)
      } else if origin == .user, owner.available != nil, !container.isSecret {
        // The later changes of the same key are in the text already.
        marks = SpellingMarks(unchecked: container.storage.count)
        break
      }
    }
  }

  /// Checks what has to be checked, at most one piece of it, and reports changed marks (AST-51).
  func check() {
    guard container.host != nil, let host = owner.host, isRunning, container.markedRange == nil
    else { return }
    guard !container.isSecret, let assistant = owner.available, checksSpelling else {
      return stop()
    }
    let isFocused = host.textContainer === container
    let hasCaret = isFocused && container.selection.isCaret && container.hasSelection
    let caret = hasCaret ? container.selection.head : nil
    if let mark = caret.flatMap({ marks?.mark(at: $0) }) { marks?.addUnchecked(mark) }
    var rest = Self.pieceLength
    while rest > 0, let part = marks?.takeUnchecked(atMost: rest) {
      rest -= max(1, part.length)
      let whole = wordBounds(of: part)
      guard let words = assistant.misspelledWords(in: context(whole, caret)) else {
        return stop()
      }
      let found = words.filter { word in
        word.start >= whole.start && word.end <= whole.end && !word.isEmpty
          && caret.map { $0 < word.start || word.end < $0 } ?? true
      }
      if let changed = marks?.setMarks(found, in: whole) {
        container.queue.append(.spellingDidChange(container.id, range: whole, words: changed))
      }
      if marks?.isFull == true { marks?.giveUp() }
    }
    if marks?.unchecked.isEmpty == false { goOn(by: host.timers) }
    // The word at the caret is checked once the caret leaves it.
    if let caret { marks?.addUnchecked(TextRange(caret: caret)) }
  }

  /// Checks the whole text again, for example because a word was learned.
  func checkAgain() {
    guard isRunning else { return }
    marks?.addUnchecked(TextRange(0, container.storage.count))
  }

  private func stop() {
    let ranges = marks?.ranges ?? []
    marks = nil
    guard !ranges.isEmpty else { return }
    container.queue.append(
      .spellingDidChange(container.id, range: TextRange(0, container.storage.count), words: []))
  }

  private func goOn(by timers: EngineTimers) {
    timers.cancel(timer)
    timer = timers.schedule(after: Self.pieceInterval) { [weak self] in
      self?.check()
    }
  }

  private var checksSpelling: Bool {
    guard let host = container.host else { return false }
    return ResolvedTraits(container.traits, settings: host.settings, language: host.language)
      .spellChecking
  }

  private func context(_ range: TextRange, _ caret: Int?) -> SpellingContext {
    SpellingContext(
      storage: container.storage, range: range, caret: caret, traits: container.traits,
      languageTag: container.host?.language, container: container.id)
  }

  /// Extends a range to the white space around it.
  private func wordBounds(of range: TextRange) -> TextRange {
    let range = container.storage.clamped(range)
    var (before, after) = (0, 0)
    // Most words are short. Reading single code units of a long text costs much more.
    for reach in [15, Self.reach] {
      let text = container.storage.substring(TextRange(range.start - reach, range.start))
      before = Self.lengthOfWord(atEndOf: text)
      if before < reach { break }
    }
    for reach in [15, Self.reach] {
      let text = container.storage.substring(TextRange(range.end, range.end + reach))
      after = Self.lengthOfWord(atStartOf: text)
      if after < reach { break }
    }
    return TextRange(range.start - before, range.end + after)
  }

  private static func lengthOfWord(atEndOf text: String) -> Int {
    var text = text
    let ascii = text.withUTF8 { bytes -> Int? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return bytes.count - (bytes.lastIndex { isSpace(UInt16($0)) } ?? -1) - 1
    }
    return ascii ?? text.utf16.reversed().prefix { !isSpace($0) }.count
  }

  private static func lengthOfWord(atStartOf text: String) -> Int {
    text.utf16.prefix { !isSpace($0) }.count
  }

  private static func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  // MARK: ⌘; and ⌘: on misspelled words (6.4, AST-53)

  /// The number of corrections that are shown.
  private static let guessCount = 7

  /// The misspelled word that is selected, or that the caret touches; nil for none.
  var word: TextRange? {
    guard let assistant = owner.available, !container.isSecret, container.takesText,
      container.markedRange == nil, container.hasSelection, checksSpelling
    else { return nil }
    let range = container.selection.range
    // More than a word is selected.
    guard range.length <= 64 else { return nil }
    let words = assistant.misspelledWords(in: context(wordBounds(of: range), nil)) ?? []
    return words.first {
      container.selection.isCaret ? $0.start <= range.start && range.end <= $0.end : $0 == range
    }
  }

  /// Shows the corrections of the misspelled word at the caret, and offers to learn or to ignore
  /// it.
  func showGuesses() {
    guard let host = owner.host, let assistant = owner.available, let word else { return }
    let context = context(word, nil)
    let text = container.storage.substring(word)
    let guesses = assistant.spellingGuesses(in: context).prefix(Self.guessCount)
    let titles = BuiltinCommands.spellingTitles.map {
      host.translator($0, context: CatalogueMessage.spelling)
    }
    let items =
      guesses.map { Candidate($0) } + titles.map { Candidate(text, annotation: $0) }
    let list = CandidateList(.completions, items: items, highlighted: 0)
    host.open(list, about: container) { [container, owner] index in
      switch index {
      case guesses.indices:
        container.endRun()
        container.change(word, to: guesses[index], as: .other)
        host.textDidChange(in: container)
        container.showCaret()
      case guesses.count:
        assistant.learnSpelling(in: context)
        owner.checkSpellingAgain()
      default:
        assistant.ignoreSpelling(in: context)
        owner.checkSpellingAgain()
      }
    }
  }
}
