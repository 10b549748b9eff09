// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// A method that shows candidates while a reading is typed: pinyin, Zhuyin, or strokes
/// (reference 12.3).
package final class CandidateMethod: FollowingMethod {
  private let empty: any ReadingEntry
  let converter: (any Converter)?
  let services: MethodServices
  private let learning: ChoiceLearning
  private let pending: PendingConversion
  private var entry: any ReadingEntry
  private var latin = LatinText()
  private var candidates: [ConvertedCandidate] = []
  private var list: CandidateList?
  /// The request whose candidates are found when the reading is shown; nil for none.
  private var request: ConversionRequest?
  /// Whether the person has moved in the list, so that ⏎ chooses (IME-3).
  private var hasMoved = false
  /// Whether ⎋ has closed the list; the next one drops the composition (IME-4).
  private var isListClosed = false
  var followOns: FollowOns
  private var punctuation: ChinesePunctuation

  /// Creates the method.
  ///
  /// - Parameters:
  ///   - entry: an empty entry, which says what keys mean.
  ///   - kind: the kind of choices that are learned.
  ///   - converter: converts readings; nil if there is none, and what was typed stays.
  ///   - services: what the method needs of its engine.
  package init(
    _ entry: some ReadingEntry, learns kind: LearnedKind, converter: (any Converter)? = nil,
    services: MethodServices = MethodServices()
  ) {
    empty = entry
    punctuation = ChinesePunctuation(isZhuyin: entry is ZhuyinEntry)
    self.entry = entry
    self.converter = converter
    self.services = services
    learning = ChoiceLearning(kind, services)
    followOns = FollowOns(pageSize: services.settings.pageSize)
    pending = PendingConversion(services, of: converter)
  }

  var isComposing: Bool { !entry.text.isEmpty || !latin.isEmpty }
  package var answersLater: Bool { converter?.answersLater ?? false }

  package func handle(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    findCandidates()
    return handleAfterCommit(keystroke, in: context)
  }

  package func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer {
    findCandidates()
    if let text = followOns.suggestion(index) {
      return .now(commit(text, in: context))
    }
    return candidates.indices.contains(index) ? take(index, context) : .noOpinion
  }

  package func replyAfterTimeout(in context: InputMethodContext) -> InputMethodReply? {
    pending.giveUp()
  }

  package func actionsAfterDelivery(in context: InputMethodContext) -> [InputMethodAction] {
    findCandidates()
    return [.show(list)]
  }

  package func contextDidChange(_ context: InputMethodContext) {
    drop()
    punctuation.reset()
  }

  package func finish(in context: InputMethodContext) -> [InputMethodAction] {
    drop()
    return []
  }

  func drop() {
    pending.cancel()
    entry = empty
    latin = LatinText()
    closeList()
    closeFollowOns()
  }

  private func closeList() {
    (candidates, list, hasMoved, isListClosed) = ([], nil, false, false)
    request = nil
  }

  // MARK: Keys

  func process(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    if !latin.isEmpty { return continueLatin(keystroke, in: context) }
    guard !keystroke.isInSequence else {
      return entry.text.isEmpty ? .noOpinion : .now(keepShown())
    }
    if let answer = beginLatin(keystroke, in: context) { return answer }
    if entry.text.isEmpty {
      if entry.type(keystroke) { return convert(context) }
      guard let character = keystroke.typedCharacter,
        let form = punctuation.form(of: character, after: context.textBefore(limit: 1))
      else { return .noOpinion }
      return .handled(.commit(form))
    }
    // Digits choose, unless they are symbols of a reading and the list is not entered.
    let isSymbol = isSymbol(keystroke)
    if hasMoved || !isSymbol, let answer = handleListKey(keystroke, in: context) { return answer }
    if isListClosed, keystroke.isPlain(.downArrow) || keystroke.isPlain(" ") && !isSymbol {
      return convert(context)
    }
    if keystroke.isPlain(" "), !isSymbol {
      if list == nil, let answer = convertAfterStart(context) { return answer }
      // Without a candidate ␠ has nothing to take, and ends a word or a number (IME-2).
      return list?.highlighted.map { take($0, context) } ?? .now(keepShown())
    }
    if entry.type(keystroke) { return convert(context) }
    switch keystroke.charactersIgnoringModifiers {
    case _ where !keystroke.modifiers.isDisjoint(with: .chord): break
    case .return:
      let text = entry.text
      return .now(commit(text, in: context))
    case .escape:
      drop()
      return .handled(.mark(""), .show(nil))
    case .delete:
      entry.deleteBackward()
      return convert(context)
    default: break
    }
    return end(with: keystroke, in: context)
  }

  /// Whether a key would continue the reading.
  private func isSymbol(_ keystroke: Keystroke) -> Bool {
    var copy = entry
    return copy.type(keystroke)
  }

  private func handleListKey(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer? {
    guard let open = list, let key = ListKey(inPages: keystroke) else { return nil }
    switch key {
    case .move(let move):
      hasMoved = true
      list = open.moved(move)
      return .handled(.show(list))
    case .pick(let number):
      guard let index = open.index(forSelectionKey: number) else { return .handled(.show(list)) }
      return take(index, context)
    case .take where hasMoved: return open.highlighted.map { take($0, context) }
    case .dismiss where hasMoved:
      closeList()
      isListClosed = true
      return .handled(.show(nil))
    case .take, .dismiss: return nil
    }
  }

  /// Ends the composition for a key that does not belong to it: punctuation takes the first
  /// candidate and follows in its full-width form; other keys keep what is shown and then act.
  private func end(
    with keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    guard let character = keystroke.typedCharacter, character != " " else {
      return .now(keepShown())
    }
    let text = whole
    learn(list?.highlighted, in: context)
    drop()
    if entry.restarts(with: character), entry.type(keystroke) {
      return ask(context, first: [.commit(text)], before: text)
    }
    guard let form = punctuation.form(of: character, after: text) else {
      return .declined(.show(nil), .commit(text))
    }
    return .handled(.show(nil), .commit(text), .commit(form))
  }

  /// The highlighted candidate, and the letters that it does not replace.
  private var whole: String {
    guard let index = list?.highlighted, candidates.indices.contains(index) else {
      return entry.text
    }
    var rest = entry
    rest.removeFirst(candidates[index].length)
    return candidates[index].text + rest.text
  }

  private func keepShown() -> InputMethodReply {
    let text = entry.text
    drop()
    return InputMethodReply([.show(nil), .commit(text)], passesKeyOn: true)
  }

  // MARK: Latin text

  /// Begins Latin text if a key does; nil if not.
  private func beginLatin(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer? {
    guard let character = keystroke.typedCharacter else { return nil }
    if !hasMoved, entry.isLatin(before: character) {
      return beginLatin(entry.letters + String(character), first: [])
    }
    guard LatinText.begins(with: character), entry.text.isEmpty || LatinText.isCapital(character),
      !isSymbol(keystroke)
    else { return nil }
    let shown = whole
    learn(list?.highlighted, in: context)
    return beginLatin(String(character), first: shown.isEmpty ? [] : [.commit(shown)])
  }

  private func beginLatin(
    _ text: String, first actions: [InputMethodAction]
  ) -> InputMethodAnswer {
    drop()
    latin.begin(text)
    return .now(InputMethodReply([.show(nil)] + actions + [latinMarking]))
  }

  private func continueLatin(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    let effect = latin.handle(keystroke)
    let text = latin.text
    switch effect {
    case .changed: return .handled(text.isEmpty ? .mark("") : latinMarking)
    case .commits: return .now(commit(text, in: context))
    case .commitsBefore:
      drop()
      return .declined(.show(nil), .commit(text))
    }
  }

  private var latinMarking: InputMethodAction {
    .mark(
      [MarkedSegment(latin.text)], selected: TextRange(caret: latin.text.utf16.count))
  }

  // MARK: Candidates

  /// Marks the reading, and asks for its candidates.
  private func convert(_ context: InputMethodContext) -> InputMethodAnswer {
    ask(context, first: [])
  }

  private func ask(
    _ context: InputMethodContext, first actions: [InputMethodAction], before committed: String = ""
  ) -> InputMethodAnswer {
    closeList()
    guard let converter, !entry.text.isEmpty else {
      return .now(InputMethodReply(actions + [marking, .show(nil)]))
    }
    let request = request(context, after: committed)
    guard converter.answersLater else {
      self.request = request
      var reply = InputMethodReply(actions + [marking])
      reply.continuesAfterDelivery = true
      return .now(reply)
    }
    return pending.ask(
      { converter.convert(request, answer: $0) },
      reply: { [self] answer in
        show(request.checked(answer), for: request)
        return InputMethodReply(actions + [marking, .show(list)])
      })
  }

  /// Converts a reading whose letters came before the converter was ready, and takes the first
  /// candidate; nil if the converter is not getting ready.
  private func convertAfterStart(_ context: InputMethodContext) -> InputMethodAnswer? {
    guard let converter, converter.isStarting(in: context.mode.primaryLanguage.description) else {
      return nil
    }
    var request = request(context)
    request.waitsForStart = true
    return pending.ask(
      { converter.convert(request, answer: $0) },
      reply: { [self] answer in
        show(request.checked(answer), for: request)
        guard let first = candidates.first else { return keepShown() }
        entry.removeFirst(first.length)
        guard !entry.text.isEmpty else { return commit(first.text, in: context) }
        closeList()
        // ␠ lists the candidates of the rest.
        isListClosed = true
        return InputMethodReply([.commit(first.text), marking, .show(nil)])
      })
  }

  private func request(
    _ context: InputMethodContext, after committed: String = ""
  ) -> ConversionRequest {
    var request = ConversionRequest(entry.reading, in: context, after: committed)
    if entry is PinyinEntry { request.fuzzy = services.settings.fuzzyPinyin }
    return request
  }

  /// Finds the candidates that a reply has left to be found.
  private func findCandidates() {
    guard let request, let converter else { return }
    self.request = nil
    var segments: [ConvertedSegment]?
    converter.convert(request) { segments = $0 }
    show(request.checked(segments), for: request)
  }

  private func show(_ segments: [ConvertedSegment]?, for request: ConversionRequest) {
    let known = withWord(segments?.first?.candidates ?? [])
    guard !known.isEmpty else { return }
    let items = known.map { Candidate($0.text, annotation: $0.annotation) }
    let front = learning.places(of: items, for: request.reading)
    candidates = ChoiceLearning.moved(front, of: known)
    list = CandidateList(
      .inputMethod, items: ChoiceLearning.moved(front, of: items),
      pageSize: services.settings.pageSize, highlighted: 0)
  }

  /// Adds the English word that the letters spell: as the second candidate if they are no whole
  /// syllables, else at the end of the first page.
  private func withWord(_ known: [ConvertedCandidate]) -> [ConvertedCandidate] {
    let letters = entry.letters
    guard letters.utf8.count >= 3, let word = services.englishWord(letters),
      !known.contains(where: { $0.text == word })
    else { return known }
    let place = PinyinSyllables.areComplete(letters) ? services.settings.pageSize - 1 : 1
    var all = known
    all.insert(
      ConvertedCandidate(word, length: letters.count), at: min(place, known.count))
    return all
  }

  private var marking: InputMethodAction {
    .mark(
      entry.parts.map { MarkedSegment($0) },
      selected: TextRange(caret: entry.text.utf16.count))
  }

  private func learn(_ index: Int?, in context: InputMethodContext) {
    guard let index, index != 0, candidates.indices.contains(index) else { return }
    learning.note(candidates[index].text, for: entry.reading, in: context)
  }

  /// Takes a candidate; what it does not replace stays marked.
  private func take(_ index: Int, _ context: InputMethodContext) -> InputMethodAnswer {
    guard candidates.indices.contains(index) else { return .now(keepShown()) }
    learn(index, in: context)
    let candidate = candidates[index]
    entry.removeFirst(candidate.length)
    guard !entry.text.isEmpty else {
      return .now(commit(candidate.text, in: context))
    }
    return ask(context, first: [.commit(candidate.text)], before: candidate.text)
  }
}
